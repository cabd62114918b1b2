import type { Counts, OfUser, OfVaultConnection, OfVaultProvider, Step } from '#/modules/lifecycle/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import { connectionsEnding } from './connection-store.ts'
import type { VaultRevocation } from './revocation.ts'

type Ending = OfUser | OfVaultProvider | OfVaultConnection

interface RevocationStepDeps {
  readonly clock: Clock
  readonly queue: Queue<VaultRevocation>
}

/**
 * Has the tokens of accounts that end together ended at their providers too, by the worker of the queue: there may be many
 * accounts, and slow providers. It comes before the step that ends the accounts.
 */
export class VaultRevocationStep implements Step<Ending> {
  readonly tables = []
  readonly #deps: RevocationStepDeps
  constructor(deps: RevocationStepDeps) {
    this.#deps = deps
  }

  async end(tx: Tx, subject: Ending): Promise<Counts> {
    const { clock, queue } = this.#deps
    const now = clock.now()
    await tx.run(sql`
      INSERT INTO vault_revocations (id, user_id, vault_provider_id, tokens_sealed, secret_sealed, upstream_client, quirks,
        attempts, next_at, created_at)
      SELECT c.id, c.user_id, c.vault_provider_id, c.tokens_sealed, p.secret_sealed, p.client_id, p.quirks, 0,
        CAST(${now} AS BIGINT), CAST(${now} AS BIGINT)
      FROM (SELECT * FROM vault_connections WHERE ${connectionsEnding.which(subject, now)}) c
      JOIN vault_providers p ON p.id = c.vault_provider_id
      WHERE c.tokens_sealed IS NOT NULL AND p.quirks LIKE '%"revocation_url"%'`)
    queue.added(tx)
    return {}
  }

  /** Nobody asks how many there would be: what ends are the accounts. */
  count(): Promise<Counts> {
    return Promise.resolve({})
  }
}
