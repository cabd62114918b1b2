import type { ClientAuth, Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import type * as openidClient from 'openid-client'
import type { Clock } from '#/platform/clock.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { Connection } from './connection.ts'
import { UnusableProfile } from './profile.ts'

export interface ConfigurationsDeps {
  readonly outbound: Pick<Outbound, 'fetch' | 'check'>
  readonly clock: Clock
}

interface Known {
  readonly version: number
  readonly until: number
  readonly configuration: Configuration
}

const REMEMBERED_MS = 600_000
const TIMEOUT_SECONDS = 10
const REQUIRED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** What the library needs to know to talk to each provider: from its discovery document, remembered for ten minutes. */
export class Configurations {
  readonly #deps: ConfigurationsDeps
  readonly #known = new Map<string, Known>()
  constructor(deps: ConfigurationsDeps) {
    this.#deps = deps
  }

  async of(connection: Connection): Promise<Configuration> {
    const { id, version } = connection
    const now = this.#deps.clock.now()
    const known = this.#known.get(id)
    if (known?.version === version && now < known.until) return known.configuration
    const client = await import('openid-client')
    const { protocol } = connection.traits
    const configuration = await (protocol === 'oidc'
      ? this.#discover(client, connection)
      : this.#set(client, connection))
    this.#known.set(id, { version, until: now + REMEMBERED_MS, configuration })
    return configuration
  }

  /** OpenID Connect Discovery §4. The document must name the issuer we asked, and lead nowhere we don't go. */
  async #discover(client: typeof openidClient, connection: Connection): Promise<Configuration> {
    const issuer = new URL(connection.issuer)
    const auth = authenticationOf(client, connection, this.#deps.clock)
    const configuration = await client.discovery(issuer, connection.clientId, undefined, auth, {
      [client.customFetch]: this.#fetch,
      timeout: TIMEOUT_SECONDS,
      execute: [
        // Else the signature of an ID token counts for nothing, since it came over TLS.
        client.enableNonRepudiationChecks,
        // The guard decides where plain http may go at all.
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
    await this.#refuseInward(configuration.serverMetadata())
    return configuration
  }

  /** A document that points inward is refused as a whole, before anybody is sent anywhere (rule RP3). */
  async #refuseInward(server: ServerMetadata): Promise<void> {
    const missing = REQUIRED.find((name) => server[name] === undefined)
    if (missing !== undefined) throw new UnusableProfile(`the discovery document has no ${missing}`)
    for (const name of [...REQUIRED, 'userinfo_endpoint'] as const) {
      const endpoint = server[name]
      if (endpoint !== undefined) await this.#deps.outbound.check(endpoint)
    }
  }

  #set(client: typeof openidClient, connection: Connection): Configuration {
    const { traits, issuer, clientId } = connection
    if (traits.protocol !== 'oauth2') throw new TypeError('an OpenID provider is discovered')
    const { authorization, token } = traits.endpoints
    const server = { issuer, authorization_endpoint: authorization, token_endpoint: token }
    const auth = authenticationOf(client, connection, this.#deps.clock)
    const configuration = new client.Configuration(server, clientId, undefined, auth)
    configuration[client.customFetch] = this.#fetch
    configuration.timeout = TIMEOUT_SECONDS
    return configuration
  }

  get #fetch(): CustomFetch {
    return this.#deps.outbound.fetch
  }
}

/** How we authenticate there: by the method an operator chose, else by one the provider says it takes. */
function authenticationOf(client: typeof openidClient, connection: Connection, clock: Clock): ClientAuth {
  const { clientSecret, authMethod } = connection
  if (clientSecret === null) return client.None()
  return (server, metadata, body, headers) => {
    const secret = clientSecret(clock.now())
    const wantsForm = authMethod === 'client_secret_post' || (authMethod === undefined && takesFormOnly(server))
    const authenticate = wantsForm ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
    authenticate(server, metadata, body, headers)
  }
}

const takesFormOnly = ({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): boolean =>
  methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
