import { integer, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Organization } from './organization.ts'

/** The codec of `organization_members`. */
export const members = table('organization_members', {
  organizationId: text,
  userId: text,
  role: text,
  createdAt: integer,
})

/** One person in one organization. There is no other place that says what they may do in it. */
export type Member = EntityOf<typeof members>

/** The same as lists show it, with who that is. */
export interface NamedMember extends Member {
  readonly email: string
  readonly name: string
  readonly disabled: boolean
}

/** An organization as one of its members sees it. */
export interface Membership {
  readonly organization: Organization
  readonly role: string
  readonly joinedAt: number
}
