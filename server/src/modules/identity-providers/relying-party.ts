import type { authorizationCodeGrant, Configuration } from 'openid-client'
import { Configurations } from './configurations.ts'
import type { ConfigurationsDeps } from './configurations.ts'
import type { Connection } from './connection.ts'
import { systemClock, toUnixSeconds } from '#/platform/clock.ts'
import { membersOf, UnusableProfile, withoutAddress } from './profile.ts'
import type { Claims, Profile } from './profile.ts'
import { withProvider } from './provider-failure.ts'

/** What one round trip is bound to; only the state travels in the clear. */
export interface TripSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

// As much as the library forgives clocks that go after ours.
const MAX_AHEAD_SECONDS = 30

/**
 * Our side of the protocols that providers speak: OpenID Connect with PKCE and nonce, and plain OAuth 2.0 with PKCE. Every
 * request goes through the guard of `platform/outbound`, every ID token is checked down to its signature. Throws
 * `ProviderFailure`.
 */
export class RelyingParty {
  readonly #configurations: Configurations
  constructor(deps: ConfigurationsDeps) {
    this.#configurations = new Configurations(deps)
  }

  /** Where to send a person (OpenID Connect Core §3.1.2.1, RFC 7636 §4.3). */
  authorizationUrl(
    connection: Connection,
    { state, nonce, codeVerifier }: TripSecrets,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    return withProvider(async () => {
      const client = await import('openid-client')
      const { traits, callbackUrl, scopes } = connection
      const { href } = client.buildAuthorizationUrl(await this.#configurations.of(connection), {
        ...traits.parameters,
        ...parameters,
        redirect_uri: callbackUrl,
        scope: scopes,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(traits.protocol === 'oidc' ? { nonce } : {}),
      })
      return href
    })
  }

  /** Who came back with these parameters. */
  profileOf(connection: Connection, answer: URLSearchParams, secrets: TripSecrets): Promise<Profile> {
    return withProvider(async () => {
      const { traits } = connection
      const redeemed = await this.#redeem(connection, answer, secrets)
      const { configuration, tokens } = redeemed
      if (traits.protocol === 'oauth2') return traits.profile((url) => read(configuration, tokens.access_token, url))
      return traits.profile(await claimsIn(redeemed, connection, ['email']))
    })
  }

  /** What an OpenID provider says of whoever came back; it is asked once more for the wanted claims that its token leaves out. */
  claimsOf(
    connection: Connection,
    answer: URLSearchParams,
    secrets: TripSecrets,
    wanted: readonly string[],
  ): Promise<Claims> {
    return withProvider(async () => claimsIn(await this.#redeem(connection, answer, secrets), connection, wanted))
  }

  async #redeem(connection: Connection, answer: URLSearchParams, secrets: TripSecrets): Promise<Redeemed> {
    const client = await import('openid-client')
    const { traits, callbackUrl } = connection
    const configuration = await this.#configurations.of(connection)
    const tokens = await client.authorizationCodeGrant(configuration, new URL(`${callbackUrl}?${answer}`), {
      expectedState: secrets.state,
      pkceCodeVerifier: secrets.codeVerifier,
      ...(traits.protocol === 'oidc' ? { expectedNonce: secrets.nonce, idTokenExpected: true } : {}),
    })
    return { configuration, tokens }
  }
}

/** What a code was worth. */
interface Redeemed {
  readonly configuration: Configuration
  readonly tokens: Awaited<ReturnType<typeof authorizationCodeGrant>>
}

async function claimsIn(
  { configuration, tokens }: Redeemed,
  { clientId }: Connection,
  wanted: readonly string[],
): Promise<Claims> {
  const claims = ofNow(forUs(membersOf(tokens.claims()), clientId))
  return withUserInfo(configuration, tokens.access_token, claims, wanted)
}

/** OpenID Connect Core §3.1.3.7 point 4: an authorized party that is named must be us, also beside a single audience. */
function forUs(claims: Claims, clientId: string): Claims {
  const { azp } = claims
  if (azp === undefined || azp === clientId) return claims
  throw new UnusableProfile('the ID token was issued to another party')
}

/**
 * A token that was issued in the future comes from a provider whose clock can't be trusted, or from somebody who keeps it
 * for later. The clock is the one of the machine, by which the library judges when the token ends.
 */
function ofNow(claims: Claims): Claims {
  const { iat } = claims
  if (typeof iat === 'number' && iat <= toUnixSeconds(systemClock.now()) + MAX_AHEAD_SECONDS) return claims
  throw new UnusableProfile('the ID token was issued in the future')
}

/**
 * Some providers keep the address out of the ID token; then it is asked for (OpenID Connect Core §5.3). Who vouches for an
 * address is whoever names it: what the token says of addresses does not count for one that it does not hold.
 */
async function withUserInfo(
  configuration: Configuration,
  accessToken: string,
  claims: Claims,
  wanted: readonly string[],
): Promise<Claims> {
  const lacks = wanted.some((name) => claims[name] === undefined)
  const isAsked = lacks && configuration.serverMetadata().userinfo_endpoint !== undefined
  if (!isAsked) return claims
  const client = await import('openid-client')
  // The subject of the answer must be that of the token, or a token could be swapped for another's (§5.3.2).
  const info = await client.fetchUserInfo(configuration, accessToken, String(claims['sub']))
  return { ...(claims['email'] === undefined ? withoutAddress(claims) : claims), ...info }
}

async function read(configuration: Configuration, accessToken: string, url: string): Promise<unknown> {
  const client = await import('openid-client')
  const answer = await client.fetchProtectedResource(configuration, accessToken, new URL(url), 'GET')
  if (answer.status !== 200) throw new UnusableProfile(`the provider answered ${answer.status}`)
  const members: unknown = await answer.json()
  return members
}
