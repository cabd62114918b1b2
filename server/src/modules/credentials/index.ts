/**
 * Credentials: how a person proves who they are. Passwords: hashing in a bounded number of slots, what a new one must
 * be, the limits on failed tries, and signing up; their hash is a column of the user, and one that another system made is
 * replaced at the next sign-in. `second-factor/`: authenticator
 * apps and recovery codes (tables `totp_factors`, `recovery_codes`), offered, then active, then gone; while one is
 * active every sign-in asks for it, which is decided in `sessions`. `passkeys/`: keys that count as both factors (table
 * `passkeys`). Reauthentication asks for any of them again. What a proof opens belongs to `sessions`.
 */
import type { Passwords } from './passwords/passwords.ts'
import type { PasskeyProofs } from './passkeys/passkey-proofs.ts'
import type { Passkeys } from './passkeys/passkeys.ts'
import type { Reauthentication } from './reauthentication.ts'
import type { SecondFactorChallenge } from './second-factor/challenge.ts'
import type { RecoveryCodes } from './second-factor/recovery-codes.ts'
import type { SecondFactors } from './second-factor/second-factors.ts'
import type { SignUps } from './passwords/sign-ups.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { reauthenticationRoutes } from './reauthentication-routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'

export { buildFactors } from './build.ts'
export { credentialErrors } from './shared/errors.ts'
export { credentialEvents } from './shared/events.ts'
export { qrSvg } from './second-factor/authenticator-app.ts'
export type { Passkey } from './passkeys/passkey.ts'
export { passkeysOfUser } from './passkeys/store.ts'
export { appOfUser, recoveryCodesLeft, usedRecoveryCodes } from './second-factor/store.ts'
export { PasswordHasher } from './passwords/password-hasher.ts'
export { problemOfHash } from './passwords/imported/imported-hash.ts'
export { PasswordPolicy } from './passwords/password-policy.ts'
export { Passwords } from './passwords/passwords.ts'
export { SignUps } from './passwords/sign-ups.ts'

export const credentialRoutes = [...secondFactorRoutes, ...passkeyRoutes, ...reauthenticationRoutes]

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    passwords: Passwords
    signUps: SignUps
    secondFactors: SecondFactors
    secondFactorChallenge: SecondFactorChallenge
    recoveryCodes: RecoveryCodes
    passkeys: Passkeys
    passkeyProofs: PasskeyProofs
    reauthentication: Reauthentication
  }
  interface PageServices {
    passwords: Passwords
    signUps: SignUps
    secondFactors: SecondFactors
    secondFactorChallenge: SecondFactorChallenge
    recoveryCodes: RecoveryCodes
    passkeys: Passkeys
    reauthentication: Reauthentication
  }
}
export { credentialSamples } from './samples.ts'
