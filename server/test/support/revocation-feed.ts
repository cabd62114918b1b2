import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { claimsOf, headerOf } from './jwt.ts'
import { createAgent, ownToken } from './oauth.ts'
import type { TestApp } from './app.ts'
import type { TestClient } from './oauth.ts'

/** An entry of the feed, as docs/guides/revocation-feed.md has it. */
export interface Entry {
  readonly jti?: string
  readonly before?: string
  readonly exp: number
  readonly client_id?: string
  readonly client_id_pattern?: string
  readonly sub?: string
  readonly consent?: string | true
  readonly session?: true
  readonly policy?: string
  readonly jkt?: string
  readonly kid?: string
  readonly except?: { readonly sub?: readonly string[]; readonly jti?: readonly string[] }
}

interface Link {
  readonly jti: string
  readonly client_id: string
  readonly policy?: string | undefined
  readonly jkt?: string | undefined
  readonly kid?: string | undefined
}

interface Claims extends Link {
  readonly sub: string
  readonly cnf?: { readonly jkt: string }
  readonly lineage: {
    readonly consent?: string
    readonly session?: true
    readonly policy?: string
    readonly ancestors?: readonly (Partial<Link> & Pick<Link, 'jti'>)[]
  }
}

/** Whether a token is dead by the entries told so far: the rule of the guide, word for word. */
export function isDeadBy(entries: readonly Entry[], text: string): boolean {
  const claims = claimsOf(text) as unknown as Claims
  const { sub, lineage } = claims
  const links: Link[] = [
    { ...claims, policy: lineage.policy, jkt: claims.cnf?.jkt, kid: String(headerOf(text)['kid']) },
  ]
  for (const ancestor of lineage.ancestors ?? []) {
    const below = links.at(-1) as Link
    links.push({ client_id: below.client_id, jkt: below.jkt, kid: below.kid, ...ancestor })
  }
  const holds = (entry: Entry, link: Link): boolean =>
    (entry.client_id === undefined || entry.client_id === link.client_id) &&
    (entry.client_id_pattern === undefined || fits(link.client_id, entry.client_id_pattern)) &&
    (entry.sub === undefined || entry.sub === sub) &&
    (entry.consent === undefined ||
      (entry.consent === true ? lineage.consent !== undefined : entry.consent === lineage.consent)) &&
    (entry.session === undefined || lineage.session === true) &&
    (entry.policy === undefined || entry.policy === link.policy) &&
    (entry.jkt === undefined || entry.jkt === link.jkt) &&
    (entry.kid === undefined || entry.kid === link.kid)
  return entries.some((entry) => {
    if (entry.jti !== undefined) return links.some(({ jti }) => jti === entry.jti)
    if (entry.except?.sub?.includes(sub) === true) return false
    if (links.some(({ jti }) => entry.except?.jti?.includes(jti) === true)) return false
    return links.some((link) => link.jti < (entry.before ?? '') && holds(entry, link))
  })
}

const fits = (text: string, pattern: string): boolean =>
  new RegExp(
    `^${[...pattern].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : RegExp.escape(c))).join('')}$`,
    's',
  ).test(text)

/** An event of the stream; of a comment the text alone. */
export interface FeedEvent {
  readonly id: string
  readonly event: string
  readonly data: string
  /** By `performance.now()`. */
  readonly at: number
}

/** A client that may follow the feed. */
export const createFollower = (app: TestApp): Promise<TestClient> => createAgent(app, { scope: 'revocations:read' })

/** Opens the stream behind a cursor, or at the present. */
type Connect = (from: string | undefined) => Promise<Response>

interface Opening {
  readonly token?: string
  readonly cursor?: string
  /** Whose token it is, when there is none yet. */
  readonly client?: TestClient
}

/** A client that follows the feed over a connection of its own. */
export class FeedClient {
  /** The answer that opened the stream. */
  readonly response: Response
  readonly events: FeedEvent[] = []
  readonly entries: Entry[] = []
  comments = 0
  isOver = false
  readonly #connect: Connect
  readonly #gone: AbortController
  #waiting: (() => void)[] = []

  private constructor(response: Response, connect: Connect, gone: AbortController) {
    this.response = response
    this.#connect = connect
    this.#gone = gone
    void this.#read(response)
  }

  /** Opens a stream, with a new token unless one is given; ends with the test. */
  static async open(t: TestContext, app: TestApp, { token, cursor, client }: Opening = {}): Promise<FeedClient> {
    const text = token ?? (await ownToken(app, client ?? (await createFollower(app))))
    const [address = ''] = await addressOf(app)
    const gone = new AbortController()
    const connect = (from: string | undefined): Promise<Response> => {
      const headers: Record<string, string> = { authorization: `Bearer ${text}` }
      if (from !== undefined) headers['last-event-id'] = from
      return fetch(`${address}/oauth/revocations`, { headers, signal: gone.signal })
    }
    const opened = new FeedClient(await connect(cursor), connect, gone)
    t.after(() => opened.leave())
    return opened
  }

  /** The same, told of all that ended before. */
  static async openReady(t: TestContext, app: TestApp, opening: Opening = {}): Promise<FeedClient> {
    const opened = await FeedClient.open(t, app, opening)
    await opened.untilReady()
    return opened
  }

  leave(): void {
    this.#gone.abort()
  }

  get cursor(): string {
    return this.events.at(-1)?.id ?? ''
  }

  /**
   * Reads on until it is so. A server that finds no time to look for three seconds ends its streams, and a client goes on
   * where it was; fails when it may not.
   */
  async until(condition: (client: FeedClient) => boolean): Promise<void> {
    while (!condition(this)) {
      if (this.isOver) await this.#resume()
      else await this.#more()
    }
  }

  untilReady(): Promise<void> {
    return this.until(({ events }) => events.some(({ event }) => event === 'ready'))
  }

  async untilEnd(): Promise<void> {
    while (!this.isOver) await this.#more()
  }

  #more(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async #resume(): Promise<void> {
    assert.ok(this.cursor !== '', 'the stream ended before it began')
    const response = await this.#connect(this.cursor)
    assert.equal(response.status, 200, `the stream ended with ${JSON.stringify(this.events)}`)
    this.isOver = false
    void this.#read(response)
  }

  async #read(response: Response): Promise<void> {
    let text = ''
    try {
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += piece
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
        this.#wake()
      }
    } catch {
      // The connection was cut, by the server or by this side.
    }
    this.isOver = true
    this.#wake()
  }

  #take(block: string): void {
    if (block.startsWith(':')) this.comments++
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
    const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
    if (id === undefined || event === undefined || data === undefined) return
    this.events.push({ id, event, data, at: performance.now() })
    if (event === 'revocations') this.entries.push(...(JSON.parse(data) as { entries: Entry[] }).entries)
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

const addresses = new WeakMap<TestApp, Promise<string[]>>()

/** Where a server listens, from the first time on that somebody asks. */
function addressOf(app: TestApp): Promise<string[]> {
  const known = addresses.get(app) ?? app.app.listen()
  addresses.set(app, known)
  return known
}
