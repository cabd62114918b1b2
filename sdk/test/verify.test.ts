import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Server } from '@mandate/e2e/support/server.ts'
import { Mandate } from '#/index.ts'
import { clientSecretBasic, DpopKey, dpopFetch, OAuthClient } from '#/oauth/index.ts'
import type { OAuthClientOptions } from '#/oauth/index.ts'
import { AccessError, fetchGuard, Verifier } from '#/verify/index.ts'

const NOTES = 'https://api.example.com/notes'

describe('a verifier of tokens of a server', () => {
  let server: Server
  let mandate: Mandate
  before(async () => {
    server = await Server.start()
    mandate = new Mandate({ url: server.url, apiKey: server.adminKey })
    await mandate.resources.create({ uri: NOTES, name: 'Notes' })
  })
  after(() => server.remove())

  /** A machine with a client of its own. */
  async function machine(scope: string, options: Partial<OAuthClientOptions> = {}): Promise<OAuthClient> {
    const agent = await mandate.agents.create({ client_name: 'A machine', scope, grant_types: ['client_credentials'] })
    const authentication = clientSecretBasic(agent.client_secret ?? '')
    return new OAuthClient({ issuer: server.issuer, clientId: agent.client_id, authentication, ...options })
  }

  const notes = (token: string) =>
    new Request(`${NOTES}/1`, { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } })

  test('notices that the server signs with another key', async () => {
    const client = await machine('notes:read')
    const ahead = { ms: 0 }
    const clock = { now: () => Date.now() + ahead.ms, sleep: async () => undefined }
    const verifier = new Verifier({ issuer: server.issuer, audience: NOTES, clock })
    const old = (await client.clientCredentials({ resource: NOTES })).access_token
    const { kid } = await verifier.authenticate(notes(old), { scopes: ['notes:read'] })
    await mandate.signingKeys.rotate()
    ahead.ms = 11_000
    const fresh = await verifier.authenticate(notes((await client.clientCredentials({ resource: NOTES })).access_token))
    assert.notEqual(fresh.kid, kid)
    assert.equal((await verifier.authenticate(notes(old))).clientId, client.clientId)
  })

  test('takes a token that is bound to a key from its owner alone', async () => {
    const key = await DpopKey.generate()
    const client = await machine('notes:read', { dpop: key })
    const { access_token: accessToken } = await client.clientCredentials({ resource: NOTES })
    const verifier = new Verifier({ issuer: server.issuer, audience: NOTES, requireDpop: true })
    const api = fetchGuard(verifier, (_request, { clientId }) => new Response(clientId))
    const call = (owner: DpopKey) =>
      dpopFetch({ key: owner, accessToken, fetch: async (...request) => api(new Request(...request)) })(NOTES)
    assert.equal(await (await call(key)).text(), client.clientId)
    assert.equal((await call(await DpopKey.generate())).status, 401)
    assert.equal((await api(notes(accessToken))).status, 401)
  })

  test('asks the server about each token where it is told to', async () => {
    const client = await machine('notes:read')
    const { access_token: token } = await client.clientCredentials({ resource: NOTES })
    const verifier = new Verifier({ issuer: server.issuer, audience: NOTES, introspection: client })
    assert.ok(await verifier.authenticate(notes(token)))
    await client.revoke(token)
    await assert.rejects(verifier.authenticate(notes(token)), AccessError)
  })
})
