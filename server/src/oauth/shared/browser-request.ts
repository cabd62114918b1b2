import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'

/** The request of a browser at one of the pages of the protocol. */
export type BrowserRequest = Pick<UnauthenticatedRequest, 'context' | 'headers' | 'method' | 'url'>
