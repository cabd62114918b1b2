import { integer, integerOrNull, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Locale } from '#/modules/email/index.ts'

/** What becomes of an invitation. A pending one whose time is over counts as expired and needs no row to change. */
export const invitationStates = ['pending', 'accepted', 'declined', 'revoked'] as const
export type InvitationState = (typeof invitationStates)[number]

/** The codec of `organization_invitations`. */
export const invitations = table('organization_invitations', {
  id: text,
  organizationId: text,
  email: text,
  emailCanonical: text,
  role: text,
  locale: word<Locale>(),
  hash: text,
  invitedBy: textOrNull,
  state: word<InvitationState>(),
  createdAt: integer,
  sentAt: integer,
  expiresAt: integer,
  endedAt: integerOrNull,
})

/** An invitation of one address into one organization with one role, known by the hash of the secret in its mail. */
export type Invitation = EntityOf<typeof invitations>

const DAY_MINUTES = 24 * 60

/** For how long an invitation is open after it was sent. */
export const LIFETIME_MINUTES = 7 * DAY_MINUTES
export const LIFETIME_MS = LIFETIME_MINUTES * 60_000

/** Whether its mail can still be used. */
export const isOpen = ({ state, expiresAt }: Invitation, now: number): boolean => state === 'pending' && now < expiresAt
