import { Compile } from 'typebox/schema'
import { ApiDocument } from './document.ts'
import type { Piece } from './document.ts'
import type { TestAnswer, TestRequest } from './app.ts'

type Check = (value: unknown) => string[]

/** What the document knows of one address. */
interface Address {
  readonly name: string
  readonly method: string
  readonly pattern: RegExp
  readonly operation: Piece
}

/** Holds answers against the OpenAPI document alone, as somebody would who knows nothing else of the server. */
export class DocumentJudge {
  readonly #document: ApiDocument
  readonly #definitions: Readonly<Record<string, Piece>>
  readonly #addresses: readonly Address[]
  /** Compiled once for each text: many operations answer the same. */
  readonly #checks = new Map<string, Check>()

  constructor(whole: Piece) {
    this.#document = new ApiDocument(whole)
    this.#definitions = closed(renamed((whole['components'] as Piece)['schemas'])) as Record<string, Piece>
    this.#addresses = [...this.#document.operations()].map(([name, operation]) => addressOf(name, operation))
  }

  /** What is wrong with a value by the schema of a body; nothing when it is right. */
  problemsOf(schema: Piece, value: unknown): string[] {
    const own = closed(renamed(schema)) as Piece
    const text = JSON.stringify(own)
    let check = this.#checks.get(text)
    if (!check) this.#checks.set(text, (check = compile({ ...own, $defs: this.#named(text) })))
    return check(value)
  }

  /** The name of the operation that a request reaches, or nothing when the document has none. */
  operationOf({ method, url }: { readonly method: string; readonly url: string }): string | undefined {
    return this.#find(method, url)?.name
  }

  /** How an answer differs from what the document says of its request; nothing when it does not. */
  differences(request: TestRequest & { readonly method: string }, answer: TestAnswer): string[] {
    const address = this.#find(request.method, request.url)
    if (!address) return [`${request.method} ${request.url} is not in the document`]
    const response = this.#document.response(address.operation, isRelayed(answer) ? 'default' : answer.status)
    if (!response) return [`${address.name} answered ${answer.status}, which is not in the document`]
    return this.#bodyProblems(response, answer).map((problem) => `${address.name} ${answer.status}: ${problem}`)
  }

  #find(method: string, url: string): Address | undefined {
    const path = url.replace(/[?#].*$/, '')
    const matches = this.#addresses.filter((it) => it.method === method && it.pattern.test(path))
    // A path without parameters goes before one with them (OpenAPI 3.1 §4.8.8.2).
    return matches.find(({ name }) => !name.includes('{')) ?? matches[0]
  }

  #bodyProblems(response: Piece, { headers, text, json }: TestAnswer): string[] {
    const content = response['content'] as Record<string, { readonly schema: Piece }> | undefined
    if (!content) return text === '' ? [] : ['has a body']
    if (content['*/*']) return []
    const type = String(headers['content-type']).split(';')[0] ?? ''
    const media = content[type]
    if (!media) return [`is ${type}, not ${Object.keys(content).join(' or ')}`]
    return type === 'application/json' ? this.problemsOf(media.schema, json) : []
  }

  /** The named parts that a text refers to, and those that these refer to. */
  #named(text: string, found: Record<string, Piece> = {}): Record<string, Piece> {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (found[name]) continue
      found[name] = this.#definitions[name] as Piece
      this.#named(JSON.stringify(found[name]), found)
    }
    return found
  }
}

/** Whether another server said it (RFC 9209 §2.1.3). */
const isRelayed = ({ headers }: TestAnswer): boolean => String(headers['proxy-status']).includes('received-status=')

function compile(schema: Piece): Check {
  const compiled = Compile(schema as object)
  return (value) => {
    const [isRight, errors] = compiled.Errors(value)
    return isRight ? [] : errors.map((it) => `${it.instancePath || '/'} ${it.message}`)
  }
}

function addressOf(name: string, operation: Piece): Address {
  const [method = '', path = ''] = name.split(' ')
  const pattern = path
    .replace(/[.*+?()|[\]\\^$]/g, '\\$&')
    .replace(/\{path\}$/, '.*')
    .replace(/\{[^}]+\}/g, '[^/]+')
  return { name, method, operation, pattern: new RegExp(`^${pattern}$`) }
}

/** A schema on its own, with the named parts where JSON Schema keeps them. */
function renamed(piece: unknown): unknown {
  return JSON.parse(JSON.stringify(piece).replaceAll('"#/components/schemas/', '"#/$defs/'))
}

/** Members that an object does not name are a difference, unless it says that there may be more. */
function closed(piece: unknown, within = false): unknown {
  if (Array.isArray(piece)) return piece.map((part) => closed(part, within))
  if (typeof piece !== 'object' || piece === null) return piece
  const copy = Object.fromEntries(
    Object.entries(piece).map(([key, value]) => [key, key === 'allOf' ? closed(value, true) : closed(value)]),
  )
  const isObject = copy['type'] === 'object' && copy['properties'] !== undefined && !('patternProperties' in copy)
  return isObject && !within ? { additionalProperties: false, ...copy } : copy
}
