import type { Db, Tx } from '#/platform/db/db.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import { joinAny, sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type {
  OfClient,
  OfClientOfUser,
  OfConsent,
  OfUser,
  OfVaultConnection,
  OfVaultGrant,
  OfVaultProvider,
  RowEnding,
} from '#/modules/lifecycle/index.ts'
import { vaultGrants } from './grant.ts'
import type { NamedVaultGrant, VaultGrant } from './grant.ts'

/** What a list of grants is narrowed to. */
export interface VaultGrantFilter {
  readonly userId?: string | undefined
  readonly clientId?: string | undefined
  readonly connectionId?: string | undefined
  readonly providerId?: string | undefined
}

/** Every SQL statement about `vault_grants`. */
export class VaultGrantStore {
  readonly #db: Db
  readonly #named: KeysetList<NamedVaultGrant>
  constructor(db: Db) {
    this.#db = db
    this.#named = new KeysetList(db, namedGrants)
  }

  find(id: string): Promise<NamedVaultGrant | undefined> {
    return this.#named.find(sql`g.id = ${id}`)
  }

  /** Grants, newest first. */
  list(filter: VaultGrantFilter, request: PageRequest): Promise<Page<NamedVaultGrant>> {
    const { userId, clientId, connectionId, providerId } = filter
    const conditions = [
      userId === undefined ? undefined : sql`g.user_id = ${userId}`,
      clientId === undefined ? undefined : sql`g.client_id = ${clientId}`,
      connectionId === undefined ? undefined : sql`g.connection_id = ${connectionId}`,
      providerId === undefined ? undefined : sql`g.vault_provider_id = ${providerId}`,
    ]
    return this.#named.page(conditions, request)
  }

  /** What a person lets some clients use. */
  async ofClients(userId: string, clientIds: readonly string[]): Promise<VaultGrant[]> {
    const rows = await this.#db.all(sql`
      SELECT ${vaultGrants.columns} FROM vault_grants
      WHERE user_id = ${userId} AND client_id IN (${joinAny(clientIds)})`)
    return rows.map(vaultGrants.decode)
  }

  /** Writes a grant, in the place of an earlier one for the same client and account; returns it as it stands then. */
  async put(tx: Tx, grant: VaultGrant): Promise<VaultGrant> {
    const { scopes, updatedAt } = grant
    const row = await tx.get(sql`
      ${vaultGrants.insert(grant)}
      ON CONFLICT (connection_id, client_id) DO UPDATE SET ${vaultGrants.assign({ scopes, updatedAt })}
      RETURNING ${vaultGrants.columns}`)
    return row ? vaultGrants.decode(row) : grant
  }
}

const namedGrants: ListSource<NamedVaultGrant> = {
  columns: sql`${vaultGrants.columnsOf('g')}, k.client_name, p.name AS provider_name, p.display_name, c.account, c.label`,
  from: sql`vault_grants g JOIN vault_connections c ON c.id = g.connection_id
    JOIN vault_providers p ON p.id = g.vault_provider_id LEFT JOIN clients k ON k.client_id = g.client_id`,
  counted: sql`vault_grants g`,
  key: ['g.created_at', 'g.id'],
  decode: (row) => ({
    grant: vaultGrants.decode(row),
    clientName: row['client_name'] as string | null,
    providerName: row['provider_name'] as string,
    providerDisplayName: row['display_name'] as string,
    account: row['account'] as string | null,
    label: row['label'] as string | null,
  }),
}

type GrantOwner = OfClient | OfUser | OfClientOfUser | OfConsent | OfVaultConnection | OfVaultProvider | OfVaultGrant

/** What ends with its client, person, consent, account or provider, and one by itself. */
export const grantsEnding: RowEnding<GrantOwner> = {
  table: 'vault_grants',
  counts: 'vault_grants',
  end: () => sql`DELETE FROM vault_grants`,
  which: (owner) => {
    switch (owner.by) {
      case 'client':
        return sql`client_id = ${owner.clientId}`
      case 'user':
        return 'clientId' in owner
          ? sql`user_id = ${owner.userId} AND client_id = ${owner.clientId}`
          : sql`user_id = ${owner.userId}`
      case 'consent':
        return sql`user_id = ${owner.userId} AND client_id = ${owner.clientId}`
      case 'vault-connection':
        return sql`connection_id = ${owner.connectionId}`
      case 'vault-provider':
        return sql`vault_provider_id = ${owner.vaultProviderId}`
      case 'vault-grant':
        return sql`id = ${owner.grantId}`
    }
  },
}
