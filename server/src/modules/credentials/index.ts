/**
 * Credentials: how a person proves who they are, today by a password. Owns hashing in a bounded number of slots, what a
 * new password must be, the limits on failed sign-ins, and signing up. Keeps no table: the hash is a column of the user.
 * What a proof opens belongs to `sessions`; passkeys and second factors will live here.
 */
import type { Passwords } from './passwords.ts'
import type { SignUps } from './sign-ups.ts'

export { credentialErrors } from './errors.ts'
export { credentialEvents } from './events.ts'
export { PasswordHasher } from './password-hasher.ts'
export { PasswordPolicy } from './password-policy.ts'
export { Passwords } from './passwords.ts'
export { SignUps } from './sign-ups.ts'

declare module '#/platform/http/services.ts' {
  interface Services {
    passwords: Passwords
    signUps: SignUps
  }
}
