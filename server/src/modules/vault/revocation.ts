import { integer, json, table, text, textOrNull } from '#/platform/db/table.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import { Queue } from '#/platform/queue/queue.ts'
import { queueColumns } from '#/platform/queue/queue-row.ts'
import type { Quirks } from './quirks.ts'

/** The codec of `vault_revocations`. */
export const vaultRevocations = table('vault_revocations', {
  ...queueColumns,
  userId: text,
  vaultProviderId: text,
  tokensSealed: text,
  secretSealed: textOrNull,
  upstreamClient: textOrNull,
  quirks: json<Quirks>(),
  createdAt: integer,
})

/** The tokens of an account that ended here, to be ended at its provider; called by the id of the account. */
export type VaultRevocation = EntityOf<typeof vaultRevocations>

/** The revocations that wait; providers take turns, so that one that hangs keeps no other waiting. */
export const revocationQueue = (db: Db): Queue<VaultRevocation> =>
  new Queue({ db, table: vaultRevocations, destination: 'vaultProviderId' })
