import { integer, table, text, textOrNull, wordOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { MappableSystemRole } from './connection.ts'

/** The codec of `sso_identities`. */
export const ssoIdentities = table('sso_identities', {
  id: text,
  ssoConnectionId: text,
  subject: text,
  userId: text,
  email: textOrNull,
  name: textOrNull,
  organizationRole: textOrNull,
  systemRole: wordOrNull<MappableSystemRole>(),
  createdAt: integer,
  lastUsedAt: integer,
})

/** Whom a user is to the identity provider of a connection. Connection and subject identify them, nothing else does. */
export type SsoIdentity = EntityOf<typeof ssoIdentities>

/** The same with the name of its connection. */
export interface DescribedIdentity extends SsoIdentity {
  readonly connectionName: string
}

/** What an identity provider says of somebody, as far as its protocol has proven it. */
export interface AssertedIdentity {
  readonly subject: string
  readonly email: string | null
  /** Whether it says itself that nobody has confirmed the address. Silence is no. */
  readonly emailDenied: boolean
  readonly name: string | null
  readonly groups: readonly string[]
  /** Whether it says that there are groups which it did not send. */
  readonly groupsLeftOut: boolean
}
