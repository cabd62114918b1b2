import { integer, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `oauth_accounts`. */
export const oauthAccounts = table('oauth_accounts', {
  id: text,
  userId: text,
  providerId: text,
  subject: text,
  email: textOrNull,
  name: textOrNull,
  createdAt: integer,
  lastUsedAt: integer,
})

/** An account at a provider that signs a user in. Provider and subject identify it; e-mail and name only describe it. */
export type OAuthAccount = EntityOf<typeof oauthAccounts>

/** The same with the provider's name and label, for lists. */
export interface DescribedAccount extends OAuthAccount {
  readonly provider: string
  readonly displayName: string
}
