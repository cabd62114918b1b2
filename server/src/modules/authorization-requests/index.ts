/**
 * What happens between a client's question and its code. A pushed request waits a minute for the browser, an
 * authorization request waits ten for the person and belongs to one browser, a code waits one for the client.
 * Each is used once, by a conditional write. `oauth/authorize` asks and answers, `oauth/par` pushes, `login` shows the
 * pages in between, and the authorization_code grant redeems.
 */
import type { AuthorizationRequests } from './requests.ts'

export { isUsable, openCodes } from './code-store.ts'
export { stateOfCode } from './code.ts'
export type { AuthorizationCode } from './code.ts'
export { AuthorizationCodes } from './codes.ts'
export type { CodeBinding } from './codes.ts'
export { authorizationErrors } from './errors.ts'
export { ownedBy } from './code-owner.ts'
export type { CodeOwner } from './code-owner.ts'
export { PushedRequests, REQUEST_URI_PREFIX } from './pushed-requests.ts'
export { acrFor, isFreshEnough, isGoodFor, isSignInFor, isStrongEnough, prompts } from './request.ts'
export type { Asked, AuthorizationRequest, Prompt } from './request.ts'
export { AuthorizationRequests } from './requests.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    authorizationRequests: AuthorizationRequests
  }
  interface PageServices {
    authorizationRequests: AuthorizationRequests
  }
}
