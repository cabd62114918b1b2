/**
 * A session in React: `MandateProvider` above the application, `useSession` for who is there, buttons and a guard that
 * look as you make them. It stands on `TokenSession` of `@mandate/sdk/oauth`.
 */
export { Guarded, SignInButton, SignOutButton } from './components.ts'
export { MandateProvider, useSession } from './provider.ts'
export type { Session } from './provider.ts'
export type { SessionState } from './session-store.ts'
