// An API that takes access tokens: it looks at each by itself, with keys that it fetches once.
import { createServer } from 'node:http'
import { AccessError, Verifier } from '@mandate/sdk/verify'

const { ISSUER = 'http://localhost:8080', API_URL = 'http://localhost:3002' } = process.env

const verifier = new Verifier({ issuer: ISSUER, audience: API_URL, scopes: ['notes:read', 'notes:write'] })
const notes = ['Water the plants']

/** What an operation needs, and what it does. */
const operations = new Map([
  ['GET /notes', { scopes: ['notes:read'], run: () => notes }],
  ['POST /notes', { scopes: ['notes:write'], run: () => notes.push(`Note ${notes.length + 1}`) }],
])

const server = createServer((request, response) => {
  const { method = 'GET', url = '/', headers } = request
  const reply = (status: number, body: unknown, more: Record<string, string> = {}): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body))

  respond().catch((error: unknown) => {
    // It knows its status, its challenge and its body: what the caller has to do about it (RFC 6750, RFC 9449).
    if (error instanceof AccessError) return reply(error.status, error.body, error.headers)
    console.error(error)
    return reply(500, { error: 'server_error' })
  })

  async function respond(): Promise<void> {
    // Where clients learn who issues tokens for this API (RFC 9728).
    if (url === new URL(verifier.metadataUrl).pathname) return reply(200, verifier.metadata())
    const operation = operations.get(`${method} ${url}`)
    if (!operation) return reply(404, { error: 'not_found' })
    // Signature, issuer, audience, times, scopes; with a bound token the proof of its key, which is good once.
    const token = await verifier.authenticate({ method, url, headers }, { scopes: operation.scopes })
    return reply(200, { for: token.subject, bound: token.jkt !== undefined, result: operation.run() })
  }
})
server.listen(Number(new URL(API_URL).port), 'localhost', () => console.log(`The API is at ${API_URL}`))
