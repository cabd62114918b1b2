import type { GrantType } from '#/protocol/oauth.ts'
import { AuthorizationCodeGrant } from './authorization-code.ts'
import type { AuthorizationCodeGrantDeps } from './authorization-code.ts'
import { ClientCredentialsGrant } from './client-credentials.ts'
import { DelegationRules } from './delegation.ts'
import type { DelegationRulesDeps } from './delegation.ts'
import { DeviceCodeGrant } from './device-code.ts'
import type { DeviceCodeGrantDeps } from './device-code.ts'
import type { Grant } from './grant.ts'
import { RefreshTokenGrant } from './refresh-token.ts'
import { TokenExchangeGrant } from './token-exchange.ts'
import type { TokenExchangeGrantDeps } from './token-exchange.ts'

export type GrantsDeps = AuthorizationCodeGrantDeps &
  DeviceCodeGrantDeps &
  Omit<TokenExchangeGrantDeps, 'rules'> &
  DelegationRulesDeps

/** Every grant the token endpoint knows, by its type. A new grant is one file and one line here. */
export function buildGrants(deps: GrantsDeps): ReadonlyMap<GrantType, Grant> {
  const rules = new DelegationRules(deps)
  const grants = [
    new AuthorizationCodeGrant(deps),
    new RefreshTokenGrant(deps),
    new ClientCredentialsGrant(deps),
    new TokenExchangeGrant({ ...deps, rules }),
    new DeviceCodeGrant(deps),
  ]
  return new Map(grants.map((grant) => [grant.type, grant as unknown as Grant]))
}
