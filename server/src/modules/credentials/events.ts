import { Type } from 'typebox'
import { eventKind } from '#/platform/events/event.ts'

export const loginFailed = eventKind(
  'login.failed',
  'Someone tried to sign in and did not get in. The target is the user, if there is one with that address.',
  Type.Object({ reason: Type.Enum(['unknown_user', 'wrong_password', 'user_disabled']) }),
)

export const loginThrottled = eventKind(
  'login.throttled',
  'So many sign-ins failed that more are refused for now. Told once an hour for each limit that is reached.',
  Type.Object({
    limit: Type.Enum(['user_and_address', 'address', 'user'], { description: 'What the failures have in common' }),
  }),
  { webhook: true },
)

/** What this module tells. */
export const credentialEvents = [loginFailed, loginThrottled]
