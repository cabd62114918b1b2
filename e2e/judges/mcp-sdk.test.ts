import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { decodeJwt } from 'jose'
import { Browser, newPerson } from '#/support/browser.ts'
import { McpResource } from '#/support/mcp-resource.ts'
import type { Caller } from '#/support/mcp-resource.ts'
import { Server } from '#/support/server.ts'

/** What an MCP client keeps about one resource, in memory. */
class Wallet implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:33418/callback'
  readonly #method: string
  asked: URL | undefined
  information: OAuthClientInformationMixed | undefined
  #tokens: OAuthTokens | undefined
  #verifier = ''

  constructor(method = 'none') {
    this.#method = method
  }

  get clientMetadata() {
    return {
      client_name: 'An MCP client',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: this.#method,
    }
  }

  state = () => 'the state of this login'
  clientInformation = () => this.information
  saveClientInformation = (information: OAuthClientInformationMixed) => void (this.information = information)
  tokens = () => this.#tokens
  saveTokens = (tokens: OAuthTokens) => void (this.#tokens = tokens)
  redirectToAuthorization = (url: URL) => void (this.asked = url)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  codeVerifier = () => this.#verifier
}

describe('the client of @modelcontextprotocol/sdk', () => {
  let server: Server
  let resource: McpResource
  before(async () => {
    server = await Server.start()
    resource = await McpResource.start(server.issuer)
    await server.configure({
      'oauth.resources': [resource.url],
      'oauth.registration_scopes': ['openid', 'offline_access', 'notes:read'],
    })
  })
  after(async () => {
    await resource.stop()
    await server.remove()
  })

  /** The code a new person sends the client home with. */
  async function allowed(wallet: Wallet): Promise<string> {
    const callback = await new Browser(server.issuer).authorize(wallet.asked as URL, newPerson())
    assert.equal(callback.searchParams.get('state'), 'the state of this login')
    assert.equal(callback.searchParams.get('iss'), server.issuer)
    return callback.searchParams.get('code') as string
  }

  async function whoAmI(wallet: Wallet): Promise<Caller> {
    const client = new Client({ name: 'judge', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(new URL(resource.url), { authProvider: wallet })
    await client.connect(transport)
    const { content } = await client.callTool({ name: 'whoami' })
    await client.close()
    return JSON.parse((content as { text: string }[])[0]?.text ?? '') as Caller
  }

  for (const method of ['none', 'client_secret_post', 'client_secret_basic'])
    test(`discovers, registers, logs in and refreshes with ${method}`, async () => {
      const wallet = new Wallet(method)
      assert.equal(await auth(wallet, { serverUrl: resource.url }), 'REDIRECT')
      assert.equal(wallet.asked?.searchParams.get('resource'), resource.url)
      const authorizationCode = await allowed(wallet)
      assert.equal(await auth(wallet, { serverUrl: resource.url, authorizationCode }), 'AUTHORIZED')
      const first = wallet.tokens() as OAuthTokens
      const claims = decodeJwt(first.access_token)
      assert.equal(claims.aud, resource.url)
      assert.equal(claims['scope'], 'notes:read offline_access')
      assert.equal(claims['client_id'], wallet.information?.client_id)

      assert.equal(await auth(wallet, { serverUrl: resource.url }), 'AUTHORIZED')
      const second = wallet.tokens() as OAuthTokens
      assert.notEqual(second.refresh_token, first.refresh_token)
      assert.notEqual(second.access_token, first.access_token)
      assert.equal(decodeJwt(second.access_token).aud, resource.url)
    })

  test('calls a tool of a protected server, from the first 401 to the answer', async () => {
    const wallet = new Wallet()
    await assert.rejects(whoAmI(wallet), UnauthorizedError)
    const transport = new StreamableHTTPClientTransport(new URL(resource.url), { authProvider: wallet })
    await transport.finishAuth(await allowed(wallet))
    const caller = await whoAmI(wallet)
    assert.equal(caller.aud, resource.url)
    assert.equal(caller.client_id, wallet.information?.client_id)
    assert.match(caller.sub, /^usr_/)
  })

  test('is told invalid_target for a resource that the server does not know', async () => {
    const stranger = await McpResource.start(server.issuer)
    try {
      const wallet = new Wallet()
      await auth(wallet, { serverUrl: stranger.url })
      const { left } = await new Browser(server.issuer).open(wallet.asked as URL)
      assert.equal(left?.searchParams.get('error'), 'invalid_target')
      assert.equal(left?.searchParams.get('iss'), server.issuer)
      assert.equal(left?.searchParams.get('code'), null)
    } finally {
      await stranger.stop()
    }
  })
})
