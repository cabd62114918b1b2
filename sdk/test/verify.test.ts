import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Server } from '@mandate/e2e/support/server.ts'
import { Mandate } from '#/index.ts'
import { clientSecretBasic, DpopKey, dpopFetch, OAuthClient } from '#/oauth/index.ts'
import type { OAuthClientOptions } from '#/oauth/index.ts'
import { AccessError, fetchGuard, RevocationFeed, Verifier } from '#/verify/index.ts'

const NOTES = 'https://api.example.com/notes'
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

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
  async function machine(
    scope: string,
    options: Partial<OAuthClientOptions> = {},
    grantType: 'client_credentials' | typeof EXCHANGE = 'client_credentials',
  ): Promise<OAuthClient> {
    const agent = await mandate.agents.create({ client_name: 'A machine', scope, grant_types: [grantType] })
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

  describe('that follows the revocation feed', () => {
    let feed: RevocationFeed
    let verifier: Verifier
    before(async () => {
      feed = new RevocationFeed(await machine('revocations:read')).start()
      await feed.ready()
      verifier = new Verifier({ issuer: server.issuer, audience: NOTES, revocations: feed })
    })
    after(() => feed.close())

    const isAlive = (token: string): Promise<boolean> =>
      verifier.authenticate(notes(token)).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof AccessError && error.code === 'invalid_token', String(error))
          return false
        },
      )

    /** How many milliseconds a token outlives what ends it, from the response on. */
    async function outlives(token: string): Promise<number> {
      const since = performance.now()
      while (await isAlive(token)) await sleep(10)
      return performance.now() - since
    }

    test('a token dies within a second of its revocation, and others do not', async () => {
      const client = await machine('notes:read')
      const [one, other] = await Promise.all([1, 2].map(() => client.clientCredentials({ resource: NOTES })))
      assert.ok(one && other)
      assert.equal(await isAlive(one.access_token), true)
      await client.revoke(one.access_token)
      assert.ok((await outlives(one.access_token)) < 1_000)
      assert.equal(await isAlive(other.access_token), true)
    })

    test('a token dies with the one that it was exchanged from, and with its client', async () => {
      const [planner, mailer] = await Promise.all([machine('notes:read'), machine('notes:read', {}, EXCHANGE)])
      await mandate.agents.policies.create(mailer.clientId, { subject: planner.clientId, scope: 'notes:read' })
      const hand = async () => {
        const root = await planner.clientCredentials({ resource: NOTES })
        const handed = await mailer.exchange({ subject_token: root.access_token, resource: NOTES })
        return [root.access_token, handed.access_token] as const
      }
      const [root, handed] = await hand()
      assert.deepEqual((await verifier.authenticate(notes(handed))).actors, [mailer.clientId])
      await planner.revoke(root)
      assert.ok((await outlives(handed)) < 1_000)
      const [, second] = await hand()
      assert.equal(await isAlive(second), true)
      await mandate.agents.deactivate(planner.clientId)
      assert.ok((await outlives(second)) < 1_000)
    })

    test('what ended before stands in the snapshot', async () => {
      const client = await machine('notes:read')
      const { access_token: token } = await client.clientCredentials({ resource: NOTES })
      await client.revoke(token)
      const dpop = await DpopKey.generate()
      const late = new RevocationFeed(await machine('revocations:read', { dpop })).start()
      await late.ready()
      verifier = new Verifier({ issuer: server.issuer, audience: NOTES, revocations: late })
      assert.equal(await isAlive(token), false)
      await late.close()
    })
  })
})
