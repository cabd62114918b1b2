/**
 * Sessions: what a sign-in opens in one browser. Owns the table `sessions`, the session cookie, the browser cookie that
 * binds what happens before anyone is signed in, and the defence against requests that a foreign page makes a browser
 * send. A session lives until it is revoked, idle for 7 days, or 30 days old, all decided on read. That of a person with
 * a second factor is pending until the factor was presented, and that of somebody who has to set one up (`assurance.ts`)
 * until they did: it opens nothing else. So is one with an auth flow to pass (`sign-in-gate.ts`). Whichever way somebody
 * proves who they are, `SignIn` opens or steps up their session, and nothing else does. The tokens of a session belong to
 * `tokens` and end with it, as `lifecycle` says; proving who one is belongs to `credentials`.
 */
import type { BrowserPrincipal } from './authenticator.ts'
import type { SessionDirectory } from './session-directory.ts'
import type { SessionPrincipal } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { SignIn } from './sign-in.ts'

export {
  browserAuthenticator,
  cookieCredential,
  ENROLLMENT_PAGE,
  FLOW_PAGE,
  personAuthenticator,
  refuseOwing,
  sessionAuthenticator,
} from './authenticator.ts'
export type { BrowserPrincipal } from './authenticator.ts'
export { searchableSessions } from './searchable.ts'
export { acrAmong, acrOf, acrValues } from './acr.ts'
export type { Acr } from './acr.ts'
export { buildSessions } from './build.ts'
export type { Browser } from './browser.ts'
export type { LastWay } from './last-way.ts'
export { destinationOf } from './destination.ts'
export { deviceOf } from './device.ts'
export { sessionErrors } from './errors.ts'
export { sessionEvents } from './events.ts'
export { departureOf, meView, signingOut, signInReply } from './session-reply.ts'
export { placeOf } from './network-label.ts'
export { sessionRoutes } from './admin-routes.ts'
export { SessionStep } from './session-step.ts'
export { keptSessions, opensThings } from './store.ts'
export { authRoutes } from './routes.ts'
export { MeSchema, SignInAnswer } from './schemas.ts'
export type { Owed, Session, SessionPrincipal } from './session.ts'
export type { Sessions } from './sessions.ts'
export type { SignIn, SignInWay, StartedSession } from './sign-in.ts'
export type { FlowTrigger } from './flow-trigger.ts'
export { anyWay } from './sign-in-requirement.ts'
export type { SignInRequirement } from './sign-in-requirement.ts'
export { noFlows } from './sign-in-gate.ts'
export type {
  ChosenFlow,
  ChosenPassword,
  FlowInput,
  FlowOutcome,
  FlowWait,
  ProvenSignIn,
  SignInGate,
} from './sign-in-gate.ts'
export { NextMember, wayTo } from './way-to.ts'
export { FEDERATED, MAILBOX, PASSWORD, SINGLE_SIGN_ON } from './methods.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    sessions: Sessions
    signIn: SignIn
    sessionDirectory: SessionDirectory
  }
  interface PageServices {
    sessions: Sessions
    signIn: SignIn
    sessionDirectory: SessionDirectory
  }
  interface Principals {
    session: SessionPrincipal
    person: SessionPrincipal
    browser: BrowserPrincipal
  }
}
export { sessionSamples } from './samples.ts'
