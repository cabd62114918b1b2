/** A JSON body that breaks a rule; the message tells the caller which. */
export class MalformedJson extends Error {}

const MAX_DEPTH = 32
const MAX_MEMBERS = 10_000
const REFUSED_NAMES = new Set(['__proto__', 'constructor'])
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses a JSON body of a stranger (RFC 8259). Beyond the grammar it refuses what parsers disagree about or choke on:
 * bytes that are not UTF-8, members that come twice, lone surrogates, NUL, numbers outside the double range, deep
 * nesting, and names that reach for a prototype.
 */
export function parseJson(body: Uint8Array): unknown {
  const text = decodeUtf8(body)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new MalformedJson('The body is not valid JSON.', { cause })
  }
  new Inspection(text).run()
  return value
}

/** Strict UTF-8 (RFC 3629): an overlong or surrogate sequence is an error and never a replacement character. */
export function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch (cause) {
    throw new MalformedJson('The body is not valid UTF-8.', { cause })
  }
}

const QUOTE = 34
const COMMA = 44
const MINUS = 45
const BRACKET_OPEN = 91
const BACKSLASH = 92
const BRACKET_CLOSE = 93
const BRACE_OPEN = 123
const BRACE_CLOSE = 125

/** One walk over text that is known to be grammatical, so it only needs to look for what the grammar allows. */
class Inspection {
  readonly #text: string
  /** The names seen in each open object; undefined stands for an open array. */
  readonly #open: (Set<string> | undefined)[] = []
  #expectsName = false
  #members = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): void {
    const text = this.#text
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === QUOTE) i = this.#string(i)
      else if (code === BRACE_OPEN) this.#enter(new Set())
      else if (code === BRACKET_OPEN) this.#enter(undefined)
      else if (code === BRACE_CLOSE || code === BRACKET_CLOSE) this.#leave()
      else if (code === COMMA) this.#next()
      else if (code === MINUS || (code >= 48 && code <= 57)) i = this.#number(i)
    }
  }

  #enter(names: Set<string> | undefined): void {
    if (this.#open.push(names) > MAX_DEPTH) {
      throw new MalformedJson(`The body is nested deeper than ${MAX_DEPTH} levels.`)
    }
    this.#expectsName = names !== undefined
  }

  /** Past a comma another member or entry follows. */
  #next(): void {
    if (++this.#members > MAX_MEMBERS) throw new MalformedJson(`The body has more than ${MAX_MEMBERS} members.`)
    this.#expectsName = this.#open.at(-1) !== undefined
  }

  #leave(): void {
    this.#open.pop()
    this.#expectsName = false
  }

  #string(start: number): number {
    const text = this.#text
    let end = start + 1
    let escaped = false
    for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(++end)) {
      if (code === BACKSLASH) {
        escaped = true
        end++
      }
    }
    const isName = this.#expectsName
    if (escaped || isName) {
      const value = escaped ? (JSON.parse(text.slice(start, end + 1)) as string) : text.slice(start + 1, end)
      if (escaped) checkText(value)
      if (isName) this.#name(value)
    }
    return end
  }

  #name(name: string): void {
    const names = this.#open.at(-1) as Set<string>
    if (REFUSED_NAMES.has(name)) throw new MalformedJson(`The member name ${name} is not allowed.`)
    if (names.has(name)) throw new MalformedJson('A member appears twice in the same object.')
    names.add(name)
    this.#expectsName = false
  }

  #number(start: number): number {
    let end = start + 1
    while (isNumberPart(this.#text.charCodeAt(end))) end++
    if (!Number.isFinite(Number(this.#text.slice(start, end)))) {
      throw new MalformedJson('A number is too large to be represented.')
    }
    return end - 1
  }
}

function checkText(value: string): void {
  if (value.includes('\0')) throw new MalformedJson('A text contains a NUL character.')
  if (!value.isWellFormed()) throw new MalformedJson('A text contains half of a surrogate pair.')
}

/** Digits, `+ - .`, `e` and `E`; NaN at the end of the text is none of them. */
const isNumberPart = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101
