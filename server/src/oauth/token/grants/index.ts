import type { GrantType } from '#/protocol/oauth.ts'
import { AuthorizationCodeGrant } from './authorization-code.ts'
import type { AuthorizationCodeGrantDeps } from './authorization-code.ts'
import { ClientCredentialsGrant } from './client-credentials.ts'
import { DeviceCodeGrant } from './device-code.ts'
import type { DeviceCodeGrantDeps } from './device-code.ts'
import type { BuiltGrant, Grant, GrantDefinition } from './grant.ts'
import { RefreshTokenGrant } from './refresh-token.ts'
import type { RefreshTokenGrantDeps } from './refresh-token.ts'
import { TokenExchangeGrant } from './token-exchange.ts'
import type { TokenExchangeGrantDeps } from './token-exchange.ts'

export type GrantsDeps = AuthorizationCodeGrantDeps &
  DeviceCodeGrantDeps &
  TokenExchangeGrantDeps &
  RefreshTokenGrantDeps

interface GrantClass extends GrantDefinition {
  new (deps: GrantsDeps): Grant
}

const classes: readonly GrantClass[] = [
  AuthorizationCodeGrant,
  RefreshTokenGrant,
  ClientCredentialsGrant,
  TokenExchangeGrant,
  DeviceCodeGrant,
]

/** Every grant the token endpoint knows. A new grant is one file and one line above. */
export const grantDefinitions: readonly GrantDefinition[] = classes

/** The grants of a server, by their type. */
export const buildGrants = (deps: GrantsDeps): ReadonlyMap<GrantType, BuiltGrant> =>
  new Map(classes.map((Class) => [Class.type, { type: Class.type, params: Class.params, grant: new Class(deps) }]))
