import { sql } from '#/platform/db/sql.ts'
import { integer, table, text } from '#/platform/db/table.ts'
import { formerContent, sealedContent } from './entry.ts'
import { authenticated, readStatement, signStatement } from './signed-statement.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Queries } from '#/platform/db/db.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { AuditKey, AuditPublicKeys } from './signed-statement.ts'
import type { EventRow } from './event-table.ts'

/** A point of the chain: how many events it holds up to there, and the hash over all of them. */
export interface ChainPoint {
  readonly sequence: number
  readonly hash: string
}

/** Where every chain begins. */
export const genesis: ChainPoint = { sequence: 0, hash: '' }

/** The codec of table `event_checkpoints`. */
export const checkpoints = table('event_checkpoints', {
  sequence: integer,
  hash: text,
  statement: text,
  createdAt: integer,
})

/** A signed end of a sealed batch. */
export type Checkpoint = EntityOf<typeof checkpoints>

/**
 * The point after one more event. The hash is keyed, so whoever can only write the database can't forge a chain, and
 * covers the sequence, so an event can't change its place.
 */
export const extendChain = (keyring: Keyring, from: ChainPoint, event: EventRow): ChainPoint =>
  extend(keyring, from, sealedContent(event))

/** The same by the formula of before entries were authenticated, which nothing is sealed by any more. */
export const extendFormerChain = (keyring: Keyring, from: ChainPoint, event: EventRow): ChainPoint =>
  extend(keyring, from, formerContent(event))

function extend(keyring: Keyring, { sequence, hash }: ChainPoint, said: readonly unknown[]): ChainPoint {
  const next = sequence + 1
  return { sequence: next, hash: keyring.mac('audit', JSON.stringify([hash, next, ...said])) }
}

/** The last checkpoint. */
export async function latestCheckpoint(queries: Queries): Promise<Checkpoint | undefined> {
  const row = await queries.get(
    sql`SELECT ${checkpoints.columns} FROM ${checkpoints.name} ORDER BY sequence DESC LIMIT 1`,
  )
  return row && checkpoints.decode(row)
}

const TYPE = 'mandate-checkpoint+jwt'

/** States under signature that the chain reached this point, and whether entries behind it must be authenticated. */
export function signCheckpoint(
  { sequence, hash }: ChainPoint,
  now: number,
  key: AuditKey,
  strict: boolean,
): Checkpoint {
  const said = { sequence, hash, sealed_at: now, ...(strict ? authenticated : {}) }
  return { sequence, hash, statement: signStatement(TYPE, said, key), createdAt: now }
}

/** Whether a checkpoint is one we signed, and for the point its row names. */
export function isGenuine(checkpoint: Checkpoint, keys: AuditPublicKeys): boolean {
  const said = readStatement(TYPE, checkpoint.statement, keys)
  return (
    said !== undefined &&
    said['sequence'] === checkpoint.sequence &&
    said['hash'] === checkpoint.hash &&
    said['sealed_at'] === checkpoint.createdAt
  )
}
