import type { AuthorizationCodes } from '#/modules/authorizations/index.ts'
import type { ClientTies } from '#/modules/clients/index.ts'
import type { Consents } from '#/modules/consents/index.ts'
import type { Tokens } from '#/modules/tokens/index.ts'
import type { DeviceCodes } from '#/oauth/device/index.ts'

export interface ClientTiesDeps {
  readonly tokens: Tokens
  readonly codes: AuthorizationCodes
  readonly deviceCodes: DeviceCodes
  readonly consents: Consents
}

/** What ends with a client or with its redirect URIs: the knot between clients and the modules that know them. */
export function clientTies({ tokens, codes, deviceCodes, consents }: ClientTiesDeps): ClientTies {
  return {
    revokeTokens: (tx, selector, reason) => tokens.revokeAll(tx, selector, reason),
    countTokens: (selector) => tokens.countAll(selector),
    endGrants: async (tx, clientId) => {
      await codes.voidOfClient(tx, clientId)
      await deviceCodes.endOfClient(tx, clientId)
      await consents.endOfClient(tx, clientId)
    },
  }
}
