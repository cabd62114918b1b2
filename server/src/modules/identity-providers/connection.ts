import type { Keyring } from '#/platform/crypto/keyring.ts'
import { appleClientSecret } from './apple-secret.ts'
import { kindTraits } from './provider-kinds.ts'
import type { KindTraits, ProviderOptions } from './provider-kinds.ts'
import { callbackUrl, issuerOf, secretPlace } from './provider.ts'
import type { Provider } from './provider.ts'

/** All that is needed to talk to one provider. */
export interface Connection {
  readonly id: string
  /** Another one after every change, so that nothing outdated is used on. */
  readonly version: number
  readonly traits: KindTraits
  readonly issuer: string
  readonly clientId: string
  /** Null for a public client. */
  readonly clientSecret: ((now: number) => string) | null
  readonly authMethod: ProviderOptions['token_endpoint_auth_method']
  readonly scopes: string
  readonly callbackUrl: string
}

/** Opens a provider's secret and puts its connection together. */
export function connect(provider: Provider, keyring: Pick<Keyring, 'open'>, baseUrl: string): Connection {
  const { id, updatedAt, kind, clientId, scopes, options } = provider
  return {
    id,
    version: updatedAt,
    traits: kindTraits[kind],
    issuer: issuerOf(provider),
    clientId,
    clientSecret: secretOf(provider, keyring),
    // Only an unknown provider may want the header: those we know all take the form, which nobody encodes differently.
    authMethod: kind === 'oidc' ? options.token_endpoint_auth_method : 'client_secret_post',
    scopes,
    callbackUrl: callbackUrl(baseUrl, provider),
  }
}

/** A connection to an issuer that somebody else keeps, by OpenID Connect and nothing of its own. */
export const openIdConnection = (parts: Omit<Connection, 'traits'>): Connection => ({
  ...parts,
  traits: kindTraits.oidc,
})

function secretOf(provider: Provider, keyring: Pick<Keyring, 'open'>): Connection['clientSecret'] {
  const { id, kind, clientId, secretSealed, options } = provider
  if (secretSealed === null) return null
  const secret = keyring.open(secretSealed, secretPlace(id))
  if (kind !== 'apple') return () => secret
  const { team_id: teamId = '', key_id: keyId = '' } = options
  return (now) => appleClientSecret({ teamId, keyId, clientId, privateKey: secret }, now)
}
