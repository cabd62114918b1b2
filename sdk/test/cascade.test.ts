import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresPair } from '@mandate/e2e/support/cluster.ts'
import type { Server } from '@mandate/e2e/support/server.ts'
import { Mandate } from '#/index.ts'
import { clientSecretBasic, OAuthClient } from '#/oauth/index.ts'
import type { OAuthClientOptions } from '#/oauth/index.ts'
import { AccessError, RevocationFeed, Verifier } from '#/verify/index.ts'

const NOTES = 'https://api.example.com/notes'
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const HANDED = 40
const HANDED_ON = 24

describe('a verifier that follows one of two nodes', () => {
  let a: Server
  let b: Server
  let mandate: Mandate
  let remove: () => Promise<void>
  before(async () => {
    const pair = await postgresPair()
    ;[a, b] = pair.nodes
    remove = pair.remove
    mandate = new Mandate({ url: a.url, apiKey: a.adminKey })
    await mandate.resources.create({ uri: NOTES, name: 'Notes' })
  })
  after(() => remove())

  async function machine(
    scope: string,
    grantType: 'client_credentials' | typeof EXCHANGE,
    options: Partial<OAuthClientOptions> = {},
  ): Promise<OAuthClient> {
    const agent = await mandate.agents.create({ client_name: 'A machine', scope, grant_types: [grantType] })
    const authentication = clientSecretBasic(agent.client_secret ?? '')
    return new OAuthClient({ issuer: a.issuer, clientId: agent.client_id, authentication, ...options })
  }

  /** Whatever is asked of the issuer is asked of the other node. */
  const atTheOther: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    return fetch(new Request(request.url.replace(a.url, b.url), request))
  }

  /** A token of the planner, what the mailer made of it, and what the courier made of that. */
  async function tree(): Promise<{ root: string; planner: OAuthClient; descendants: string[] }> {
    const [planner, mailer, courier] = await Promise.all([
      machine('notes:read', 'client_credentials'),
      machine('notes:read', EXCHANGE),
      machine('notes:read', EXCHANGE),
    ])
    await mandate.agents.policies.create(mailer.clientId, {
      subject: planner.clientId,
      scope: 'notes:read',
      may_redelegate: true,
      max_depth: 2,
    })
    await mandate.agents.policies.create(courier.clientId, {
      subject: planner.clientId,
      scope: 'notes:read',
      max_depth: 2,
    })
    const { access_token: root } = await planner.clientCredentials({ resource: NOTES })
    const exchange = async (client: OAuthClient, subject: string): Promise<string> =>
      (await client.exchange({ subject_token: subject, resource: NOTES })).access_token
    const many = (count: number, make: () => Promise<string>) => Promise.all(Array.from({ length: count }, make))
    const handed = await many(HANDED, () => exchange(mailer, root))
    const handedOn: string[] = []
    for (const token of handed) handedOn.push(...(await many(HANDED_ON, () => exchange(courier, token))))
    return { root, planner, descendants: [...handed, ...handedOn] }
  }

  test('sees a cascade of 1,000 tokens within a second of its end on the other node', async (t) => {
    const feed = new RevocationFeed(
      await machine('revocations:read', 'client_credentials', { fetch: atTheOther }),
    ).start()
    t.after(() => feed.close())
    await feed.ready()
    const verifier = new Verifier({ issuer: a.issuer, audience: NOTES, revocations: feed, fetch: atTheOther })
    const isAlive = (token: string): Promise<boolean> =>
      verifier.authenticate(new Request(NOTES, { headers: { authorization: `Bearer ${token}` } })).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof AccessError && error.code === 'invalid_token', String(error))
          return false
        },
      )
    const areAlive = async (tokens: readonly string[]): Promise<string[]> => {
      const alive = await Promise.all(tokens.map(isAlive))
      return tokens.filter((_, i) => alive[i])
    }

    const { root, planner, descendants } = await tree()
    const { access_token: other } = await planner.clientCredentials({ resource: NOTES })
    assert.equal(descendants.length, 1_000)
    assert.equal((await areAlive(descendants)).length, 1_000)

    await planner.revoke(root)
    const since = performance.now()
    let alive = descendants
    while (alive.length > 0) {
      await sleep(10)
      alive = await areAlive(alive)
    }
    const took = performance.now() - since
    t.diagnostic(`the last of 1,000 outlived the answer by ${Math.round(took)} ms`)
    assert.ok(took < 1_000, `it took ${took} ms`)
    assert.equal(await isAlive(other), true, 'what does not descend from it lives on')
  })
})
