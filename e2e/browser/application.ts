import { createServer } from 'node:http'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import * as oidc from 'openid-client'
import { newAgent } from '#/support/agents.ts'
import { freePort } from '#/support/ports.ts'
import type { Server } from '#/support/server.ts'

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Somebody who came back with a code, and what it was exchanged for. */
interface Arrival {
  readonly tokens: Tokens
  readonly person: oidc.UserInfoResponse
}

/** A sign-in that is on its way. */
interface Departure {
  readonly pkceCodeVerifier: string
  readonly expectedState: string
  readonly expectedNonce: string
}

/** An application of somebody else, on a port of its own: sends people to the server and redeems the codes they bring. */
export class Application {
  readonly name = 'Mail assistant'
  readonly url: string
  readonly #arrivals: Arrival[] = []
  readonly #config: oidc.Configuration
  readonly #http: HttpServer
  readonly #departures = new Map<string, Departure>()

  private constructor(url: string, config: oidc.Configuration, http: HttpServer) {
    this.url = url
    this.#config = config
    this.#http = http
  }

  /** Registers one and lets it listen. */
  static async open(server: Server): Promise<Application> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const agent = await newAgent(server, {
      client_name: 'Mail assistant',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [`${url}/callback`],
      post_logout_redirect_uris: [`${url}/signed-out`],
      scope: 'openid profile email mail:read mail:send vault:read',
    })
    const config = await oidc.discovery(new URL(server.issuer), agent.client_id, agent.client_secret, undefined, {
      execute: [oidc.allowInsecureRequests],
    })
    const http = createServer((request, response) => void application.#serve(request, response))
    const application: Application = new Application(url, config, http)
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
    return application
  }

  /** Where a person begins who wants to use it. */
  get start(): string {
    return `${this.url}/start`
  }

  /** The same where it also asks for accounts that the person has elsewhere. */
  get startForAccounts(): string {
    return `${this.start}?accounts`
  }

  /** What the server says of somebody who has signed in here. */
  personOf(email: string): oidc.UserInfoResponse | undefined {
    return this.#arrivals.findLast(({ person }) => person.email === email)?.person
  }

  /** The ID token of somebody who has signed in here. */
  idTokenOf(email: string): string | undefined {
    return this.#arrivals.findLast(({ person }) => person.email === email)?.tokens.id_token
  }

  /** Whether it still gets an answer about somebody who has signed in here. */
  async actsFor(email: string): Promise<boolean> {
    const arrival = this.#arrivals.findLast(({ person }) => person.email === email)
    if (!arrival) return false
    return oidc.fetchUserInfo(this.#config, arrival.tokens.access_token, arrival.person.sub).then(
      () => true,
      () => false,
    )
  }

  /** What comes of it to fetch a token for an account of somebody who has signed in here: a status. */
  async fetchesFor(email: string, provider: string): Promise<number> {
    const arrival = this.#arrivals.findLast(({ person }) => person.email === email)
    const url = `${this.#config.serverMetadata().issuer}/api/v1/vault/${provider}/token`
    const headers = { authorization: `Bearer ${arrival?.tokens.access_token ?? ''}` }
    return (await fetch(url, { headers })).status
  }

  /** The address that signs a person out at the server and comes back (OpenID Connect RP-Initiated Logout §2). */
  signOut(hint?: string): string {
    return oidc.buildEndSessionUrl(this.#config, {
      post_logout_redirect_uri: `${this.url}/signed-out`,
      ...(hint === undefined ? {} : { id_token_hint: hint }),
    }).href
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    if (url.pathname === '/start')
      return void response.writeHead(302, { location: await this.#depart(url.searchParams.has('accounts')) }).end()
    const said = await this.#answer(url).catch((error: unknown) => `Failed: ${String(error)}`)
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${this.name}</title><h1>${said}</h1>`)
  }

  async #depart(forAccounts: boolean): Promise<string> {
    const departure = {
      pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
      expectedState: oidc.randomState(),
      expectedNonce: oidc.randomNonce(),
    }
    this.#departures.set(departure.expectedState, departure)
    return oidc.buildAuthorizationUrl(this.#config, {
      redirect_uri: `${this.url}/callback`,
      scope: `openid profile email mail:read${forAccounts ? ' vault:read' : ''}`,
      code_challenge: await oidc.calculatePKCECodeChallenge(departure.pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: departure.expectedState,
      nonce: departure.expectedNonce,
    }).href
  }

  /** Checks what came back as a careful application does, and says who it is. */
  async #answer(url: URL): Promise<string> {
    if (url.pathname !== '/callback') return url.pathname
    if (url.searchParams.has('error')) return `Refused: ${url.searchParams.get('error')}`
    const tokens = await oidc.authorizationCodeGrant(
      this.#config,
      url,
      this.#departures.get(url.searchParams.get('state') ?? ''),
    )
    const person = await oidc.fetchUserInfo(this.#config, tokens.access_token, tokens.claims()?.sub ?? '')
    this.#arrivals.push({ tokens, person })
    return `Hello, ${person.email}`
  }
}
