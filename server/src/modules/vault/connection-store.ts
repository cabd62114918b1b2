import type { Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import type { OfUser, OfVaultProvider, RowEnding } from '#/modules/lifecycle/index.ts'

/** Every SQL statement about `vault_connections`. */
export class VaultConnectionStore {
  /**
   * Throws away the tokens of everybody at a provider, so that nothing of theirs is ever sent to where it leads now. Only
   * the people can go on. Returns how many connections this stopped.
   */
  dropTokens(tx: Tx, providerId: string, now: number): Promise<number> {
    return tx.run(sql`
      UPDATE vault_connections
      SET state = 'needs_reauth', tokens_sealed = NULL, version = version + 1, lease = NULL, leased_until = NULL,
        updated_at = ${now}
      WHERE vault_provider_id = ${providerId} AND tokens_sealed IS NOT NULL`)
  }
}

/** The connections that end with their person or provider. */
export const connectionsEnding: RowEnding<OfUser | OfVaultProvider> = {
  table: 'vault_connections',
  counts: 'vault_connections',
  end: () => sql`DELETE FROM vault_connections`,
  which: (subject) =>
    subject.by === 'user' ? sql`user_id = ${subject.userId}` : sql`vault_provider_id = ${subject.vaultProviderId}`,
}
