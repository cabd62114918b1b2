/**
 * Taking tokens, as an API: `Verifier` checks each here, with keys that are fetched once, and refuses with the challenges of
 * the protocol. The guards put it before the handlers of a framework. `RevocationFeed` tells it what ended.
 */
export { AccessError } from './errors.ts'
export type { Challenge } from './errors.ts'
export { RevocationFeed } from './feed.ts'
export { expressGuard, fastifyGuard, fetchGuard, honoGuard } from './guards.ts'
export { Nonces } from './nonces.ts'
export type { NonceSource } from './nonces.ts'
export { MemoryReplayStore } from './replays.ts'
export type { ReplayStore } from './replays.ts'
export type { RequestHeaders, VerifiableRequest } from './request.ts'
export type { Verdict } from './revocations.ts'
export type { AccessToken } from './token.ts'
export { Verifier } from './verifier.ts'
export type { Needs, ProtectedResourceMetadata, VerifierOptions } from './verifier.ts'
