import { createHash } from 'node:crypto'
import { isFlat, render } from './sql.ts'
import type { Sql, SqlValue } from './sql.ts'

const MAX_NAMES = 500

/** A statement as the `pg` driver takes it; with a name the server parses and plans it once for each connection. */
export interface NamedStatement {
  readonly name?: string
  readonly text: string
  readonly values: SqlValue[]
}

interface NamedText {
  readonly text: string
  readonly name?: string
}

/** Gives each statement text a name, up to a bound, because the server keeps every name as long as a connection lives. */
export class StatementNames {
  #bySite = new WeakMap<readonly string[], NamedText>()
  readonly #byText = new Map<string, NamedText>()
  #version = 0

  name(query: Sql): NamedStatement {
    if (!isFlat(query)) {
      const { text, values } = render(query, 'postgres')
      return { ...this.#nameOf(text), values }
    }
    const values = query.pieces as SqlValue[]
    const known = this.#bySite.get(query.strings)
    if (known !== undefined) return { ...known, values }
    const statement = this.#nameOf(render(query, 'postgres').text)
    this.#bySite.set(query.strings, statement)
    return { ...statement, values }
  }

  /** Makes new names for everything, because what the server prepared under the old ones no longer fits the schema. */
  renew(): void {
    this.#version += 1
    this.#bySite = new WeakMap()
    this.#byText.clear()
  }

  #nameOf(text: string): NamedText {
    const known = this.#byText.get(text)
    if (known !== undefined) return known
    if (this.#byText.size >= MAX_NAMES) return { text }
    const statement = {
      text,
      name: createHash('sha256').update(`${this.#version} ${text}`).digest('base64url').slice(0, 16),
    }
    this.#byText.set(text, statement)
    return statement
  }
}
