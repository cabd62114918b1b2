import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { auth, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { decodeJwt } from 'jose'
import { testCertificate } from '@mandate/server/test/support/certificate.ts'
import { Browser, newPerson, offeredBy } from '#/support/browser.ts'
import { McpResource } from '#/support/mcp-resource.ts'
import type { Caller } from '#/support/mcp-resource.ts'
import { freePort } from '#/support/ports.ts'
import { Server } from '#/support/server.ts'

/** What an MCP client keeps about one resource, in memory. */
class Wallet implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:33418/callback'
  readonly #method: string
  asked: URL | undefined
  information: OAuthClientInformationMixed | undefined
  #tokens: OAuthTokens | undefined
  #verifier = ''

  /** The address of the document that stands for a registration. */
  readonly clientMetadataUrl?: string

  constructor(method = 'none', clientMetadataUrl?: string) {
    this.#method = method
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
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

/** The code a new person sends the client home with. */
async function allowed({ issuer }: Server, wallet: Wallet): Promise<string> {
  const callback = await new Browser(issuer).authorize(wallet.asked as URL, newPerson())
  assert.equal(callback.searchParams.get('state'), 'the state of this login')
  assert.equal(callback.searchParams.get('iss'), issuer)
  return callback.searchParams.get('code') as string
}

async function whoAmI(wallet: Wallet, resource: McpResource): Promise<Caller> {
  const client = new Client({ name: 'judge', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(resource.url), { authProvider: wallet })
  await client.connect(transport)
  const { content } = await client.callTool({ name: 'whoami' })
  await client.close()
  return JSON.parse((content as { text: string }[])[0]?.text ?? '') as Caller
}

/** From the first 401 to the answer of a tool. */
async function firstCall(
  server: Server,
  resource: McpResource,
  wallet = new Wallet(),
): Promise<{ wallet: Wallet; caller: Caller }> {
  await assert.rejects(whoAmI(wallet, resource), UnauthorizedError)
  const transport = new StreamableHTTPClientTransport(new URL(resource.url), { authProvider: wallet })
  await transport.finishAuth(await allowed(server, wallet))
  return { wallet, caller: await whoAmI(wallet, resource) }
}

/** What the authorization endpoint says to what a client asks. */
async function refusalOf({ issuer }: Server, wallet: Wallet): Promise<URLSearchParams> {
  const { searchParams } = offeredBy(await new Browser(issuer).open(wallet.asked as URL))
  assert.equal(searchParams.get('iss'), issuer)
  assert.equal(searchParams.get('code'), null)
  return searchParams
}

describe('the client of @modelcontextprotocol/sdk, on a server in dev mode with nothing configured', () => {
  let server: Server
  let resource: McpResource
  before(async () => {
    server = await Server.start()
    resource = await McpResource.start(server.issuer, ['notes:read', 'offline_access'])
  })
  after(async () => {
    await resource.stop()
    await server.remove()
  })

  for (const method of ['none', 'client_secret_post', 'client_secret_basic'])
    test(`discovers, registers, logs in and refreshes with ${method}`, async () => {
      const wallet = new Wallet(method)
      assert.equal(await auth(wallet, { serverUrl: resource.url }), 'REDIRECT')
      assert.equal(wallet.asked?.searchParams.get('resource'), resource.url)
      const authorizationCode = await allowed(server, wallet)
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

  test('calls a tool of a server with scopes of its own, from the first 401 to the answer', async () => {
    const { wallet, caller } = await firstCall(server, resource)
    assert.equal(caller.aud, resource.url)
    assert.equal(caller.client_id, wallet.information?.client_id)
    assert.equal(caller.scope, 'notes:read offline_access')
    assert.match(caller.sub, /^usr_/)
  })

  test('calls a tool of a server that says nothing of scopes', async () => {
    const silent = await McpResource.start(server.issuer)
    try {
      const { caller } = await firstCall(server, silent)
      assert.equal(caller.aud, silent.url)
      assert.equal(caller.scope, 'openid profile email offline_access')
    } finally {
      await silent.stop()
    }
  })

  test('gets a scope that it did not register, when the server asks for it later', async () => {
    const { wallet } = await firstCall(server, resource)
    assert.equal(await auth(wallet, { serverUrl: resource.url, scope: 'notes:write' }), 'AUTHORIZED')
    wallet.saveTokens({ ...(wallet.tokens() as OAuthTokens), refresh_token: '' })
    assert.equal(await auth(wallet, { serverUrl: resource.url, scope: 'notes:write' }), 'REDIRECT')
    const authorizationCode = await allowed(server, wallet)
    await auth(wallet, { serverUrl: resource.url, authorizationCode })
    assert.equal(wallet.tokens()?.scope, 'notes:write')
  })
})

test('the client of @modelcontextprotocol/sdk is known by the address of its document, without registering', async (t) => {
  const certificate = testCertificate('localhost')
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-document-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const trusted = path.join(directory, 'site.pem')
  writeFileSync(trusted, certificate.cert)
  const site = createServer({ ...certificate }, (_request, response) => {
    const document = { ...new Wallet().clientMetadata, client_id: address, client_name: 'The judge' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  const port = await freePort()
  const address = `https://localhost:${port}/mcp/client.json`
  await new Promise<void>((resolve) => void site.listen(port, 'localhost', resolve))
  t.after(() => void site.close())
  const server = await Server.start({ env: { NODE_EXTRA_CA_CERTS: trusted } })
  t.after(() => server.remove())
  const resource = await McpResource.start(server.issuer, ['notes:read'])
  t.after(() => resource.stop())
  const { caller } = await firstCall(server, resource, new Wallet('none', address))
  assert.equal(caller.client_id, address)
  assert.equal(caller.scope, 'notes:read')
})

describe('the client of @modelcontextprotocol/sdk, on a server in production', () => {
  let server: Server
  let resource: McpResource
  before(async () => {
    server = await Server.start({ env: { MANDATE_MODE: 'production' } })
    resource = await McpResource.start(server.issuer)
  })
  after(async () => {
    await resource.stop()
    await server.remove()
  })

  test('is told which route lists a resource, and works once that was called', async () => {
    const wallet = new Wallet()
    await auth(wallet, { serverUrl: resource.url })
    const refused = await refusalOf(server, wallet)
    assert.equal(refused.get('error'), 'invalid_target')
    assert.match(String(refused.get('error_description')), /POST \/api\/v1\/admin\/resources/)

    const scopes = [{ name: 'notes:read', description: 'Look into what you wrote down' }]
    await server.list(resource.url, { name: 'My notebook', scopes })
    const browser = new Browser(server.issuer)
    const consent = await browser.signUp(await browser.open(wallet.asked as URL), newPerson())
    assert.match(consent.html, /My notebook/)
    assert.match(consent.html, /Look into what you wrote down/)
    const { caller } = await firstCall(server, resource)
    assert.equal(caller.scope, 'notes:read')
  })
})
