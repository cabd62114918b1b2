import type { EntityOf } from '#/platform/db/table.ts'
import { integer, integerOrNull, json, table, text, textOrNull } from '#/platform/db/table.ts'

/** What a client may want the person to go through (OpenID Connect Core §3.1.2.1). */
export const prompts = ['none', 'login', 'consent', 'select_account'] as const
export type Prompt = (typeof prompts)[number]

/** What a client asked for, checked. It stays on the server, so nothing a browser sends later can change it. */
export interface Asked {
  readonly redirectUri: string
  readonly state: string | null
  readonly scope: string
  readonly resource: readonly string[]
  /** Null where an operator waived PKCE for the client. */
  readonly codeChallenge: string | null
  readonly nonce: string | null
  readonly dpopJkt: string | null
  readonly prompt: readonly Prompt[]
  readonly maxAgeSeconds: number | null
  readonly loginHint: string | null
  /** The languages the client would have the person addressed in, best first. */
  readonly uiLocales?: string | null
  /** Whom the client means, by an ID token it sent along. */
  readonly hintedUserId: string | null
}

/** The codec of `authorization_requests`. */
export const authorizationRequests = table('authorization_requests', {
  id: text,
  browserHash: text,
  clientId: text,
  asked: json<Asked>(),
  priorSessionId: textOrNull,
  userId: textOrNull,
  createdAt: integer,
  expiresAt: integer,
  finishedAt: integerOrNull,
})

/** A request waiting for a person, bound to the browser that brought it. */
export type AuthorizationRequest = EntityOf<typeof authorizationRequests>

/** What matters of a session here; the whole session has this shape. */
interface SignIn {
  readonly id: string
  readonly authenticatedAt: number
}

/** Whether a person signed in because of this request. */
export const isSignInFor = (request: AuthorizationRequest, session: SignIn): boolean =>
  session.id !== request.priorSessionId && session.authenticatedAt >= request.createdAt

/**
 * Whether a person's sign-in is recent enough for the request. `prompt=login`, and `max_age` when too much time has
 * passed, want one made after the request came (OpenID Connect Core §3.1.2.1). Every sign-in makes a new session, so
 * another session id tells it apart even within one tick of the clock.
 */
export function isFreshEnough(request: AuthorizationRequest, session: SignIn): boolean {
  if (isSignInFor(request, session)) return true
  const { prompt, maxAgeSeconds } = request.asked
  if (prompt.includes('login')) return false
  return maxAgeSeconds === null || request.createdAt - session.authenticatedAt <= maxAgeSeconds * 1000
}
