import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { basicAuth, newAgent, post } from '#/support/agents.ts'
import type { Agent } from '#/support/agents.ts'
import { postgresPair, sqliteNode } from '#/support/cluster.ts'
import type { Cluster } from '#/support/cluster.ts'
import { newProof, newSigner } from '#/support/proof.ts'
import { crowd, race, winners } from '#/support/race.ts'
import type { Finish } from '#/support/race.ts'
import type { Server } from '#/support/server.ts'
import { Cast, DEVICE } from './cast.ts'

const CROWD = 50

describe('fifty requests at once on one SQLite node', () => races(sqliteNode))
describe('fifty requests at once on two nodes that share a PostgreSQL', () => races(postgresPair))

// G2: what may happen once is decided by one conditional write, so it happens once whoever asks, wherever, at once.
function races(start: () => Promise<Cluster>): void {
  let cluster: Cluster
  let server: Server
  let cast: Cast
  before(async () => {
    cluster = await start()
    server = cluster.nodes[0]
    cast = await Cast.on(server)
  })
  after(() => cluster.remove())

  const urls = (): string[] => cluster.nodes.map(({ url }) => url)

  const raceForTokens = (form: Record<string, string>, client: Agent, headers: Record<string, string> = {}) =>
    race(
      crowd(CROWD, urls(), {
        path: '/oauth/token',
        headers: { authorization: basicAuth(client), ...headers },
        body: new URLSearchParams(form),
      }),
    )

  const isActive = (token: unknown): Promise<boolean> => cast.isActive(server, token)

  test('AC2: one redeems a code, and the attempts of the others end what it got', async () => {
    const finishes = await raceForTokens(cast.redemption(await cast.newCode()), cast.app)
    const winner = onlyWinner(finishes, 'invalid_grant')
    assert.equal(await isActive(winner.body['access_token']), false)
    assert.equal(await isActive(winner.body['refresh_token']), false)
  })

  test('RF3: one rotates a refresh token without grace, and the family ends', async () => {
    await server.configure({ 'oauth.refresh_grace_seconds': 0 })
    await settled()
    const { body } = await post(server.url, '/oauth/token', cast.redemption(await cast.newCode()), cast.app)
    const form = { grant_type: 'refresh_token', refresh_token: body['refresh_token'] as string }
    const winner = onlyWinner(await raceForTokens(form, cast.app), 'invalid_grant')
    for (const token of [body['access_token'], winner.body['access_token'], winner.body['refresh_token']]) {
      assert.equal(await isActive(token), false)
    }
    await server.configure({ 'oauth.refresh_grace_seconds': 10 })
    await settled()
  })

  test('RF3: within the grace all who lost get the one successor', async () => {
    const { body } = await post(server.url, '/oauth/token', cast.redemption(await cast.newCode()), cast.app)
    const form = { grant_type: 'refresh_token', refresh_token: body['refresh_token'] as string }
    const finishes = await raceForTokens(form, cast.app)
    assert.equal(winners(finishes).length, CROWD)
    const successors = new Set(winners(finishes).map((finish) => finish.body['refresh_token']))
    assert.equal(successors.size, 1)
    const [successor] = successors
    assert.equal(await isActive(successor), true, 'nobody stole anything, so nothing ends')
  })

  test('DV6: one redeems a device code, and keeps what it got', async () => {
    const { body } = await post(server.url, '/oauth/device', { scope: 'openid' }, cast.app)
    await cast.allowDevice(body['verification_uri_complete'] as string)
    const form = { grant_type: DEVICE, device_code: body['device_code'] as string }
    const winner = onlyWinner(await raceForTokens(form, cast.app), 'invalid_grant')
    assert.equal(await isActive(winner.body['access_token']), true)
  })

  test('DV6: a person who says yes and no at once has said one of them', async () => {
    const { body } = await post(server.url, '/oauth/device', { scope: 'openid' }, cast.app)
    const answers = await cast.deviceAnswers(body['verification_uri_complete'] as string)
    const { path, headers } = answers
    const finishes = await race(
      crowd(CROWD, urls(), { path, headers, body: {} }).map((entry, index) => ({
        ...entry,
        body: index % 4 < 2 ? answers.allow : answers.deny,
      })),
    )
    assert.deepEqual(new Set(finishes.map(({ status }) => status >= 500)), new Set([false]))
    const form = { grant_type: DEVICE, device_code: body['device_code'] as string }
    const polls = await raceForTokens(form, cast.app)
    const errors = new Set(polls.filter(({ status }) => status !== 200).map((finish) => finish.body['error']))
    const won = winners(polls).length
    assert.deepEqual([won, ...errors], won === 1 ? [1, 'invalid_grant'] : [0, 'access_denied'])
  })

  test('KY1: twenty rotations leave one key that signs', async () => {
    const rotation = {
      path: '/api/v1/admin/auth/rotate-signing-key',
      headers: { authorization: `Bearer ${server.adminKey}` },
    }
    const finishes = await race(crowd(20, urls(), { ...rotation, body: {} }))
    for (const { status } of finishes) assert.ok(status < 500, `status ${status}`)
    await settled()
    const kids = await Promise.all(
      [...urls(), ...urls()].map(async (url) => {
        const { body } = await post(url, '/oauth/token', { grant_type: 'client_credentials' }, cast.machine)
        assert.equal(await isActive(body['access_token']), true)
        return decodeProtectedHeader(body['access_token'] as string).kid
      }),
    )
    assert.equal(new Set(kids).size, 1)
  })

  test('DP4: one uses a DPoP proof', async () => {
    const proof = await newProof(server.issuer)
    const finishes = await raceForTokens({ grant_type: 'client_credentials' }, cast.machine, { dpop: proof })
    assert.equal(onlyWinner(finishes, 'invalid_dpop_proof').body['token_type'], 'DPoP')
  })

  test('one uses a client assertion', async () => {
    const { jwk, sign } = await newSigner()
    const { client_id: clientId } = await newAgent(server, {
      token_endpoint_auth_method: 'private_key_jwt',
      grant_types: ['client_credentials'],
      jwks: { keys: [jwk] },
    })
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await sign(clientId, server.issuer),
    }
    const entries = crowd(CROWD, urls(), { path: '/oauth/token', body: new URLSearchParams(form) })
    const finishes = await race(entries)
    assert.equal(winners(finishes).length, 1)
  })

  test('AD10: one sets the server up', async () => {
    const token = /mandate_setup_[A-Za-z0-9]+/.exec(server.output)?.[0]
    assert.ok(token, 'the setup link was printed')
    const entries = crowd(CROWD, urls(), { path: '/api/v1/admin/bootstrap/consume', body: {} }).map((entry, index) => ({
      ...entry,
      body: { token, email: `owner-${index}@example.com`, password: 'a quiet harbour at 5 in the morning' },
    }))
    const finishes = await race(entries)
    assert.equal(winners(finishes).length, 1)
    for (const { status } of finishes) assert.ok([201, 401, 429, 503].includes(status), `status ${status}`)
    const status = await fetch(`${server.url}/api/v1/admin/bootstrap/status`)
    assert.deepEqual(await status.json(), { bootstrapped: true })
  })
}

/** The one that was answered with tokens; all others were refused with the error. */
function onlyWinner(finishes: readonly Finish[], error: string): Finish {
  const won = winners(finishes)
  assert.equal(won.length, 1)
  const others = finishes.filter(({ status }) => status !== 200)
  assert.deepEqual(
    new Set(others.map(({ status, body }) => `${status} ${String(body['error'])}`)),
    new Set([`400 ${error}`]),
  )
  return won[0] as Finish
}

/** Settings reach every node within a second. */
const settled = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1100))
