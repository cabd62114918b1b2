/**
 * Recovery: what people do about their own way in. A mailbox proves an address, chooses a new password, or signs in by
 * a link; whoever is signed in changes password and address, or leaves for good. Owns the table `email_tokens`: links
 * that are sent, then used once or void, each for one purpose. What a link proves is a mailbox and no more: second
 * factors are asked for as ever, by `sessions`. The rule for accounts nobody has proven yet stands in
 * `mailbox-proofs.ts`. Mail leaves through `email`, people are kept by `users`, passwords judged by `credentials`.
 */
import type { AddressProofs } from './address-proofs.ts'
import type { FreshProofs } from './fresh-proofs.ts'
import type { LinkRequests } from './link-requests.ts'
import type { MagicLinks } from './magic-links.ts'
import type { PasswordChanges } from './password-changes.ts'
import type { PasswordRecovery } from './password-recovery.ts'

export { purposes } from './email-token.ts'
export type { AddressProofs, AddressQuestion } from './address-proofs.ts'
export { buildRecovery } from './build.ts'
export { recoveryErrors } from './errors.ts'
export { recoveryEvents } from './events.ts'
export { recoveryRoutes } from './routes.ts'
export { SecurityNotices } from './security-notices.ts'
export { keptLinks, openLinks } from './store.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    addressProofs: AddressProofs
    freshProofs: FreshProofs
    linkRequests: LinkRequests
    magicLinks: MagicLinks
    passwordChanges: PasswordChanges
    passwordRecovery: PasswordRecovery
  }
  interface PageServices {
    addressProofs: AddressProofs
    freshProofs: FreshProofs
    linkRequests: LinkRequests
    magicLinks: MagicLinks
    passwordChanges: PasswordChanges
    passwordRecovery: PasswordRecovery
  }
}
export { recoverySamples } from './samples.ts'
