import { isRecord, isText } from './token.ts'
import type { AccessToken } from './token.ts'

/** What the feed says of a token. `marked` is one that a mark ended, which clocks of servers that differ may do to one that lives. */
export type Verdict = 'alive' | 'dead' | 'marked' | 'undecided'

/** A token of a line: the one that is judged, or one that it descends from. */
interface Link {
  readonly jti: string
  readonly client_id: string
  readonly policy: string | undefined
  readonly jkt: string | undefined
  readonly kid: string | undefined
}

/** A token with all that it descends from. */
interface Line {
  readonly sub: string
  readonly consent: string | undefined
  readonly session: boolean
  readonly links: readonly Link[]
}

/** What was issued before an id, as far as its members say. */
interface Mark {
  readonly before: string
  readonly exp: number
  readonly members: ReadonlyMap<string, string | true>
  readonly pattern: string | undefined
  readonly exceptSubjects: readonly string[]
  readonly exceptTokens: readonly string[]
}

/** Marks with the same members, by what these say. */
interface Shape {
  readonly names: readonly string[]
  readonly marks: Map<string, Mark[]>
}

const TEXT_MEMBERS = ['client_id', 'client_id_pattern', 'sub', 'consent', 'policy', 'jkt', 'kid']
const KNOWN_MEMBERS = new Set([...TEXT_MEMBERS, 'session', 'before', 'exp', 'except'])
const TOLERANCE_SECONDS = 60
const SWEEP_SECONDS = 60
const MAX_ANCESTORS = 64

/** The entries that still matter, and the rule of the feed: a judgement costs a few looks into maps. */
export class Revocations {
  readonly #issuer: string
  readonly #seconds: () => number
  readonly #tokens = new Map<string, number>()
  readonly #shapes = new Map<string, Shape>()
  /** Until then there is an entry that nobody here understands: it may be about any token. */
  #unknownUntil = 0
  #sweepAt = 0

  constructor(issuer: string, seconds: () => number) {
    this.#issuer = issuer
    this.#seconds = seconds
  }

  /** Takes entries in. Taking one in twice does no harm. */
  apply(entries: readonly unknown[]): void {
    if (this.#seconds() >= this.#sweepAt) this.#sweep()
    for (const entry of entries) this.#apply(isRecord(entry) ? entry : {})
  }

  /** Whether a token that is good otherwise has ended; whoever asks follows the feed. */
  judge(token: AccessToken): Verdict {
    const line = token.claims.iss === this.#issuer ? lineOf(token) : undefined
    if (line === undefined || this.#seconds() < this.#unknownUntil) return 'undecided'
    if (line.links.some(({ jti }) => this.#tokens.has(jti))) return 'dead'
    for (const shape of this.#shapes.values()) if (isMarked(shape, line)) return 'marked'
    return 'alive'
  }

  #apply(entry: Record<string, unknown>): void {
    const { jti, exp } = entry
    if (typeof exp !== 'number') {
      this.#unknownUntil = Infinity
      return
    }
    if (isText(jti) && Object.keys(entry).length === 2) {
      this.#tokens.set(jti, Math.max(exp, this.#tokens.get(jti) ?? 0))
      return
    }
    const mark = markOf(entry, exp)
    if (mark === undefined) this.#unknownUntil = Math.max(this.#unknownUntil, exp + TOLERANCE_SECONDS)
    else this.#add(mark)
  }

  #add(mark: Mark): void {
    const names = [...mark.members.keys()]
    const shape = this.#shapes.get(names.join()) ?? { names, marks: new Map<string, Mark[]>() }
    this.#shapes.set(names.join(), shape)
    const values = JSON.stringify([...mark.members.values()])
    const same = shape.marks.get(values) ?? []
    shape.marks.set(values, [...same.filter((other) => !isSame(mark, other)), mark])
  }

  /** Forgets what no living token can be about any more. */
  #sweep(): void {
    const now = this.#seconds()
    const isOver = (exp: number): boolean => exp <= now - TOLERANCE_SECONDS
    this.#sweepAt = now + SWEEP_SECONDS
    for (const [jti, exp] of this.#tokens) if (isOver(exp)) this.#tokens.delete(jti)
    for (const [name, { marks }] of this.#shapes) {
      for (const [values, same] of marks) {
        const kept = same.filter(({ exp }) => !isOver(exp))
        if (kept.length > 0) marks.set(values, kept)
        else marks.delete(values)
      }
      if (marks.size === 0) this.#shapes.delete(name)
    }
  }
}

/** Whether any mark of a shape ended any link of a line. */
function isMarked({ names, marks }: Shape, line: Line): boolean {
  return line.links.some((link) => {
    const found = marks.get(JSON.stringify(names.map((name) => valueOf(name, line, link))))
    return found?.some((mark) => hasEnded(mark, line, link)) === true
  })
}

/** Whether a mark whose members hold for a link ended it. */
function hasEnded({ before, pattern, exceptSubjects, exceptTokens }: Mark, line: Line, link: Link): boolean {
  return (
    isBefore(link.jti, before) &&
    (pattern === undefined || fits(pattern, link.client_id)) &&
    !exceptSubjects.includes(line.sub) &&
    !line.links.some(({ jti }) => exceptTokens.includes(jti))
  )
}

/** What a member of a mark has to say to hold for a link; `false` is said by none. */
function valueOf(name: string, line: Line, link: Link): string | boolean {
  switch (name) {
    case 'sub':
      return line.sub
    case 'session':
      return line.session
    case 'consent':
      return line.consent ?? false
    case 'any consent':
      return line.consent !== undefined
    default:
      return link[name as Exclude<keyof Link, 'jti'>] ?? false
  }
}

/** A mark, if every member and its value is one that is known. */
function markOf(entry: Record<string, unknown>, exp: number): Mark | undefined {
  const { before, except, client_id_pattern: pattern, ...others } = entry
  const exceptions = except === undefined ? {} : exceptionsOf(except)
  if (!isText(before) || exceptions === undefined) return undefined
  if (!Object.keys(entry).every((name) => KNOWN_MEMBERS.has(name))) return undefined
  if (pattern !== undefined && !isText(pattern)) return undefined
  const members = new Map<string, string | true>()
  for (const name of Object.keys(others).toSorted()) {
    const value = others[name]
    if (name === 'exp') continue
    if (name === 'consent' && value === true) members.set('any consent', true)
    else if (name === 'session' && value === true) members.set(name, true)
    else if (name !== 'session' && isText(value)) members.set(name, value)
    else return undefined
  }
  const { sub: exceptSubjects = [], jti: exceptTokens = [] } = exceptions
  return { before, exp, members, pattern, exceptSubjects, exceptTokens }
}

interface Exceptions {
  readonly sub?: readonly string[]
  readonly jti?: readonly string[]
}

/** Arrays of texts that are not empty, at least one of them. */
function exceptionsOf(except: unknown): Exceptions | undefined {
  if (!isRecord(except) || Object.keys(except).length === 0) return undefined
  const areKnown = Object.entries(except).every(
    ([name, values]) =>
      (name === 'sub' || name === 'jti') && Array.isArray(values) && values.length > 0 && values.every(isText),
  )
  return areKnown ? except : undefined
}

const isSame = (one: Mark, other: Mark): boolean =>
  one.before === other.before &&
  one.exp === other.exp &&
  one.pattern === other.pattern &&
  one.exceptSubjects.join() === other.exceptSubjects.join() &&
  one.exceptTokens.join() === other.exceptTokens.join()

/** The line of a token as its claim `lineage` says it; nothing when it can't be judged by it. */
function lineOf({ subject: sub, id, clientId, jkt, kid, claims }: AccessToken): Line | undefined {
  const { lineage } = claims
  if (!isRecord(lineage)) return undefined
  const { consent, session = false, policy, ancestors = [] } = lineage
  if (!isMaybeText(consent) || typeof session !== 'boolean' || !isMaybeText(policy)) return undefined
  if (!Array.isArray(ancestors) || ancestors.length > MAX_ANCESTORS) return undefined
  const links: Link[] = []
  let last: Link = { jti: id, client_id: clientId, policy, jkt, kid }
  links.push(last)
  for (const ancestor of ancestors as unknown[]) {
    const link = isRecord(ancestor) ? linkOf(ancestor, last) : undefined
    if (link === undefined) return undefined
    links.push((last = link))
  }
  return { sub, consent, session, links }
}

/** What an ancestor does not say is as with the token before it, apart from its policy. */
function linkOf(
  { jti, client_id: clientId, policy, jkt, kid }: Record<string, unknown>,
  before: Link,
): Link | undefined {
  if (!isText(jti) || !isMaybeText(policy)) return undefined
  if (!isMaybeText(clientId) || !isMaybeText(jkt) || !isMaybeText(kid)) return undefined
  return { jti, client_id: clientId ?? before.client_id, policy, jkt: jkt ?? before.jkt, kid: kid ?? before.kid }
}

const isMaybeText = (value: unknown): value is string | undefined => value === undefined || isText(value)

/** As text, byte by byte. Ids are ASCII, where bytes sort as characters do. */
const isBefore = (jti: string, before: string): boolean => jti < before

/** `*` is any characters or none, `?` one, and all others are themselves. It goes back to the last `*` alone, so it never takes long. */
function fits(pattern: string, id: string): boolean {
  const [wanted, found] = [Array.from(pattern), Array.from(id)]
  let [at, star, resume] = [0, -1, 0]
  for (let index = 0; index < found.length;) {
    if (wanted[at] === '*') {
      star = at
      resume = index
      at += 1
    } else if (wanted[at] === '?' || wanted[at] === found[index]) {
      at += 1
      index += 1
    } else if (star >= 0) {
      at = star + 1
      resume += 1
      index = resume
    } else return false
  }
  return wanted.slice(at).every((character) => character === '*')
}
