import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { scopesOfRole } from './roles.ts'
import { actorOf } from '#/platform/audit/event.ts'
import { allows, isFullAccess } from './scopes.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type {
  Authenticator,
  Caller,
  CookieCredential,
  UnauthenticatedRequest,
} from '#/platform/http/routing/authenticator.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { ApiKeys } from './api-keys.ts'

/** Who calls an admin route: a key, or a person with a system role. */
export interface AdminPrincipal {
  readonly kind: 'key' | 'user'
  readonly id: string
  readonly scopes: readonly string[]
  readonly actor: Actor
}

/** A signed-in person, as far as admin routes care. */
export interface OperatorSession {
  readonly userId: string
  readonly systemRole: string | null
  readonly cookie: CookieCredential
}

/** A person who signed in to the command line, whose token a key on their machine proved. */
export interface OperatorToken {
  readonly userId: string
  readonly systemRole: string | null
  /** Throws unless they proved who they are not long ago. */
  requireFresh(): void
}

interface AuthenticatorDeps {
  readonly apiKeys: ApiKeys
  /** Finds the session that a request carries; handed in, because sessions stand above keys. */
  readonly sessionOf: (context: RequestContext) => Promise<OperatorSession | undefined>
  /** Finds the operator behind a bound token of the command line; throws the 401 of its own. */
  readonly tokenOf: (request: UnauthenticatedRequest) => Promise<OperatorToken>
}

/** Somebody who calls an admin route, by the cookie of their session or by a key, which has none. */
interface AdminCaller extends Caller {
  readonly principal: AdminPrincipal
  /** Of a credential that outlives the proof it began with. */
  readonly requireFresh?: () => void
}

/**
 * The authenticator of admin routes: an API key as Bearer, a token of the command line with the DPoP scheme, else the session
 * cookie of an operator.
 */
export function adminAuthenticator({ apiKeys, sessionOf, tokenOf }: AuthenticatorDeps): Authenticator<'admin'> {
  return async (request, policy) => {
    const caller = await callerOf(request, { apiKeys, sessionOf, tokenOf })
    const { principal } = caller
    for (const scope of [policy.scope, policy.alsoScope ?? policy.scope]) {
      if (![scope, ...(policy.orScopes ?? [])].some((one) => allows(principal.scopes, one)))
        throw insufficientScope(scope)
    }
    if (policy.fullAccess && !isFullAccess(principal.scopes)) throw insufficientScope('*')
    if (policy.fresh) caller.requireFresh?.()
    return caller
  }
}

function callerOf(request: UnauthenticatedRequest, { apiKeys, sessionOf, tokenOf }: AuthenticatorDeps) {
  const said = request.headers['authorization']
  if (said === undefined) return bySession(request, sessionOf)
  return /^DPoP /i.test(said) ? byToken(request, tokenOf) : byKey(request, apiKeys)
}

/** A person with a system role, as the one who administers. */
export const operatorPrincipal = (userId: string, role: string | null, context: RequestContext): AdminPrincipal => ({
  kind: 'user',
  id: userId,
  scopes: scopesOfRole(role),
  actor: actorOf('admin', userId, context),
})

async function byKey(request: UnauthenticatedRequest, apiKeys: ApiKeys): Promise<AdminCaller> {
  const key = await apiKeys.authenticate(bearerOf(request), request.context.ip)
  if (!key) throw unauthorized('error="invalid_token"')
  request.context.notes.caller = { type: 'admin', id: key.id }
  const principal = {
    kind: 'key',
    id: key.id,
    scopes: key.scopes,
    actor: actorOf('admin', key.id, request.context),
  } as const
  return { principal, cookie: undefined }
}

/** The one bearer credential of a request (RFC 6750 §2.1), in the only spelling there is: no tabs, no second header. */
function bearerOf(request: UnauthenticatedRequest): string {
  const values = request.headerValues('authorization')
  const match = values.length === 1 ? /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(values[0] ?? '') : null
  if (!match?.[1]) throw unauthorized('error="invalid_token"')
  return match[1]
}

async function bySession(
  request: UnauthenticatedRequest,
  sessionOf: AuthenticatorDeps['sessionOf'],
): Promise<AdminCaller> {
  const session = await sessionOf(request.context)
  if (!session) throw unauthorized()
  const { userId, systemRole, cookie } = session
  if (systemRole !== null) request.context.notes.caller = { type: 'admin', id: userId }
  if (systemRole === null) throw new AppError(commonErrors.forbidden)
  return { principal: operatorPrincipal(userId, systemRole, request.context), cookie }
}

async function byToken(request: UnauthenticatedRequest, tokenOf: AuthenticatorDeps['tokenOf']): Promise<AdminCaller> {
  const { userId, systemRole, requireFresh } = await tokenOf(request)
  if (systemRole === null) throw new AppError(commonErrors.forbidden)
  request.context.notes.caller = { type: 'admin', id: userId }
  return { principal: operatorPrincipal(userId, systemRole, request.context), cookie: undefined, requireFresh }
}

const unauthorized = (parameters?: string): AppError =>
  new AppError(commonErrors.unauthorized, { headers: { 'www-authenticate': challenge(parameters) } })

/** RFC 6750 §3.1. */
const insufficientScope = (scope: string): AppError =>
  new AppError(commonErrors.insufficient_scope, {
    headers: { 'www-authenticate': challenge(`error="insufficient_scope", scope="${scope}"`) },
    details: { required_scope: scope },
  })

const challenge = (parameters?: string): string =>
  ['Bearer realm="mandate"', ...(parameters ? [parameters] : [])].join(', ')
