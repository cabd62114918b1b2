import { Type } from 'typebox'
import { CountsSchema, EndedAccess } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'
import { purposes } from './email-token.ts'
import type { EmailTokenPurpose } from './email-token.ts'

export const emailLinkSent = eventType(
  'email_link.sent',
  'A link was mailed to a user, or to the address they want.',
  Type.Object({ purpose: Type.Enum(Object.keys(purposes) as EmailTokenPurpose[]) }),
)

export const passwordReset = eventType(
  'password.reset',
  'A person chose a new password by a link in their mail; sessions and tokens ended.',
  Type.Object({ user_id: Type.String(), ...EndedAccess }),
)

export const passwordChanged = eventType(
  'password.changed',
  'A person who was signed in chose a new password; other sessions and all tokens ended.',
  Type.Object({ user_id: Type.String(), ...EndedAccess }),
)

export const emailVerified = eventType(
  'email.verified',
  'A person showed for the first time that they read the mail of their address.',
  Type.Object({
    user_id: Type.String(),
    removed_sign_ins: Type.Boolean({
      description: 'Whether an earlier password, passkeys and sessions were removed, since their owner did not show up',
    }),
    counts: CountsSchema,
  }),
)

export const emailChanged = eventType(
  'email.changed',
  'A person proved another address, and now has it instead of the old one.',
  Type.Object({ user_id: Type.String(), old_email: Type.String(), new_email: Type.String(), counts: CountsSchema }),
)

/** What this module tells. */
export const recoveryEvents = [emailLinkSent, passwordReset, passwordChanged, emailVerified, emailChanged]
