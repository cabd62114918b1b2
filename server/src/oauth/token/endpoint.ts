import { Type } from 'typebox'
import type { TObject } from 'typebox'
import type { Clients, Client } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import type { Logger } from '#/platform/log/log.ts'
import { grantTypes, TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import type { GrantType } from '#/protocol/oauth.ts'
import type { ClientAuthentication } from '#/oauth/client-auth/client-auth.ts'
import { proofAlgorithmsOf } from '#/oauth/dpop/dpop.ts'
import type { Dpop, Proof } from '#/oauth/dpop/dpop.ts'
import { OAuthErrorBody } from '#/oauth/shared/errors.ts'
import { clientActor, refuseUnsafeShape, REPEATABLE } from '#/oauth/shared/token-request.ts'
import type { ClientRequest } from '#/oauth/client-auth/client-auth.ts'
import type { BuiltGrant } from './grants/grant.ts'
import type { TokenIssuer, TokenResponse } from './issuer.ts'
import { TokenRequestBody } from './request-body.ts'

const MAX_VALUE_LENGTH = 16 * 1024
const HOUR_MS = 3_600_000

export interface TokenEndpointDeps {
  readonly clientAuthentication: ClientAuthentication
  readonly clients: Clients
  readonly dpop: Dpop
  readonly grants: ReadonlyMap<GrantType, BuiltGrant>
  readonly issuer: TokenIssuer
  readonly limits: Limits
  readonly settings: Settings
  readonly log: Logger
  /** The address of the endpoint, which DPoP proofs must name. */
  readonly url: string
}

/** The token endpoint (RFC 6749 §3.2). Order (rule G10): parse, client, grant type, proof, grant, consume, issue. */
export class TokenEndpoint {
  readonly #deps: TokenEndpointDeps
  constructor(deps: TokenEndpointDeps) {
    this.#deps = deps
  }

  async handle(request: ClientRequest): Promise<TokenResponse> {
    refuseUnsafeShape(request)
    const { client, claim } = await this.#deps.clientAuthentication.verify(request)
    const { type, params: schema, grant } = this.#grantFor(client, request.form.get('grant_type'))
    request.context.notes.grant = type
    const proof = await this.#proofOf(client, request)
    // Only now: a client that is asked for a nonce first (RFC 9449 §8) may come again with the same assertion.
    await claim()
    const params = readParams(request.form, schema)
    if (isRecordedWhenRefused(type)) await this.#countAgainstQuota(client)
    const authorization = await grant.authorize({
      client,
      params,
      targets: REPEATABLE.flatMap((name) => request.form.all(name)),
      jkt: proof?.jkt ?? null,
      actor: clientActor(client, request.context),
    })
    if (!isRecordedWhenRefused(type)) await this.#countAgainstQuota(client)
    const response = await this.#deps.issuer.issue(client, type, authorization, proof)
    await this.#noteUse(client, request)
    return response
  }

  /**
   * Anyone can register a client, so what one gets in an hour is bounded, and with it the rows it leaves here. Only what a
   * grant allowed counts: whoever merely names a public client uses nothing of it up.
   */
  async #countAgainstQuota(client: Client): Promise<void> {
    if (client.trusted) return
    const { limits, settings } = this.#deps
    const burst = (await settings.current())['oauth.registered_client_tokens_per_hour']
    await limits.require(`client-tokens:${client.clientId}`, { burst, periodMs: HOUR_MS })
  }

  /** The tokens are issued: that nobody could note when is no reason to withhold them. */
  async #noteUse(client: Client, { context }: ClientRequest): Promise<void> {
    try {
      await this.#deps.clients.touch(client)
    } catch (error) {
      this.#deps.log.warn(
        { err: error, request_id: context.requestId, client_id: client.clientId },
        'could not note the use of a client',
      )
    }
  }

  #grantFor(client: Client, type: string | undefined): BuiltGrant {
    if (type === undefined) throw new OAuthError('invalid_request', 'grant_type is required.')
    const grant = this.#deps.grants.get(type as GrantType)
    if (!grant) throw new OAuthError('unsupported_grant_type', `grant_type must be one of ${grantTypes.join(', ')}.`)
    if (client.grantTypes.includes(grant.type)) return grant
    throw new OAuthError('unauthorized_client', `This client is not registered for the grant type ${grant.type}.`)
  }

  async #proofOf(client: Client, request: ClientRequest): Promise<Proof | null> {
    const headers = request.headerValues('dpop')
    const expected = { method: 'POST', url: this.#deps.url, algorithms: proofAlgorithmsOf(client) }
    const proof = await this.#deps.dpop.verify(headers, expected)
    if (proof === null && client.dpopBound) {
      throw new OAuthError('invalid_dpop_proof', 'This client must send a DPoP proof with every token request.')
    }
    if (proof !== null && client.dpopJkt !== null && proof.jkt !== client.dpopJkt) {
      throw new OAuthError(
        'invalid_dpop_proof',
        'The DPoP proof is not signed with the key registered for this client.',
      )
    }
    return proof
  }
}

/** An exchange leaves a record when it is refused too, and its client proved itself: so each one counts, before it is tried. */
const isRecordedWhenRefused = (type: GrantType): boolean => type === TOKEN_EXCHANGE

/** The parameters a grant reads. Others are ignored (RFC 6749 §3.2). */
function readParams(form: Form, schema: TObject): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of Object.keys(schema.properties)) {
    const value = form.get(name)
    if (value === undefined && schema.required?.includes(name)) {
      throw new OAuthError('invalid_request', `${name} is required for this grant type.`)
    }
    if (value === undefined) continue
    if (value.length > MAX_VALUE_LENGTH) throw new OAuthError('invalid_request', `${name} is too long.`)
    params[name] = value
  }
  return params
}

const TokenResponseBody = Type.Object({
  access_token: Type.String(),
  token_type: Type.Union([Type.Literal('Bearer'), Type.Literal('DPoP')]),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  scope: Type.String(),
  refresh_token: Type.Optional(Type.String()),
  id_token: Type.Optional(Type.String()),
  issued_token_type: Type.Optional(Type.String()),
})

export const tokenRoute = oauthRoute({
  name: 'oauth.token',
  method: 'POST',
  url: '/oauth/token',
  auth: { kind: 'client' },
  form: true,
  cors: true,
  summary: 'Issue tokens',
  description:
    'Exchanges a grant for tokens (RFC 6749 §3.2). A DPoP header binds them to the key of the proof (RFC 9449).',
  schema: {
    body: TokenRequestBody,
    response: { 200: TokenResponseBody, 400: OAuthErrorBody, 401: OAuthErrorBody, 429: OAuthErrorBody },
  },
  handler: (request, { tokenEndpoint }) => tokenEndpoint.handle(request),
})

declare module '#/platform/http/routing/services.ts' {
  interface OAuthServices {
    tokenEndpoint: TokenEndpoint
  }
}
