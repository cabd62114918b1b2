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

interface AuthenticatorDeps {
  readonly apiKeys: ApiKeys
  /** Finds the session that a request carries; handed in, because sessions stand above keys. */
  readonly sessionOf: (context: RequestContext) => Promise<OperatorSession | undefined>
}

/** Somebody who calls an admin route, by the cookie of their session or by a key, which has none. */
interface AdminCaller extends Caller {
  readonly principal: AdminPrincipal
}

/** The authenticator of admin routes: an API key as Bearer, else the session cookie of an operator. */
export function adminAuthenticator({ apiKeys, sessionOf }: AuthenticatorDeps): Authenticator<'admin'> {
  return async (request, policy) => {
    const caller =
      request.headers['authorization'] === undefined
        ? await bySession(request, sessionOf)
        : await byKey(request, apiKeys)
    const { principal } = caller
    for (const scope of [policy.scope, policy.alsoScope ?? policy.scope]) {
      if (!allows(principal.scopes, scope)) throw insufficientScope(scope)
    }
    if (policy.fullAccess && !isFullAccess(principal.scopes)) throw insufficientScope('*')
    return caller
  }
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
