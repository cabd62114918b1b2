import { integer, json, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `vault_grants`. */
export const vaultGrants = table('vault_grants', {
  id: text,
  userId: text,
  clientId: text,
  connectionId: text,
  vaultProviderId: text,
  scopes: json<readonly string[]>(),
  createdAt: integer,
  updatedAt: integer,
})

/** What a person lets a client use: one account, with these scopes of the provider. One for each client and account. */
export type VaultGrant = EntityOf<typeof vaultGrants>

/** What of a grant decides who may use what. */
export type GrantedScopes = Pick<VaultGrant, 'connectionId' | 'clientId' | 'scopes'>

/** The same with what people call its parts. */
export interface NamedVaultGrant {
  readonly grant: VaultGrant
  readonly clientName: string | null
  readonly providerName: string
  readonly providerDisplayName: string
  readonly account: string | null
  readonly label: string | null
}
