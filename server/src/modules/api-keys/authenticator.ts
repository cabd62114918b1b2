import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { scopesOfRole } from './roles.ts'
import { allows } from './scopes.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Authenticator } from '#/platform/http/routing/authenticator.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { ApiKeys } from './api-keys.ts'

/** Who calls an admin route: a key, or a person with a system role. */
export interface AdminPrincipal {
  readonly kind: 'key' | 'user'
  readonly id: string
  readonly scopes: readonly string[]
  readonly actor: Actor
  /** When the person last proved who they are; null for a key, which proves itself with every request. */
  readonly authenticatedAt: number | null
}

/** A signed-in person, as far as admin routes care. */
export interface OperatorSession {
  readonly userId: string
  readonly systemRole: string | null
  readonly authenticatedAt: number
  verifyCsrf(token: string): boolean
}

interface AuthenticatorDeps {
  readonly apiKeys: ApiKeys
  /** Finds the session that a request carries; handed in, because sessions stand above keys. */
  readonly sessionOf: (context: RequestContext) => Promise<OperatorSession | undefined>
}

/** The authenticator of admin routes: an API key as Bearer, else the session cookie of an operator. */
export function adminAuthenticator({ apiKeys, sessionOf }: AuthenticatorDeps): Authenticator<'admin'> {
  return async (request, policy) => {
    const principal =
      request.headers['authorization'] === undefined
        ? await bySession(request, sessionOf)
        : await byKey(request, apiKeys)
    if (!allows(principal.scopes, policy.scope)) throw insufficientScope(policy.scope)
    return principal
  }
}

async function byKey(request: UnauthenticatedRequest, apiKeys: ApiKeys): Promise<AdminPrincipal> {
  const key = await apiKeys.authenticate(bearerOf(request), request.context.ip)
  if (!key) throw unauthorized('error="invalid_token"')
  const actor = actorOf('admin', key.id, request.context)
  return { kind: 'key', id: key.id, scopes: key.scopes, actor, authenticatedAt: null }
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
): Promise<AdminPrincipal> {
  const session = await sessionOf(request.context)
  if (!session) throw unauthorized()
  if (session.systemRole === null) throw new AppError(commonErrors.forbidden)
  assertNotForged(request, session)
  const { userId, systemRole, authenticatedAt } = session
  const scopes = scopesOfRole(systemRole)
  return { kind: 'user', id: userId, scopes, actor: actorOf('admin', userId, request.context), authenticatedAt }
}

/** A browser sends the cookie along whoever wrote the form, so a write also proves that our own page made it. */
function assertNotForged(request: UnauthenticatedRequest, session: OperatorSession): void {
  if (request.method === 'GET') return
  const token = request.headers['x-csrf-token']
  if (token === undefined || !session.verifyCsrf(token)) throw new AppError(commonErrors.csrf_failed)
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
