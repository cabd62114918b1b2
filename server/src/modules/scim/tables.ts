import { flag, integer, integerOrNull, json, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `scim_tokens`. */
export const scimTokens = table('scim_tokens', {
  id: text,
  ssoConnectionId: text,
  name: text,
  hash: text,
  lastUsedAt: integerOrNull,
  createdAt: integer,
})

/** A token of the identity provider of a connection. */
export type ScimToken = EntityOf<typeof scimTokens>

/** The codec of `scim_users`. */
export const scimUsers = table('scim_users', {
  id: text,
  ssoConnectionId: text,
  userId: text,
  userName: text,
  userNameFolded: text,
  displayNameFolded: text,
  emailFolded: text,
  externalId: textOrNull,
  attributes: json<Readonly<Record<string, unknown>>>(),
  disabledHere: flag,
  organizationRole: textOrNull,
  version: integer,
  removedAt: integerOrNull,
  createdAt: integer,
  updatedAt: integer,
})

/** A person as an identity provider keeps them here. */
export type ScimUser = EntityOf<typeof scimUsers>

/** The codec of `scim_groups`. */
export const scimGroups = table('scim_groups', {
  id: text,
  ssoConnectionId: text,
  displayName: text,
  displayNameFolded: text,
  externalId: textOrNull,
  version: integer,
  createdAt: integer,
  updatedAt: integer,
})

/** A group of people of a connection. */
export type ScimGroup = EntityOf<typeof scimGroups>
