import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import type { Authenticator } from '#/platform/http/routing/authenticator.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { ScimTokens } from './tokens.ts'

interface ScimAuthenticatorDeps {
  readonly scimTokens: Pick<ScimTokens, 'authenticate'>
  readonly limits: Limits
}

/** Wrong tokens of one network; an identity provider has none. */
const WRONG_TOKENS = { burst: 30, periodMs: 60_000 }

/** Lets identity providers in: by a token of the very connection in the path, in one `Authorization` header. */
export function provisioningAuthenticator({
  scimTokens,
  limits,
}: ScimAuthenticatorDeps): Authenticator<'provisioning'> {
  return async (request) => {
    const { params, context } = request
    const values = request.headerValues('authorization')
    const secret = values.length === 1 ? /^Bearer ([A-Za-z0-9_]+)$/i.exec(values[0] ?? '')?.[1] : undefined
    if (values.length === 0) throw new AppError(commonErrors.unauthorized)
    const connection =
      secret === undefined ? undefined : await scimTokens.authenticate(secret, params['connection_id'] ?? '')
    if (connection) return { principal: connection, cookie: undefined }
    await limits.require(`scim_wrong_token:${networkOf(context.ip)}`, WRONG_TOKENS)
    throw new AppError(commonErrors.unauthorized, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
  }
}
