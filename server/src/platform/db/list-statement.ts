import { flatten, Sql } from './sql.ts'
import type { Engine, SqlValue } from './sql.ts'

/**
 * A statement about a list of any length that runs often. There are texts for 1, 2, 4, 8 entries and so on, each flattened
 * once; what is left of a list is filled up with NULL, so the statement must join or compare its entries with something.
 */
export class ListStatement {
  readonly #engine: Engine
  readonly #write: (count: number) => Sql
  readonly #texts = new Map<number, readonly string[]>()

  /** `write` gives the statement for so many entries, with gaps where their values go, those of one entry together. */
  constructor(engine: Engine, write: (count: number) => Sql) {
    this.#engine = engine
    this.#write = write
  }

  /** The statement for these entries; `before` are the values whose gaps come before those of the list. */
  of(entries: readonly (readonly SqlValue[])[], before: readonly SqlValue[] = []): Sql {
    const [first] = entries
    if (first === undefined) throw new TypeError('there is no statement for an empty list')
    if (entries.length === 1) return new Sql(this.#textFor(1), before.length === 0 ? first : [...before, ...first])
    const count = 2 ** Math.ceil(Math.log2(entries.length))
    const missing = Array<null>((count - entries.length) * first.length).fill(null)
    return new Sql(this.#textFor(count), [...before, ...entries.flat(), ...missing])
  }

  #textFor(count: number): readonly string[] {
    const known = this.#texts.get(count)
    if (known !== undefined) return known
    const { strings } = flatten(this.#write(count), this.#engine)
    this.#texts.set(count, strings)
    return strings
  }
}
