import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

export const loginFailed = eventType(
  'login.failed',
  'Someone tried to sign in and did not get in. The target is the user, if there is one with that address.',
  Type.Object({
    reason: Type.Enum(['unknown_user', 'wrong_password', 'user_disabled', 'passkey_refused']),
  }),
)

const Limit = Type.Enum(['user_and_address', 'address', 'user'], { description: 'What the failures have in common' })

export const loginThrottled = eventType(
  'login.throttled',
  'So many sign-ins failed that more are refused for now. Told once an hour for each limit that is reached.',
  Type.Object({ limit: Limit }),
  { webhook: true },
)

const UserId = Type.String()

export const mfaEnabled = eventType(
  'mfa.enabled',
  'A user set up an authenticator app: from now on every sign-in asks for its code or a passkey.',
  Type.Object({ user_id: UserId, method: Type.Enum(['totp']) }),
  { webhook: true },
)

const FactorState = Type.Object({ mfa_enabled: Type.Boolean(), recovery_codes_left: Type.Integer() })

export const mfaDisabled = eventType(
  'mfa.disabled',
  'The second factor of a user was taken away, by the user or, as the actor says, by an operator.',
  Type.Object({ user_id: UserId, before: FactorState, after: FactorState, counts: CountsSchema }),
  { webhook: true },
)

export const mfaFailed = eventType(
  'mfa.failed',
  'Someone who had signed in so far gave a code that is wrong, or was used before.',
  Type.Object({ user_id: UserId }),
)

export const mfaThrottled = eventType(
  'mfa.throttled',
  'So many codes were wrong that more are refused for now. Told once an hour for each limit that is reached.',
  Type.Object({ limit: Limit }),
  { webhook: true },
)

export const recoveryCodeUsed = eventType(
  'mfa.recovery_code_used',
  'A recovery code stood in for the authenticator app, and is used up.',
  Type.Object({ user_id: UserId, left: Type.Integer({ description: 'How many codes are left' }) }),
  { webhook: true },
)

export const recoveryCodesReplaced = eventType(
  'mfa.recovery_codes_replaced',
  'A user made new recovery codes; those from before are void.',
  Type.Object({ user_id: UserId }),
  { webhook: true },
)

const PasskeyData = { user_id: UserId, passkey_id: Type.String() }

export const passkeyAdded = eventType(
  'passkey.added',
  'A user registered a passkey.',
  Type.Object({
    ...PasskeyData,
    aaguid: Type.String({ description: 'The model of the authenticator' }),
    backup_eligible: Type.Boolean({ description: 'Whether it may live on several devices' }),
  }),
  { webhook: true },
)

export const passkeyRenamed = eventType('passkey.renamed', 'A passkey got another name.', Type.Object(PasskeyData))

export const passkeyRemoved = eventType('passkey.removed', 'A passkey was removed.', Type.Object(PasskeyData), {
  webhook: true,
})

export const passkeyCounterRegressed = eventType(
  'passkey.counter_regressed',
  'A passkey counted backwards and was refused: it may have been copied.',
  Type.Object({ ...PasskeyData, stored: Type.Integer(), received: Type.Integer() }),
  { webhook: true },
)

/** What this module tells. */
export const credentialEvents = [
  loginFailed,
  loginThrottled,
  mfaEnabled,
  mfaDisabled,
  mfaFailed,
  mfaThrottled,
  recoveryCodeUsed,
  recoveryCodesReplaced,
  passkeyAdded,
  passkeyRenamed,
  passkeyRemoved,
  passkeyCounterRegressed,
]
