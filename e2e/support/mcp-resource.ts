import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import { createRemoteJWKSet, jwtVerify } from 'jose'

/** What the tool `whoami` tells of the token it was called with. */
export interface Caller {
  readonly sub: string
  readonly client_id: string
  readonly aud: string
  readonly scope: string
}

/**
 * A small MCP server that is an OAuth resource: it names its authorization server (RFC 9728) and takes only tokens that
 * this one signed for this very resource (RFC 9068 §4).
 */
export class McpResource {
  readonly #server: Server
  readonly #issuer: string
  readonly #keys: ReturnType<typeof createRemoteJWKSet>
  /** The resource indicator, which is also the address of the MCP endpoint. */
  readonly url: string
  /** What it says that tokens may do; nothing when it does not say. */
  readonly #scopes: readonly string[] | undefined

  private constructor(server: Server, issuer: string, scopes: readonly string[] | undefined) {
    this.#server = server
    this.#scopes = scopes
    this.#issuer = issuer
    this.#keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', issuer))
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  }

  static async start(issuer: string, scopes?: readonly string[]): Promise<McpResource> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const resource = new McpResource(server, issuer, scopes)
    server.on('request', (request, response) => void resource.#answer(request, response))
    return resource
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => void this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage & { auth?: AuthInfo }, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) return this.#describe(response)
    const caller = await this.#callerOf(request)
    if (caller === undefined) return this.#challenge(response)
    const server = new McpServer({ name: 'notes', version: '1.0.0' })
    server.registerTool('whoami', { description: 'Who calls' }, () => ({
      content: [{ type: 'text', text: JSON.stringify(caller) }],
    }))
    // No session id: each request stands for itself.
    const transport = new StreamableHTTPServerTransport({})
    response.once('close', () => void server.close())
    await server.connect(transport)
    await transport.handleRequest(request, response)
  }

  #describe(response: ServerResponse): void {
    const document = {
      resource: this.url,
      authorization_servers: [this.#issuer],
      scopes_supported: this.#scopes,
      bearer_methods_supported: ['header'],
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  }

  #challenge(response: ServerResponse): void {
    const { origin, pathname } = new URL(this.url)
    const metadata = `${origin}/.well-known/oauth-protected-resource${pathname}`
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end()
  }

  async #callerOf(request: IncomingMessage): Promise<Caller | undefined> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return undefined
    const expected = { issuer: this.#issuer, audience: this.url, typ: 'at+jwt', algorithms: ['ES256'] }
    const verified = await jwtVerify<Caller>(token, this.#keys, expected).catch(() => undefined)
    return verified?.payload
  }
}
