import { Type } from 'typebox'
import { formatScope, scopesOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { isCommandLine } from '#/oauth/command-line/index.ts'
import type { CommandLineClient } from '#/oauth/command-line/index.ts'
import type { ClientAuthentication } from '#/oauth/client-auth/client-auth.ts'
import { credentialFields } from '#/oauth/client-auth/credential-fields.ts'
import { OAuthErrorBody } from '#/oauth/shared/errors.ts'
import type { Targets } from '#/oauth/shared/targets.ts'
import { refuseUnsafeShape } from '#/oauth/shared/token-request.ts'
import type { ClientRequest } from '#/oauth/client-auth/client-auth.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { INTERVAL_SECONDS, LIFETIME_SECONDS } from './device-codes.ts'
import type { DeviceCodes } from './device-codes.ts'

export interface DeviceAuthorizationDeps {
  readonly clientAuthentication: ClientAuthentication
  readonly deviceCodes: DeviceCodes
  readonly targets: Targets
  readonly limits: Limits
  readonly commandLine: CommandLineClient
  readonly issuer: string
}

interface DeviceAnswer {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

const HALF_HOUR = LIFETIME_SECONDS * 1000

// Each code is a row for half an hour. The last rule bounds the table whatever number of clients and addresses takes part.
const PER_ADDRESS: LimitRule = { burst: 60, periodMs: HALF_HOUR / 3 }
const PER_CLIENT: LimitRule = { burst: 1000, periodMs: HALF_HOUR / 3 }
const OVERALL: LimitRule = { burst: 10_000, periodMs: HALF_HOUR }

/** Gives a device the code it polls with and the one it shows (RFC 8628 §3.1, §3.2). */
export class DeviceAuthorization {
  readonly #deps: DeviceAuthorizationDeps
  constructor(deps: DeviceAuthorizationDeps) {
    this.#deps = deps
  }

  async handle(request: ClientRequest): Promise<DeviceAnswer> {
    refuseUnsafeShape(request)
    const { commandLine, clientAuthentication } = this.#deps
    await commandLine.prepare(request.form.get('client_id'))
    const client = await clientAuthentication.authenticate(request, 'introduces')
    if (isCommandLine(client) && !(await commandLine.isAllowed()))
      throw new OAuthError('unauthorized_client', 'Signing in from the command line is turned off on this server.')
    if (!client.grantTypes.includes(DEVICE_CODE)) {
      throw new OAuthError('unauthorized_client', 'This client is not registered for the device grant.')
    }
    const question = await this.#question(client, request)
    await this.#limit(client, request.context.ip)
    const { deviceCode, userCode } = await this.#deps.deviceCodes.open(question)
    const address = `${this.#deps.issuer}/oauth/device/verify`
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: address,
      verification_uri_complete: `${address}?user_code=${userCode}`,
      expires_in: LIFETIME_SECONDS,
      interval: INTERVAL_SECONDS,
    }
  }

  async #question(client: Client, { form, context }: ClientRequest) {
    const { targets } = this.#deps
    const resource = await targets.resolve(form.all('resource'), { client })
    const question = { client, audience: resource, otherwise: scopesOf(client.scope) }
    const scope = await targets.askedScope(form.get('scope'), question)
    return { clientId: client.clientId, scope: formatScope(scope), resource, ip: context.ip }
  }

  async #limit({ clientId }: Client, ip: string): Promise<void> {
    const rules: readonly [string, LimitRule][] = [
      [`device-address:${networkOf(ip)}`, PER_ADDRESS],
      [`device-client:${clientId}`, PER_CLIENT],
      ['device-overall:all', OVERALL],
    ]
    for (const [name, rule] of rules) {
      await this.#deps.limits.require(name, rule)
    }
  }
}

/** `POST /oauth/device`. */
export const deviceAuthorizationRoute = oauthRoute({
  name: 'oauth.deviceAuthorization',
  method: 'POST',
  url: '/oauth/device',
  auth: { kind: 'client' },
  form: true,
  summary: 'Start a device authorization',
  description:
    'Answers a code to poll `/oauth/token` with and a code for the person to enter (RFC 8628). Confidential clients ' +
    'authenticate; public clients send client_id.',
  schema: {
    body: Type.Object({
      ...credentialFields,
      scope: Type.Optional(Type.String({ description: 'All registered scopes when left out.' })),
      resource: Type.Optional(Type.String({ description: 'RFC 8707; may be repeated.' })),
    }),
    response: {
      200: Type.Object({
        device_code: Type.String(),
        user_code: Type.String({ description: 'Two groups of four letters with a hyphen.' }),
        verification_uri: Type.String(),
        verification_uri_complete: Type.String(),
        expires_in: Type.Integer({ description: 'Seconds.' }),
        interval: Type.Integer({ description: 'Seconds between polls.' }),
      }),
      400: OAuthErrorBody,
      401: OAuthErrorBody,
      429: OAuthErrorBody,
    },
  },
  handler: (request, { deviceAuthorization }) => deviceAuthorization.handle(request),
})
