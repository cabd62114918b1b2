import { Type } from 'typebox'
import type { PushedRequests } from '#/modules/authorization-requests/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { pushableText, Refusal } from '#/oauth/authorize/index.ts'
import type { RequestValidation } from '#/oauth/authorize/index.ts'
import { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import type { ClientAuthentication } from './client-auth/client-auth.ts'
import { credentialFields } from './client-auth/credential-fields.ts'
import { proofAlgorithmsOf } from './dpop/dpop.ts'
import type { Dpop } from './dpop/dpop.ts'
import { OAuthErrorBody } from './shared/errors.ts'
import { refuseUnsafeShape } from './shared/token-request.ts'
import type { ClientRequest } from './client-auth/client-auth.ts'

export interface PushedAuthorizationDeps {
  readonly clientAuthentication: ClientAuthentication
  readonly validation: RequestValidation
  readonly pushedRequests: PushedRequests
  readonly dpop: Dpop
  readonly limits: Limits
  /** The address of the endpoint, which DPoP proofs must name. */
  readonly url: string
}

/** Anyone can register a client, so what registered clients push from one address, or one of them from many, is limited. */
const UNTRUSTED = { burst: 300, periodMs: 60_000 }

interface PushedAnswer {
  readonly request_uri: string
  readonly expires_in: number
}

/** Takes an authorization request from the client itself, checked in full before the browser sets out (RFC 9126). */
export class PushedAuthorization {
  readonly #deps: PushedAuthorizationDeps
  constructor(deps: PushedAuthorizationDeps) {
    this.#deps = deps
  }

  async handle(request: ClientRequest): Promise<PushedAnswer> {
    refuseUnsafeShape(request)
    const { client, claim } = await this.#deps.clientAuthentication.verify(request, 'introduces')
    if (!client.trusted) await this.#limit(client, request)
    refuseForeignParts(request.form, client)
    const key = await this.#key(client, request)
    await claim()
    const text = pushableText(request.form, { client_id: client.clientId, ...key })
    await this.#validate(text, request)
    const { requestUri, expiresInSeconds } = await this.#deps.pushedRequests.push(client.clientId, text)
    return { request_uri: requestUri, expires_in: expiresInSeconds }
  }

  /** Whoever proved to be the client can't use others' networks to push more; a public client is only named. */
  async #limit({ clientId, authMethod }: Client, { context }: ClientRequest): Promise<void> {
    const { limits } = this.#deps
    await limits.require(`par:${networkOf(context.ip)}`, UNTRUSTED)
    if (authMethod !== 'none') await limits.require(`par-client:${clientId}`, UNTRUSTED)
  }

  /** The same two lists as at the authorization endpoint; here every error is the client's to read (RFC 9126 §2.3). */
  async #validate(text: string, { context }: ClientRequest): Promise<void> {
    try {
      await this.#deps.validation.validatePushed(Form.parse(text), context)
    } catch (error) {
      throw error instanceof Refusal ? error.error : error
    }
  }

  /** RFC 9449 §10.1: a proof stands for `dpop_jkt`; if both come they must name one key. */
  async #key(client: Client, request: ClientRequest): Promise<{ dpop_jkt?: string }> {
    const headers = request.headerValues('dpop')
    const expected = { method: 'POST', url: this.#deps.url, algorithms: proofAlgorithmsOf(client) }
    const proof = await this.#deps.dpop.verify(headers, expected)
    if (proof === null) return {}
    if ((request.form.get('dpop_jkt') ?? proof.jkt) !== proof.jkt) {
      throw new OAuthError('invalid_dpop_proof', 'The DPoP proof and dpop_jkt name different keys.')
    }
    await proof.claim()
    return { dpop_jkt: proof.jkt }
  }
}

function refuseForeignParts(form: Form, client: Client): void {
  // RFC 9126 §2.1: a pushed request does not point at another one.
  if (form.has('request_uri')) throw new OAuthError('invalid_request', 'request_uri must not be pushed.')
  if ((form.get('client_id') ?? client.clientId) !== client.clientId)
    throw new OAuthError('invalid_request', 'client_id must be the client that authenticates.')
}

export const parRoute = oauthRoute({
  name: 'oauth.par',
  method: 'POST',
  url: '/oauth/par',
  auth: { kind: 'client' },
  form: true,
  cors: true,
  summary: 'Push an authorization request',
  description:
    'Keeps the parameters of an authorization request for a minute and returns a request_uri that stands for them at ' +
    '`/oauth/authorize` until the person has decided (RFC 9126).',
  schema: {
    body: Type.Object({
      response_type: Type.Optional(Type.String({ description: 'And every other parameter of `/oauth/authorize`.' })),
      ...credentialFields,
    }),
    response: {
      201: Type.Object({ request_uri: Type.String(), expires_in: Type.Integer({ description: 'Seconds.' }) }),
      400: OAuthErrorBody,
      401: OAuthErrorBody,
      429: OAuthErrorBody,
    },
  },
  handler: async (request, { pushedAuthorization }) => new Reply(201, await pushedAuthorization.handle(request)),
})

declare module '#/platform/http/routing/services.ts' {
  interface OAuthServices {
    pushedAuthorization: PushedAuthorization
  }
}
