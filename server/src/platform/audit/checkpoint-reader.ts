import { MalformedJws, parseJws } from '#/platform/crypto/jws.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import { AuditKeys } from './audit-key.ts'
import { checkpoints, isGenuine } from './hash-chain.ts'
import { chainFloor } from './purge-markers.ts'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Checkpoint } from './hash-chain.ts'
import type { AuditPublicKeys } from './signed-statement.ts'

/** A checkpoint with what can be said of it by itself, without walking the entries that it covers. */
export interface ReadCheckpoint extends Checkpoint {
  /** The first place that it covers: the one behind the checkpoint or the removal before it. */
  readonly firstSequence: number
  /** The key that its statement names; undefined where the statement can't be read. */
  readonly keyId: string | undefined
  /** The public half of that key, where it is one of ours. */
  readonly publicKey: KeyObject | undefined
  /** Whether we signed it, and for the point that its row names. */
  readonly isGenuine: boolean
}

/** Some checkpoints, newest first, and whether there are older ones. */
export interface CheckpointPage {
  readonly rows: readonly ReadCheckpoint[]
  readonly hasMore: boolean
}

interface CheckpointReaderDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

/** Reads the signed ends of sealed batches. */
export class CheckpointReader {
  readonly #deps: CheckpointReaderDeps
  constructor(deps: CheckpointReaderDeps) {
    this.#deps = deps
  }

  /** The checkpoints before a place, newest first. */
  async list(before: number, limit: number): Promise<CheckpointPage> {
    const rows = await this.#deps.db.all(sql`
      SELECT ${checkpoints.columns} FROM ${checkpoints.name} WHERE sequence < ${before}
      ORDER BY sequence DESC LIMIT ${limit + 1}`)
    const found = rows.map((row) => checkpoints.decode(row))
    const read = await this.#reading()
    return {
      rows: found.slice(0, limit).map((checkpoint, i) => read(checkpoint, found[i + 1]?.sequence)),
      hasMore: found.length > limit,
    }
  }

  /** Counts them, as far as somebody wants to know. */
  async count(limit: number): Promise<number> {
    const row = await this.#deps.db.get(sql`
      SELECT count(*) AS n FROM (SELECT sequence FROM ${checkpoints.name} LIMIT ${limit}) AS counted`)
    return Number(row?.['n'])
  }

  /** The checkpoint that covers a place: the first one at it or behind it; undefined where none does, or none does any more. */
  async covering(sequence: number): Promise<ReadCheckpoint | undefined> {
    const found = await this.#first(sql`sequence >= ${sequence}`, 'ASC')
    if (!found) return undefined
    const previous = await this.#first(sql`sequence < ${found.sequence}`, 'DESC')
    const checkpoint = (await this.#reading())(found, previous?.sequence)
    return checkpoint.firstSequence <= sequence ? checkpoint : undefined
  }

  async #first(condition: ReturnType<typeof sql>, order: 'ASC' | 'DESC'): Promise<Checkpoint | undefined> {
    const row = await this.#deps.db.get(sql`
      SELECT ${checkpoints.columns} FROM ${checkpoints.name} WHERE ${condition} ORDER BY sequence ${raw(order)} LIMIT 1`)
    return row && checkpoints.decode(row)
  }

  async #reading(): Promise<(checkpoint: Checkpoint, previous: number | undefined) => ReadCheckpoint> {
    const { keys } = await new AuditKeys(this.#deps).verifying()
    const floor = await chainFloor(this.#deps.db)
    return (checkpoint, previous = 0) => readCheckpoint(checkpoint, Math.max(previous, floor.sequence), keys)
  }
}

function readCheckpoint(checkpoint: Checkpoint, previous: number, keys: AuditPublicKeys): ReadCheckpoint {
  const keyId = keyIdOf(checkpoint)
  return {
    ...checkpoint,
    firstSequence: previous + 1,
    keyId,
    publicKey: keyId === undefined ? undefined : keys.get(keyId),
    isGenuine: isGenuine(checkpoint, keys),
  }
}

function keyIdOf({ statement }: Checkpoint): string | undefined {
  try {
    const { kid } = parseJws(statement).header
    return typeof kid === 'string' ? kid : undefined
  } catch (error) {
    if (error instanceof MalformedJws) return undefined
    throw error
  }
}
