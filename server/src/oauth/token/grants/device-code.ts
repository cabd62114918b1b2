import { Type } from 'typebox'
import type { Users } from '#/modules/users/index.ts'
import type { DeviceCode, DeviceCodes } from '#/oauth/device/index.ts'
import { narrowedAudience } from '#/oauth/shared/targets.ts'
import type { Targets } from '#/oauth/shared/targets.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import type { Authorization, Grant, GrantRequest } from './grant.ts'

const Params = Type.Object(
  { device_code: Type.String({ description: 'The device_code that `/oauth/device` answered.' }) },
  { examples: [{ client_id: 'app_tv', device_code: 'mandate_dc_8uGe3AzR4vN0bq7TfXcW2mJ9sKpL5hYd' }] },
)

export interface DeviceCodeGrantDeps {
  readonly deviceCodes: DeviceCodes
  readonly users: Users
  readonly targets: Targets
}

/** Redeems a device code that a person approved (RFC 8628 §3.4). What they saw is what is granted. */
export class DeviceCodeGrant implements Grant<typeof Params> {
  static readonly type = DEVICE_CODE
  static readonly params = Params
  readonly #deps: DeviceCodeGrantDeps
  constructor(deps: DeviceCodeGrantDeps) {
    this.#deps = deps
  }

  async authorize({ client, params, targets }: GrantRequest<typeof Params>): Promise<Authorization> {
    const { deviceCodes } = this.#deps
    const code = await deviceCodes.poll(params.device_code, client.clientId)
    const userId = await this.#personOf(code)
    // What an operator took from the client while the code was on its way is not granted.
    const audience = narrowedAudience(code.resource, targets, 'those of the device authorization request')
    const scope = await this.#deps.targets.keptScope(code.scope, client, audience)
    return {
      subject: userId,
      userId,
      // A scope in this request is ignored (RFC 8628 §3.4 has none): the person approved what the page showed.
      scope,
      audience,
      sessionId: code.sessionId,
      consentId: code.consentId,
      policyId: null,
      authenticatedAt: code.authenticatedAt,
      act: null,
      lineage: { kind: 'root', family: client.grantTypes.includes('refresh_token') },
      ...(scope.includes('openid') ? { idToken: { nonce: null } } : {}),
      // Used up before anything is recorded. A device that polls twice at once gets one answer, and keeps it.
      consume: async (tx) => {
        if (!(await deviceCodes.consume(tx, code)))
          throw new OAuthError('invalid_grant', 'The device code was used, or the person has signed out since.')
      },
    }
  }

  async #personOf({ userId }: DeviceCode): Promise<string> {
    const user = userId === null ? undefined : await this.#deps.users.find(userId)
    if (user && user.disabledAt === null) return user.id
    throw new OAuthError('access_denied', 'The account can not be used.')
  }
}
