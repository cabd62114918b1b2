import type { Clock } from '#/platform/clock.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import type { OfUser, OfVaultConnection, OfVaultProvider, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Token, Tokens } from '#/modules/tokens/index.ts'
import type { VaultConnection } from './connection.ts'
import type { VaultConnectionStore } from './connection-store.ts'
import { vaultErrors } from './errors.ts'
import { vaultCallMade, vaultCallRefused, vaultTokenRefused, vaultTokenRetrieved } from './events.ts'
import { vaultUses } from './vault-use.ts'
import type { UseOperation, UseOutcome, VaultUse } from './vault-use.ts'

interface VaultUsesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly store: VaultConnectionStore
  readonly tokens: Pick<Tokens, 'holdAlive'>
}

/** What was used by whom. */
interface Used {
  readonly connection: VaultConnection
  readonly token: Token
  readonly operation: UseOperation
  readonly outcome: UseOutcome
}

/** An agent that got something from a connection. */
export interface RecentUse {
  readonly connectionId: string
  readonly clientId: string
  readonly lastUsedAt: number
}

/** Uses that were counted in memory since they were written last. */
interface Counted {
  readonly use: VaultUse
  count: number
  lastUsedAt: number
}

const HOUR_MS = 3_600_000
const FLUSH_MS = 2000
const MAX_RECENT = 500
/** Keys that are counted in memory at most; whatever comes beyond is written at once. */
const MAX_COUNTED = 10_000

/**
 * Who used which connection. The first use of a connection by a token in an hour is a row and an event, written before
 * anything is handed out and against a token and a connection that live in that moment: so whoever ends the connection
 * finds every line that got something. What follows within the hour is counted, and written every two seconds.
 */
export class VaultUses {
  readonly #deps: VaultUsesDeps
  readonly #counted = new Map<string, Counted>()
  #timer: NodeJS.Timeout | undefined
  constructor(deps: VaultUsesDeps) {
    this.#deps = deps
  }

  async record({ connection, token, operation, outcome }: Used, context: RequestContext): Promise<void> {
    const now = this.#deps.clock.now()
    const use: VaultUse = {
      connectionId: connection.id,
      vaultProviderId: connection.vaultProviderId,
      userId: connection.userId,
      clientId: token.clientId,
      tokenId: token.id,
      rootId: token.rootId,
      operation,
      outcome,
      hour: now - (now % HOUR_MS),
      count: 1,
      firstUsedAt: now,
      lastUsedAt: now,
    }
    const key = [use.connectionId, use.tokenId, use.operation, outcome, use.hour].join(' ')
    const counted = this.#counted.get(key)
    if (counted) return this.#count(counted, now)
    await this.#write(use, context)
    if (this.#counted.size < MAX_COUNTED) this.#counted.set(key, { use, count: 0, lastUsedAt: now })
    this.#timer ??= setTimeout(() => void this.#tick(), FLUSH_MS).unref()
  }

  /** Who got something from the connections of a person lately, and when last: the newest first. */
  async recentOf(userId: string): Promise<RecentUse[]> {
    const rows = await this.#deps.db.all(sql`
      SELECT connection_id, client_id, max(last_used_at) AS last_used_at FROM vault_uses
      WHERE user_id = ${userId} AND outcome = 'success'
      GROUP BY connection_id, client_id ORDER BY last_used_at DESC LIMIT ${MAX_RECENT}`)
    return rows.map((row) => ({
      connectionId: String(row['connection_id']),
      clientId: String(row['client_id']),
      lastUsedAt: Number(row['last_used_at']),
    }))
  }

  /** Writes what was counted. */
  async settled(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { db, clock } = this.#deps
    const open = [...this.#counted].filter(([, { count }]) => count > 0)
    const hour = clock.now() - (clock.now() % HOUR_MS)
    for (const [key, { use }] of this.#counted) if (use.hour !== hour) this.#counted.delete(key)
    if (open.length === 0) return
    const written = open.map(([, counted]) => {
      const { use, count, lastUsedAt } = counted
      counted.count = 0
      return { ...use, count, lastUsedAt }
    })
    await db.tx(async (tx) => {
      for (const use of written) await add(tx, use)
    })
  }

  #count(counted: Counted, now: number): void {
    counted.count += 1
    counted.lastUsedAt = now
    this.#timer ??= setTimeout(() => void this.#tick(), FLUSH_MS).unref()
  }

  async #tick(): Promise<void> {
    try {
      await this.settled()
    } catch {
      // Numbers of two seconds are lost with the database; the rows that lead to the lines are not.
    }
  }

  async #write(use: VaultUse, context: RequestContext): Promise<void> {
    const { db, events, store, tokens } = this.#deps
    await db.tx(async (tx) => {
      if (!(await store.holdThere(tx, use.connectionId))) throw new AppError(vaultErrors.vault_connection_not_found)
      if (!(await tokens.holdAlive(tx, use.tokenId))) throw new AppError(commonErrors.unauthorized)
      const isNew = (await tx.run(sql`${vaultUses.insert(use)} ON CONFLICT DO NOTHING`)) === 1
      if (!isNew) return add(tx, use)
      const target = { type: 'vault_connection', id: use.connectionId }
      const actor = actorOf('agent', use.clientId, context)
      const data = {
        connection_id: use.connectionId,
        user_id: use.userId,
        client_id: use.clientId,
        token_id: use.tokenId,
      }
      const { done, refused } = kinds[use.operation]
      if (use.outcome === 'success') await events.record(tx, done, { actor, target, data })
      else {
        const more = { ...data, outcome: use.outcome }
        await events.record(tx, refused, { actor, target, result: 'failure', data: more })
      }
    })
  }
}

const kinds = {
  read: { done: vaultTokenRetrieved, refused: vaultTokenRefused },
  use: { done: vaultCallMade, refused: vaultCallRefused },
} as const

async function add(tx: Tx, use: VaultUse): Promise<void> {
  await tx.run(sql`
    UPDATE vault_uses SET count = count + ${use.count}, last_used_at = ${use.lastUsedAt}
    WHERE connection_id = ${use.connectionId} AND token_id = ${use.tokenId} AND operation = ${use.operation}
      AND outcome = ${use.outcome} AND hour = ${use.hour}`)
}

/**
 * The first ancestors of the tokens that fetched what opens a connection, or any of a provider. Whoever only made calls
 * through the proxy has nothing in hand that would live on.
 */
export async function linesThatFetched(
  queries: Queries,
  subject: OfVaultConnection | OfVaultProvider,
): Promise<string[]> {
  const which =
    subject.by === 'vault-connection'
      ? sql`connection_id = ${subject.connectionId}`
      : sql`vault_provider_id = ${subject.vaultProviderId}`
  const rows = await queries.all(sql`
    SELECT DISTINCT root_id FROM vault_uses WHERE ${which} AND operation = 'read' AND outcome = 'success' ORDER BY root_id`)
  return rows.map((row) => String(row['root_id']))
}

/** What a person's agents used goes with the person. */
export const usesEnding: RowEnding<OfUser> = {
  table: 'vault_uses',
  counts: null,
  end: () => sql`DELETE FROM vault_uses`,
  which: ({ userId }) => sql`user_id = ${userId}`,
}
