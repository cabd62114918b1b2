// An MCP server is an API like any other: it takes access tokens, and says where to get them.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AccessError, Verifier } from '@mandate/sdk/verify'
import type { AccessToken } from '@mandate/sdk/verify'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

const { ISSUER = 'http://localhost:8080', MCP_URL = 'http://localhost:3004/mcp' } = process.env

const verifier = new Verifier({ issuer: ISSUER, audience: MCP_URL, scopes: ['notes:read'] })

/** The tools, for one caller. */
function tools(token: AccessToken): McpServer {
  const mcp = new McpServer({ name: 'notes', version: '1.0.0' })
  mcp.registerTool('read_notes', { description: 'What the person wrote down' }, () => ({
    content: [{ type: 'text', text: `Water the plants. (For ${token.subject}, through ${token.clientId})` }],
  }))
  return mcp
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  // Where clients learn which server issues tokens for this one (RFC 9728). Its address is in the challenge of every 401.
  if (url === new URL(verifier.metadataUrl).pathname) {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(verifier.metadata()))
    return
  }
  const token = await verifier.authenticate({ method, url, headers }, { scopes: ['notes:read'] })
  const mcp = tools(token)
  // No session id: each request stands for itself.
  const transport = new StreamableHTTPServerTransport({})
  response.once('close', () => void mcp.close())
  await mcp.connect(transport)
  await transport.handleRequest(request, response)
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    if (error instanceof AccessError) {
      const type = { 'content-type': 'application/json' }
      return response.writeHead(error.status, { ...error.headers, ...type }).end(JSON.stringify(error.body))
    }
    console.error(error)
    return response.destroy()
  })
})
server.listen(Number(new URL(MCP_URL).port), 'localhost', () => console.log(`The MCP server is at ${MCP_URL}`))
