import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { basicAuth, newAgent, post } from '#/support/agents.ts'
import type { Answer } from '#/support/agents.ts'
import { Browser, newPerson } from '#/support/browser.ts'
import { postgresPair } from '#/support/cluster.ts'
import { send } from '#/support/http.ts'
import { newProof } from '#/support/proof.ts'
import { Server } from '#/support/server.ts'
import { within } from '#/support/within.ts'
import { Cast } from './cast.ts'

/** How long another node may hold what it has read. */
const SNAPSHOT_MS = 1000
/** When to stop waiting for it: a machine that is busy takes longer to ask than a node to forget. */
const WITHIN_MS = 30_000

describe('two nodes that share a PostgreSQL', () => {
  let a: Server
  let b: Server
  let cast: Cast
  let remove: () => Promise<void>
  before(async () => {
    const pair = await postgresPair()
    ;[a, b] = pair.nodes
    remove = pair.remove
    cast = await Cast.on(a)
  })
  after(() => remove())

  const logIn = async (node: Server): Promise<Answer['body']> =>
    (await post(node.url, '/oauth/token', cast.redemption(await cast.newCode()), cast.app)).body

  const issue = async (node: Server): Promise<string> => {
    const { body } = await post(node.url, '/oauth/token', { grant_type: 'client_credentials' }, cast.machine)
    return body['access_token'] as string
  }

  /** What each consumer of tokens says on a node. */
  const consumers: Record<string, (node: Server, token: string) => Promise<boolean>> = {
    introspection: (node, token) => cast.isActive(node, token),
    userinfo: async (node, token) => {
      const response = await fetch(`${node.url}/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      return response.status === 200
    },
    exchange: async (node, token) =>
      (await post(node.url, '/oauth/token', cast.exchange(token), cast.helper)).status === 200,
  }

  for (const [name, isTaken] of Object.entries(consumers))
    test(`RV5: a revocation on one node is seen by ${name} on the other within a second`, async () => {
      const tokens = await logIn(a)
      const token = tokens['access_token'] as string
      for (const node of [a, b]) assert.equal(await isTaken(node, token), true)
      await post(a.url, '/oauth/revoke', { token: tokens['refresh_token'] as string }, cast.app)
      await within(WITHIN_MS, async () => !(await isTaken(b, token)))
      assert.equal(await isTaken(a, token), false)
    })

  test('a code that one node issued is redeemed at the other, and refreshed at the first', async () => {
    const tokens = await logIn(b)
    const form = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] as string }
    assert.equal((await post(a.url, '/oauth/token', form, cast.app)).status, 200)
  })

  test('a person who is signed in on one node is signed in on the other', async () => {
    const browser = new Browser(a.issuer, b.url)
    const person = newPerson()
    await browser.signUp(await browser.open('/login'), person)
    const me = (node: Server) => fetch(`${node.url}/api/v1/auth/me`, { headers: { cookie: browser.cookies } })
    for (const node of [a, b]) assert.equal(((await (await me(node)).json()) as { email?: string }).email, person.email)
  })

  test('RF4: a refresh token that was used on one node ends its family when it comes to the other', async () => {
    const refresh = (node: Server, token: unknown) =>
      post(node.url, '/oauth/token', { grant_type: 'refresh_token', refresh_token: token as string }, cast.app)
    const first = await logIn(a)
    const { body: second } = await refresh(a, first['refresh_token'])
    const { body: third } = await refresh(a, second['refresh_token'])
    assert.equal((await refresh(b, first['refresh_token'])).body['error'], 'invalid_grant')
    assert.equal(await cast.isActive(a, third['access_token']), false)
    assert.equal((await refresh(a, third['refresh_token'])).body['error'], 'invalid_grant')
  })

  test('CC2: an agent that is deactivated on one node gets nothing on the other at once', async () => {
    const agent = await newAgent(a, { grant_types: ['client_credentials'] })
    const form = { grant_type: 'client_credentials' }
    const { body } = await post(b.url, '/oauth/token', form, agent)
    await a.admin('DELETE', `/agents/${agent.id}`)
    assert.equal((await post(b.url, '/oauth/token', form, agent)).body['error'], 'invalid_client')
    assert.equal(await cast.isActive(b, body['access_token']), false)
  })

  test('SE4: a person who signs out on one node is signed out on the other', async () => {
    const browser = new Browser(a.issuer)
    await browser.signUp(await browser.open('/login'), newPerson())
    const { cookies } = browser
    const me = async (node: Server) =>
      (await send(`${node.url}/api/v1/auth/me`, { method: 'GET', headers: { cookie: cookies } })).status
    assert.equal(await me(b), 200)
    await browser.submit(await browser.open('/logout'), {})
    assert.equal(await me(b), 401)
  })

  test('DP4: a proof that one node has seen is refused by the other', async () => {
    const headers = { dpop: await newProof(a.issuer) }
    const form = { grant_type: 'client_credentials' }
    assert.equal((await post(a.url, '/oauth/token', form, cast.machine, headers)).status, 200)
    assert.equal((await post(b.url, '/oauth/token', form, cast.machine, headers)).body['error'], 'invalid_dpop_proof')
  })

  test('KY1: a key rotated on one node verifies at once on the other, which signs with it within a second', async () => {
    const retired = kidOf(await issue(b))
    await a.admin('POST', '/admin/auth/rotate-signing-key')
    const fresh = await issue(a)
    assert.notEqual(kidOf(fresh), retired)
    assert.equal(await cast.isActive(b, fresh), true)
    for (const node of [a, b]) {
      const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', node.url))
      await within(WITHIN_MS, async () => {
        const verified = await jwtVerify(fresh, keys, { issuer: a.issuer }).catch(() => undefined)
        if (!verified) await keys.reload()
        return verified !== undefined
      })
    }
    await within(WITHIN_MS, async () => kidOf(await issue(b)) === kidOf(fresh))
  })

  test('failures on both nodes count together', async () => {
    const { client_id } = await newAgent(a, { grant_types: ['client_credentials'] })
    const client = { client_id, client_secret: 'wrong' }
    const guess = async (node: Server) =>
      (await post(node.url, '/oauth/token', { grant_type: 'client_credentials' }, client)).status
    const statuses: number[] = []
    for (let guesses = 0; guesses < 30 && !statuses.includes(429); guesses++) {
      statuses.push(await guess(guesses % 2 === 0 ? a : b))
    }
    assert.equal(statuses.at(-1), 429, statuses.join(' '))
    assert.deepEqual(await Promise.all([guess(a), guess(b)]), [429, 429])
  })

  test('a setting changed on one node holds on the other within a second', async () => {
    await a.configure({ 'dpop.require_nonce': true })
    const form = { grant_type: 'client_credentials' }
    await within(WITHIN_MS, async () => {
      const headers = { authorization: basicAuth(cast.machine), dpop: await newProof(a.issuer) }
      const { body } = await post(b.url, '/oauth/token', form, undefined, headers)
      return body['error'] === 'use_dpop_nonce'
    })
    await a.configure({ 'dpop.require_nonce': false })
    await sleep(SNAPSHOT_MS)
  })
})

// G5: a restart forgets nothing.
describe('a node that was restarted', () => {
  let server: Server
  let cast: Cast
  before(async () => {
    server = await Server.start()
    cast = await Cast.on(server)
  })
  after(() => server.remove())

  const refresh = (token: unknown) =>
    post(server.url, '/oauth/token', { grant_type: 'refresh_token', refresh_token: token as string }, cast.app)

  test('RF4: refuses a refresh token that was used before, and ends its family', async () => {
    const { body: first } = await post(server.url, '/oauth/token', cast.redemption(await cast.newCode()), cast.app)
    const { body: second } = await refresh(first['refresh_token'])
    const { body: third } = await refresh(second['refresh_token'])
    await server.stop()
    await server.boot()
    assert.equal((await refresh(first['refresh_token'])).body['error'], 'invalid_grant')
    assert.equal((await refresh(third['refresh_token'])).body['error'], 'invalid_grant')
  })

  test('DP4: refuses a code, a proof and an access token that ended before', async () => {
    const redemption = cast.redemption(await cast.newCode())
    const { body } = await post(server.url, '/oauth/token', redemption, cast.app)
    const headers = { dpop: await newProof(server.issuer) }
    const form = { grant_type: 'client_credentials' }
    const bound = await post(server.url, '/oauth/token', form, cast.machine, headers)
    await post(server.url, '/oauth/revoke', { token: bound.body['access_token'] as string }, cast.machine)
    await server.stop()
    await server.boot()
    const isActive = (token: unknown) => cast.isActive(server, token)
    assert.equal(await isActive(bound.body['access_token']), false)
    assert.equal(await isActive(body['access_token']), true)
    assert.equal(
      (await post(server.url, '/oauth/token', form, cast.machine, headers)).body['error'],
      'invalid_dpop_proof',
    )
    assert.equal((await post(server.url, '/oauth/token', redemption, cast.app)).body['error'], 'invalid_grant')
    assert.equal(await isActive(body['access_token']), false)
  })
})

const kidOf = (token: string): string | undefined => decodeProtectedHeader(token).kid
