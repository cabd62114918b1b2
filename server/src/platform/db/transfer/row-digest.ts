import { hash } from 'node:crypto'

const MODULUS = 1n << 256n

/** What a table holds in one value: how many rows, and the sum of their hashes, whatever order they come in. */
export interface TableDigest {
  readonly rows: number
  readonly digest: string
}

/**
 * Adds up the rows of a table. The engines order text by their own rules, so the order does not count. It finds what was lost
 * or changed on the way; it is no proof against somebody who chooses the rows.
 */
export class RowDigest {
  #rows = 0
  #sum = 0n

  add(line: string): void {
    this.#rows += 1
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', line)}`)) % MODULUS
  }

  get result(): TableDigest {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') }
  }
}

/** Whether two tables hold the same. */
export const isSameDigest = (one: TableDigest, other: TableDigest): boolean =>
  one.rows === other.rows && one.digest === other.digest
