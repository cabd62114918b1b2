import { acrAmong, acrOf } from '#/modules/sessions/index.ts'
import type { Acr } from '#/modules/sessions/index.ts'
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
  /** The connection for single sign-on that the client would have the person sign in through. */
  readonly connection?: string | null
  /** The languages the client would have the person addressed in, best first. */
  readonly uiLocales?: string | null
  /** Single claims about the person that the ID token is to carry. Requests from before an upgrade have none. */
  readonly idTokenClaims?: readonly string[]
  /** How the person is to sign in, best first; `essential` when nothing less will do. */
  readonly acr?: { readonly values: readonly Acr[]; readonly essential: boolean } | null
  /** Whom the client means, by an ID token it sent along or by a claim. */
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
  /** The pushed request it came by, which is used up with it. */
  pushedHash: textOrNull,
})

/** A request waiting for a person, bound to the browser that brought it. */
export type AuthorizationRequest = EntityOf<typeof authorizationRequests>

/** What matters of a session here; the whole session has this shape. */
interface Moment {
  readonly id: string
  readonly authenticatedAt: number
}

interface SignIn extends Moment {
  readonly methods: readonly string[]
}

/** Whether a person signed in because of this request. */
export const isSignInFor = (request: AuthorizationRequest, session: Moment): boolean =>
  session.id !== request.priorSessionId && session.authenticatedAt >= request.createdAt

/**
 * Whether a person's sign-in is recent enough for the request. `prompt=login`, and `max_age` when too much time has
 * passed, want one made after the request came (OpenID Connect Core §3.1.2.1). Every sign-in makes a new session, so
 * another session id tells it apart even within one tick of the clock.
 */
export function isFreshEnough(request: AuthorizationRequest, session: Moment): boolean {
  if (isSignInFor(request, session)) return true
  const { prompt, maxAgeSeconds } = request.asked
  if (prompt.includes('login')) return false
  return maxAgeSeconds === null || request.createdAt - session.authenticatedAt <= maxAgeSeconds * 1000
}

/** Whether a person signed in as strongly as the request would have it, be that a wish or a must. */
export const isStrongEnough = (
  { asked: { acr } }: AuthorizationRequest,
  { methods }: Pick<SignIn, 'methods'>,
): boolean => !acr || acrAmong(acr.values, methods) !== undefined

/** Whether a sign-in is all that the request insists on: recent enough, and strong enough where that is essential. */
export const isGoodFor = (request: AuthorizationRequest, session: SignIn): boolean =>
  isFreshEnough(request, session) && (request.asked.acr?.essential !== true || isStrongEnough(request, session))

/** What the ID token of a request says of the sign-in: the class asked for where it is met, else the one it is of. */
export const acrFor = ({ asked: { acr } }: AuthorizationRequest, { methods }: Pick<SignIn, 'methods'>): Acr =>
  acrAmong(acr?.values ?? [], methods) ?? acrOf(methods)
