import { flag, integer, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `sso_saml_keys`. */
export const samlKeys = table('sso_saml_keys', {
  id: text,
  ssoConnectionId: text,
  certificate: text,
  privateKeySealed: text,
  active: flag,
  createdAt: integer,
})

/** A key pair of ours for one connection: the active one signs, each decrypts. */
export type SamlKey = EntityOf<typeof samlKeys>

/** Where the private half of a key is sealed for. */
export const samlKeyPlace = (id: string) => ({ table: 'sso_saml_keys', column: 'private_key_sealed', row: id })
