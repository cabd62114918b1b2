import { scimError, scimErrors } from './errors.ts'

/** How values are compared (RFC 7644 §3.4.2.2). */
const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'pr', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof operators)[number]

/** A filter as it was read. Names of attributes are in lower case, since they are the same in any. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'compare'; readonly attribute: string; readonly operator: Operator; readonly value: FilterValue }

export type FilterValue = string | boolean

const MAX_LENGTH = 1000
const MAX_COMPARISONS = 20
const MAX_DEPTH = 8
const TOKEN = /\s*(?:([()])|("(?:[^"\\]|\\.)*")|([A-Za-z][\w.:$-]*(?:\[[^\]"]*(?:"[^"]*"[^\]"]*)*\](?:\.\w+)?)?))/y
/** One address is all that is kept of somebody, so that whichever kind is asked for is meant. */
const CHOICE = /\[\s*(?:type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*\]/i
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i

/** Reads a filter; what is not of the grammar above is refused, and so is one that is long or deep. */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw invalid('is too long')
  const parser = new FilterParser(tokensOf(text))
  const filter = parser.either(0)
  if (!parser.isDone) throw invalid('goes on where it should end')
  return filter
}

const invalid = (what: string): Error => scimError(scimErrors.scim_invalid_filter, `The filter ${what}.`)

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    if (text.slice(TOKEN.lastIndex).trim() === '') break
    const match = TOKEN.exec(text)
    if (!match) throw invalid('has a word that is none')
    tokens.push(match[0].trim())
  }
  return tokens
}

/** `and` binds more closely than `or`. */
class FilterParser {
  readonly #tokens: readonly string[]
  #at = 0
  #comparisons = 0
  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get isDone(): boolean {
    return this.#at === this.#tokens.length
  }

  either(depth: number): Filter {
    let left = this.#both(depth)
    while (this.#takes('or')) left = { kind: 'or', left, right: this.#both(depth) }
    return left
  }

  #both(depth: number): Filter {
    let left = this.#one(depth)
    while (this.#takes('and')) left = { kind: 'and', left, right: this.#one(depth) }
    return left
  }

  #one(depth: number): Filter {
    if (depth > MAX_DEPTH) throw invalid('is too deep')
    if (!this.#takes('(')) return this.#comparison()
    const inner = this.either(depth + 1)
    if (!this.#takes(')')) throw invalid('lacks a parenthesis')
    return inner
  }

  #comparison(): Filter {
    if (++this.#comparisons > MAX_COMPARISONS) throw invalid('compares too much')
    const attribute = attributeOf(this.#next())
    const operator = this.#next().toLowerCase()
    const known = operators.find((one) => one === operator)
    if (!known) throw invalid(`has the operator ${operator}`)
    // `pr` asks whether there is anything, so that it compares with nothing.
    return { kind: 'compare', attribute, operator: known, value: known === 'pr' ? '' : valueOf(this.#next()) }
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false
    this.#at++
    return true
  }

  #next(): string {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw invalid('ends too early')
    return token
  }
}

function attributeOf(token: string): string {
  const name = token.replace(CORE, '').replace(CHOICE, '').toLowerCase()
  if (!/^[a-z][\w.$-]*$/.test(name)) throw invalid(`asks for ${token.slice(0, 60)}`)
  return name
}

function valueOf(token: string): FilterValue {
  if (/^(?:true|false)$/i.test(token)) return token.toLowerCase() === 'true'
  if (!token.startsWith('"')) throw invalid('compares with something that is no text')
  try {
    const value = JSON.parse(token) as string
    if (value.includes('\0') || !value.isWellFormed()) throw invalid('compares with a broken text')
    return value
  } catch {
    throw invalid('compares with a broken text')
  }
}

/** Whether an element of a list, such as an address, is one that a filter means. */
export function matches(filter: Filter, element: Readonly<Record<string, unknown>>): boolean {
  if (filter.kind !== 'compare') {
    const isLeft = matches(filter.left, element)
    return filter.kind === 'and' ? isLeft && matches(filter.right, element) : isLeft || matches(filter.right, element)
  }
  const entry = Object.entries(element).find(([name]) => name.toLowerCase() === filter.attribute)
  const found = String(entry?.[1] ?? '').toLowerCase()
  const wanted = String(filter.value).toLowerCase()
  switch (filter.operator) {
    case 'eq':
      return entry !== undefined && found === wanted
    case 'ne':
      return entry === undefined || found !== wanted
    case 'co':
      return found.includes(wanted)
    case 'sw':
      return found.startsWith(wanted)
    case 'ew':
      return found.endsWith(wanted)
    case 'pr':
      return found !== ''
    default:
      throw noOrder()
  }
}

/** What no text has: an order that is the same everywhere. */
export const noOrder = (): Error =>
  scimError(scimErrors.scim_invalid_filter, 'Only meta.created and meta.lastModified have an order.')
