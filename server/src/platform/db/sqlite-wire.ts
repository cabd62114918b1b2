import { DatabaseUnavailable, UniqueViolation } from './errors.ts'
import { flatten, isFlat, Sql } from './sql.ts'
import { codeOf } from './sqlite-errors.ts'
import type { Write } from './db.ts'
import type { Outcome, SqliteWork } from './sqlite-works.ts'
import type { SqlValue } from './sql.ts'

// How what is to be written travels to the thread that writes, and back what became of it.

/** A statement by the number of its text, what it binds, and how many rows it must change. */
type WireStatement = readonly [text: number, values: readonly SqlValue[], rows: number | undefined]

/** A statement, or several of which all are written or none. */
type WireWork = { readonly one: WireStatement } | { readonly all: readonly WireStatement[] }

export interface WireBatch {
  /** Each text once. */
  readonly texts: readonly string[]
  readonly works: readonly WireWork[]
}

/** An error by what makes it anew: classes and members of one don't travel. */
interface WireError {
  readonly name: string
  readonly message: string
  /** What SQLite says. */
  readonly reason: string | undefined
  /** The code of SQLite, of the error or of its cause. */
  readonly errcode: number | undefined
}

type WireOutcome = { readonly result: unknown } | { readonly failure: WireError }

/** What became of each, and how long it took, in milliseconds; or why nothing was committed. */
export type WireAnswer = { readonly tookMs: number } & (
  | { readonly outcomes: readonly WireOutcome[] }
  | { readonly failure: WireError }
)

/** Stands between the pieces of a text, where values go; no statement has one. */
const GAP = '\0'
const MAX_KNOWN = 500

/** Makes what is sent. */
export class WireWriter {
  readonly #known = new WeakMap<readonly string[], string>()

  batch(works: readonly SqliteWork[]): WireBatch {
    const texts = new Map<string, number>()
    const statement = (given: Sql, rows?: number): WireStatement => {
      const { strings, pieces } = isFlat(given) ? given : flatten(given, 'sqlite')
      const text = this.#textOf(strings)
      const number = texts.get(text) ?? texts.size
      texts.set(text, number)
      return [number, pieces as readonly SqlValue[], rows]
    }
    const sent = works.map((work): WireWork => {
      if (work instanceof Sql) return { one: statement(work) }
      return { all: work.map((write) => statement(write.statement, write.rows)) }
    })
    return { texts: [...texts.keys()], works: sent }
  }

  #textOf(strings: readonly string[]): string {
    const known = this.#known.get(strings)
    if (known !== undefined) return known
    const text = strings.join(GAP)
    this.#known.set(strings, text)
    return text
  }
}

/** Reads what was sent. The same text becomes the same strings, by which the connection knows its prepared statement. */
export class WireReader {
  readonly #known = new Map<string, readonly string[]>()

  works({ texts, works }: WireBatch): SqliteWork[] {
    const strings = texts.map((text) => this.#stringsOf(text))
    const statement = ([text, values]: WireStatement): Sql => new Sql(strings[text] as readonly string[], values)
    const write = (sent: WireStatement): Write => ({ statement: statement(sent), rows: sent[2] })
    return works.map((work) => ('one' in work ? statement(work.one) : work.all.map(write)))
  }

  #stringsOf(text: string): readonly string[] {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    const strings = text.split(GAP)
    this.#known.set(text, strings)
    return strings
  }
}

export const outcomeToWire = (outcome: Outcome): WireOutcome =>
  'result' in outcome ? outcome : { failure: errorToWire(outcome.error) }

export const outcomeFromWire = (outcome: WireOutcome): Outcome =>
  'result' in outcome ? outcome : { error: errorFromWire(outcome.failure) }

export function errorToWire(error: unknown): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), reason: undefined, errcode: undefined }
  const { name, message, cause } = error
  if (error instanceof UniqueViolation)
    return { name, message: error.constraint, reason: undefined, errcode: undefined }
  return { name, message, reason: messageOf(cause), errcode: codeOf(error) ?? codeOf(cause) }
}

export function errorFromWire({ name, message, reason, errcode }: WireError): Error {
  if (name === 'UniqueViolation') return new UniqueViolation(message)
  const error = (text: string): Error => Object.assign(new Error(text), errcode === undefined ? {} : { errcode })
  if (name !== 'DatabaseUnavailable') return error(message)
  return new DatabaseUnavailable(message, reason === undefined ? {} : { cause: error(reason) })
}

const messageOf = (cause: unknown): string | undefined => (cause instanceof Error ? cause.message : undefined)
