// The API at the end of the chain. It follows the revocation feed, so a token dies here within a second of its end at Mandate.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { clientSecretBasic, OAuthClient } from '@mandate/sdk/oauth'
import { expressGuard, RevocationFeed, Verifier } from '@mandate/sdk/verify'

const { ISSUER = 'http://localhost:8080', API_URL = 'http://localhost:3003' } = process.env

// A client of its own, with the scope `revocations:read`.
const { client_id: clientId, client_secret: secret } = JSON.parse(readFileSync('mail-api.json', 'utf8'))
const reader = new OAuthClient({ issuer: ISSUER, clientId, authentication: clientSecretBasic(secret) })
const revocations = new RevocationFeed(reader).start()
await revocations.ready()

const verifier = new Verifier({ issuer: ISSUER, audience: API_URL, requireDpop: true, revocations })
const guard = expressGuard(verifier, { scopes: ['mail:send'] })

const server = createServer((request, response) => {
  guard(request, response, (error) => {
    if (error !== undefined) return response.writeHead(500).end()
    // Whose mail it is, and everybody who acts for them: whoever calls comes first.
    const { subject, actors } = verifier.tokenOf(request)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ for: subject, by: actors }))
  })
})
server.listen(Number(new URL(API_URL).port), 'localhost', () => console.log(`Mail is at ${API_URL}`))
