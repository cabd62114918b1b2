// An MCP client that was told nothing but the address of an MCP server. From its 401 it finds Mandate, registers there, sends the
// person through sign-in, and gets a token for this one server: the official SDK does all of that.
import { createServer } from 'node:http'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

const { MCP_URL = 'http://localhost:3004/mcp', CALLBACK = 'http://localhost:3005/callback' } = process.env

/** What a client keeps about one MCP server. A real one keeps it over restarts, where nobody else reads it. */
class Wallet implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK
  readonly clientMetadata = {
    client_name: 'A client of models',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  }
  // Comes back with the person; whoever comes back without it was sent by somebody else.
  readonly #state = crypto.randomUUID()
  #client: OAuthClientInformationMixed | undefined
  #tokens: OAuthTokens | undefined
  #verifier = ''

  state = () => this.#state
  clientInformation = () => this.#client
  saveClientInformation = (client: OAuthClientInformationMixed) => void (this.#client = client)
  tokens = () => this.#tokens
  saveTokens = (tokens: OAuthTokens) => void (this.#tokens = tokens)
  codeVerifier = () => this.#verifier
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  redirectToAuthorization = (url: URL) => console.log(`Open ${url.href}`)
}

/** Waits at the redirect URI for the person to come back with a code. */
function codeFor(state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const listener = createServer((request, response) => {
      const answer = new URL(request.url ?? '/', CALLBACK).searchParams
      if (answer.get('state') !== state) return void response.writeHead(404).end()
      response.end('You can close this window.')
      listener.close()
      const code = answer.get('code')
      if (code === null) reject(new Error(`${answer.get('error')}: ${answer.get('error_description')}`))
      else resolve(code)
    }).listen(Number(new URL(CALLBACK).port), 'localhost')
  })
}

const wallet = new Wallet()
const newTransport = () => new StreamableHTTPClientTransport(new URL(MCP_URL), { authProvider: wallet })
const newClient = () => new Client({ name: 'example', version: '1.0.0' })

const code = codeFor(wallet.state())
const first = newTransport()
try {
  await newClient().connect(first)
} catch (error) {
  // The 401 that starts it all: by now the SDK has registered, and shown the address to open.
  if (!(error instanceof UnauthorizedError)) throw error
}
await first.finishAuth(await code)

const client = newClient()
await client.connect(newTransport())
const { content } = await client.callTool({ name: 'read_notes' })
console.log((content as { text: string }[])[0]?.text)
await client.close()
