import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server as HttpServer } from 'node:http'
import type OidcProvider from 'oidc-provider'
import { freePort } from '#/support/ports.ts'
import type { Server } from '#/support/server.ts'
import type { Visitor } from './visitor.ts'

const CLIENT = { client_id: 'mandate', client_secret: 'a secret that is long enough for anyone' }
const LIFETIME = 600
const COOKIE = 'signed_in_at_corp'

/** Who somebody is at the provider. */
export interface Claims {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
}

/** Another place where people have accounts: npm `oidc-provider`. */
export class FakeProvider {
  readonly name = 'corp'
  readonly displayName = 'Corp'
  /** The connection for single sign-on that leads here. It speaks for no domain until a test says so. */
  readonly connectionId: string
  readonly #people = new Map<string, Claims>()
  readonly #http: HttpServer

  private constructor(http: HttpServer, connectionId: string) {
    this.#http = http
    this.connectionId = connectionId
  }

  /** Starts one, and sets it up at the server. */
  static async open(server: Server): Promise<FakeProvider> {
    const port = await freePort()
    const issuer = `http://localhost:${port}`
    const http = createServer()
    await server.configure({ 'outbound.allowed_hosts': [`localhost:${port}`] })
    const connection = { type: 'oidc', name: 'Acme', oidc: { issuer, ...CLIENT } }
    const { id } = await server.admin<{ id: string }>('POST', '/sso/connections', connection)
    const fake = new FakeProvider(http, id)
    const callbacks = [
      `auth/providers/${fake.name}/callback`,
      `vault/callback/${fake.name}`,
      `sso/oidc/${fake.connectionId}/callback`,
    ]
    const redirectUris = callbacks.map((path) => `${server.issuer}/api/v1/${path}`)
    http.on('request', await quietly(() => fake.#listener(issuer, redirectUris)))
    await new Promise<void>((resolve) => http.listen(port, 'localhost', resolve))
    await server.admin('POST', '/admin/oauth-providers', {
      kind: 'oidc',
      name: fake.name,
      display_name: fake.displayName,
      issuer,
      ...CLIENT,
    })
    await server.admin('POST', '/vault/providers', {
      name: fake.name,
      display_name: fake.displayName,
      auth_url: `${issuer}/auth`,
      token_url: `${issuer}/token`,
      scopes: ['openid', 'email', 'offline_access'],
      extra_auth_params: { prompt: 'consent' },
      quirks: {
        token_endpoint_auth_method: 'client_secret_basic',
        account_url: `${issuer}/me`,
        account_id: 'sub',
        account_name: 'email',
      },
      ...CLIENT,
    })
    return fake
  }

  /** Signs somebody in there, in the browser of a visitor: they agree to everything. Who is not signed in refuses. */
  async signIn({ context }: Visitor, claims: Claims): Promise<void> {
    this.#people.set(claims.sub, claims)
    await context.addCookies([{ name: COOKIE, value: encodeURIComponent(claims.sub), domain: 'localhost', path: '/' }])
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  async #listener(issuer: string, redirectUris: readonly string[]): Promise<RequestListener> {
    const { default: Provider } = await import('oidc-provider')
    const provider: OidcProvider = new Provider(
      issuer,
      this.#configuration(redirectUris, () => provider),
    )
    const serve = provider.callback()
    return (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return serve(request, response)
      void provider.interactionFinished(request, response, decisionOf(request))
    }
  }

  #configuration(redirectUris: readonly string[], provider: () => OidcProvider): Record<string, unknown> {
    return {
      clients: [{ ...CLIENT, redirect_uris: [...redirectUris], grant_types: ['authorization_code', 'refresh_token'] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => this.#people.get(id) }),
      pkce: { required: () => true },
      cookies: { keys: ['only for tests'] },
      ttl: {
        Interaction: LIFETIME,
        Session: LIFETIME,
        Grant: LIFETIME,
        AccessToken: LIFETIME,
        IdToken: LIFETIME,
        RefreshToken: LIFETIME,
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      loadExistingGrant: async ({ oidc }: Context) => {
        const { Grant } = provider()
        const grant = new Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope('openid email profile offline_access')
        await grant.save()
        return grant
      },
    }
  }
}

function decisionOf({ headers }: IncomingMessage): object {
  const sub = new RegExp(`${COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1]
  if (sub === undefined) return { error: 'access_denied' }
  return { login: { accountId: decodeURIComponent(sub) }, consent: {} }
}

interface Context {
  readonly oidc: { readonly client: { readonly clientId: string }; readonly session: { readonly accountId: string } }
}

/** It tells everybody that it is not set up for production. */
async function quietly<T>(make: () => Promise<T>): Promise<T> {
  const { info, warn } = console
  console.info = console.warn = () => undefined
  try {
    return await make()
  } finally {
    Object.assign(console, { info, warn })
  }
}
