import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { positionOfDelegated, RevocationFeed } from '#/modules/tokens/index.ts'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { ProofKey } from '#test/support/dpop.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { claimsOf } from '#test/support/jwt.ts'
import {
  allow,
  createAgent,
  createWebApp,
  exchange,
  isActive,
  ownToken,
  proofFor,
  refresh,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { createFollower, FeedClient, isDeadBy } from '#test/support/revocation-feed.ts'
import { until } from '#test/support/until.ts'
import type { TestApp } from '#test/support/app.ts'
import type { Entry } from '#test/support/revocation-feed.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

interface Snapshot {
  readonly cursor: string
  readonly entries: Entry[]
  readonly next?: string
  readonly aud: string
  readonly iat: number
  readonly exp: number
}

/** One page of the snapshot, verified as the guide says. */
async function snapshot(app: TestApp, token: string, page?: string): Promise<Snapshot> {
  const query = page === undefined ? '' : `?page=${page}`
  const answer = await app.send({ url: `/oauth/revocations/snapshot${query}`, headers: bearer(token) })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers['content-type'], 'application/jwt')
  assert.equal(answer.headers['cache-control'], 'no-store')
  const keys = (await app.send({ url: '/.well-known/jwks.json' })).json as unknown as JSONWebKeySet
  const expected = {
    typ: 'revocations+jwt',
    algorithms: ['ES256'],
    issuer: app.baseUrl,
    audience: String(claimsOf(token)['client_id']),
    currentDate: new Date(app.clock.now()),
  }
  const { payload } = await jwtVerify(answer.text, createLocalJWKSet(keys), expected)
  return payload as unknown as Snapshot
}

describe('the revocation feed', () => {
  onEachApp('tells the end of a whole chain by one entry, to whoever follows', async (t, app) => {
    const [web, planner, mailer] = [await createWebApp(app), await createAgent(app), await createAgent(app)]
    const person = await TestPerson.signUp(app)
    await allow(app, planner, { subject: person.id, max_depth: 2, may_redelegate: true })
    const policy = await allow(app, mailer, { subject: person.id, max_depth: 2 })
    const tokens = await signIn(app, person, web, { scope: 'read' })
    const own = tokens['access_token'] ?? ''
    const first = (await exchange(app, planner, own)).json['access_token'] as string
    const second = (await exchange(app, mailer, first)).json['access_token'] as string
    const bystander = await ownToken(app, planner)
    const family = claimsOf(own)['lineage'] as { ancestors: { jti: string }[] }
    assert.deepEqual((claimsOf(second)['lineage'] as { ancestors: object[] }).ancestors, [
      { jti: claimsOf(first)['jti'], client_id: planner.clientId, policy: policyOf(first) },
      { jti: claimsOf(own)['jti'], client_id: web.clientId },
      { jti: family.ancestors[0]?.jti },
    ])
    assert.equal(policyOf(second), policy)
    const follower = await FeedClient.openReady(t, app)
    assert.equal(follower.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(follower.response.headers.get('cache-control'), 'no-store')
    assert.deepEqual(follower.entries, [])
    const renewal = { token: tokens['refresh_token'] ?? '', client_id: web.clientId, client_secret: web.secret ?? '' }
    assert.equal((await app.send({ url: '/oauth/revoke', form: renewal })).status, 200)
    await follower.until(({ entries }) => entries.length > 0)
    assert.deepEqual(follower.entries, [{ jti: family.ancestors[0]?.jti, exp: claimsOf(own)['exp'] }])
    for (const text of [own, first, second]) assert.equal(isDeadBy(follower.entries, text), true)
    assert.equal(isDeadBy(follower.entries, bystander), false)
  })

  onEachApp('RV8: tells a cascade of 1,000 that another node ended, within a second', async (t, app) => {
    const node = await app.secondNode(t)
    const [planner, mailer] = [await createAgent(app), await createAgent(app)]
    await allow(app, mailer, { subject: planner.clientId })
    const root = await ownToken(app, planner)
    const made = (await exchange(app, mailer, root)).json['access_token'] as string
    const texts = [root, made, ...(await descendants(app, made, 999))]
    const survivor = await ownToken(app, mailer)
    const follower = await FeedClient.openReady(t, app)
    const jti = String(claimsOf(root)['jti'])
    const ended = await node.admin('POST', '/admin/auth/revoke-jti', { jti })
    const committedAt = performance.now()
    assert.equal(ended.status, 200, ended.text)
    assert.equal(ended.json['revoked_count'] ?? ended.json['total'], 1001, ended.text)
    await follower.until(({ entries }) => entries.length > 0)
    const tookMs = (follower.events.at(-1)?.at ?? Infinity) - committedAt
    assert.ok(tookMs < 1000, `it took ${tookMs} ms`)
    assert.deepEqual(follower.entries, [{ jti, exp: claimsOf(root)['exp'] }])
    assert.ok(texts.every((text) => isDeadBy(follower.entries, text)))
    assert.equal(isDeadBy(follower.entries, survivor), false)
    assert.equal(await isActive(app, mailer, survivor), true)
  })

  onEachApp('RV8: goes on behind a snapshot and behind the last event, and passes nothing over', async (t, app) => {
    const client = await createFollower(app)
    const token = await ownToken(app, client)
    const agent = await createAgent(app)
    const [one, two, three, four] = [
      await ownToken(app, agent),
      await ownToken(app, agent),
      await ownToken(app, agent),
      await ownToken(app, agent),
    ]
    const end = async (text: string): Promise<void> => {
      const form = { token: text, client_id: agent.clientId, client_secret: agent.secret ?? '' }
      assert.equal((await app.send({ url: '/oauth/revoke', form })).status, 200)
    }
    const idsOf = (entries: readonly Entry[]) => entries.map(({ jti }) => jti)
    const idOf = (text: string) => claimsOf(text)['jti']
    const empty = await snapshot(app, token)
    assert.deepEqual([empty.entries, empty.next, empty.exp - empty.iat], [[], undefined, 60])
    await end(one)
    const begun = await snapshot(app, token)
    assert.deepEqual(idsOf(begun.entries), [idOf(one)])
    await end(two)
    const follower = await FeedClient.openReady(t, app, { token, cursor: begun.cursor })
    assert.deepEqual(idsOf(follower.entries), [idOf(two)])
    follower.leave()
    await end(three)
    const again = await FeedClient.openReady(t, app, { token, cursor: follower.cursor })
    await end(four)
    await again.until(({ entries }) => entries.length === 2)
    assert.deepEqual(idsOf(again.entries), [idOf(three), idOf(four)])
    // From the beginning, and from now on.
    const whole = await FeedClient.openReady(t, app, { token, cursor: empty.cursor })
    assert.deepEqual(idsOf(whole.entries), [one, two, three, four].map(idOf))
    const fresh = await FeedClient.openReady(t, app, { token })
    assert.deepEqual([fresh.entries, fresh.cursor], [[], whole.cursor])
  })

  onEachApp('RV8: two nodes with readers tell the same, in the same order, whoever ends what', async (t, app) => {
    const node = await app.secondNode(t)
    const client = await createFollower(app)
    const agent = await createAgent(app)
    const [here, there] = [
      await FeedClient.openReady(t, app, { token: await ownToken(app, client) }),
      await FeedClient.openReady(t, node, { token: await ownToken(app, client) }),
    ]
    const texts = await Promise.all(Array.from({ length: 60 }, () => ownToken(app, agent)))
    const credentials = { client_id: agent.clientId, client_secret: agent.secret ?? '' }
    await Promise.all(
      texts.map((token, i) => (i % 2 ? app : node).send({ url: '/oauth/revoke', form: { token, ...credentials } })),
    )
    await Promise.all([here, there].map((one) => one.until(({ entries }) => entries.length === texts.length)))
    assert.deepEqual(here.entries, there.entries)
    assert.deepEqual(new Set(here.entries.map(({ jti }) => jti)), new Set(texts.map((text) => claimsOf(text)['jti'])))
  })

  onEachApp('says nothing of what ends no access token that lives', async (t, app) => {
    const [web, person] = [await createWebApp(app, { access_token_ttl_seconds: 600 }), await TestPerson.signUp(app)]
    const tokens = await signIn(app, person, web, { scope: 'read' })
    app.clock.advance(601_000)
    const follower = await FeedClient.openReady(t, app)
    const credentials = { client_id: web.clientId, client_secret: web.secret ?? '' }
    await app.send({ url: '/oauth/revoke', form: { token: tokens['refresh_token'] ?? '', ...credentials } })
    const own = await ownToken(app, await createFollower(app))
    assert.deepEqual((await snapshot(app, own)).entries, [])
    assert.deepEqual(follower.entries, [])
  })

  onEachApp('pages a long snapshot, and leaves out what has expired', async (_t, app) => {
    const token = await ownToken(app, await createFollower(app))
    const feed = new RevocationFeed(app.database.db)
    const now = app.clock.now()
    const entry = (i: number) => ({ jti: `tok_${String(i).padStart(5, '0')}`, exp: Math.floor(now / 1000) + 3600 })
    const expired = { jti: 'tok_expired', exp: Math.floor(now / 1000) - 1 }
    const all = Array.from({ length: 2100 }, (_, i) => entry(i))
    await app.database.db.tx((tx) => feed.record(tx, [expired, ...all], now))
    const pages = [await snapshot(app, token)]
    while (pages.at(-1)?.next !== undefined) pages.push(await snapshot(app, token, pages.at(-1)?.next))
    assert.deepEqual(
      pages.map(({ entries }) => entries.length),
      [1000, 1000, 100],
    )
    assert.equal(new Set(pages.map(({ cursor }) => cursor)).size, 1)
    const got = pages.flatMap(({ entries }) => entries)
    assert.deepEqual(
      got.toSorted((a, b) => String(a.jti).localeCompare(String(b.jti))),
      all,
    )
  })

  onEachApp('tells many at once in few events, also to those who are far behind', async (t, app) => {
    const client = await createFollower(app)
    const token = await ownToken(app, client)
    const feed = new RevocationFeed(app.database.db)
    const now = app.clock.now()
    const record = (from: number, count: number) =>
      app.database.db.tx((tx) =>
        feed.record(
          tx,
          Array.from({ length: count }, (_, i) => ({ jti: `tok_${from + i}`, exp: Math.floor(now / 1000) + 3600 })),
          now,
        ),
      )
    const follower = await FeedClient.openReady(t, app, { token })
    await record(0, 900)
    await follower.until(({ entries }) => entries.length === 900)
    assert.ok(follower.events.length <= 4, `${follower.events.length} events`)
    // More than a process keeps for its readers.
    await record(900, 3000)
    await follower.until(({ entries }) => entries.length === 3900)
    const late = await FeedClient.openReady(t, app, { token, cursor: '0.00000000' })
    assert.equal(new Set(late.entries.map(({ jti }) => jti)).size, 3900)
    const sizes = late.events.map(({ data }) => (JSON.parse(data) as { entries?: Entry[] }).entries?.length ?? 0)
    assert.equal(Math.max(...sizes), 500)
  })
})

describe('the stream', () => {
  onEachApp('RV6: ends when its client is disabled, and when its token is revoked', async (t, app) => {
    const client = await createFollower(app)
    const token = await ownToken(app, client)
    const [one, two] = [await FeedClient.open(t, app, { token }), await FeedClient.open(t, app, { client })]
    await Promise.all([one.untilReady(), two.untilReady()])
    const form = { token, client_id: client.clientId, client_secret: client.secret ?? '' }
    await app.send({ url: '/oauth/revoke', form })
    await one.untilEnd()
    assert.equal(two.isOver, false)
    await app.admin('DELETE', `/agents/${client.id}`)
    await two.untilEnd()
  })

  test('ends when its token expires, and when the server drains', async (t) => {
    const app = await createTestApp(t)
    const client = await createFollower(app)
    const short = await FeedClient.openReady(t, app, { client })
    app.clock.advance(3_600_000)
    await short.untilEnd()
    const follower = await FeedClient.openReady(t, app, { client })
    await Promise.all([app.app.drain(), follower.untilEnd()])
  })

  test('says every few seconds that there is nothing, so that silence is known for an outage', async (t) => {
    const app = await createTestApp(t)
    const follower = await FeedClient.openReady(t, app)
    const begun = performance.now()
    await follower.until(({ comments }) => comments > 0)
    assert.ok(performance.now() - begun < 6000)
  })

  test('is open ten times for a client at most, and makes room when one leaves', async (t) => {
    const app = await createTestApp(t)
    const client = await createFollower(app)
    const open = await Promise.all(Array.from({ length: 10 }, () => FeedClient.open(t, app, { client })))
    await Promise.all(open.map((one) => one.untilReady()))
    const refused = await app.send({ url: '/oauth/revocations', headers: bearer(await ownToken(app, client)) })
    assert.deepEqual([refused.status, refused.json['error']], [429, 'rate_limited'])
    assert.equal(refused.headers['retry-after'], '5')
    // Of others it says nothing.
    await (await FeedClient.open(t, app)).untilReady()
    open[0]?.leave()
    await until(async () => (await FeedClient.open(t, app, { client })).response.status === 200)
  })
})

describe('RV6: the feed', () => {
  onEachApp('is for a client with the scope, by a token of its own', async (_t, app) => {
    const scope = 'openid read revocations:read'
    const web = await createWebApp(app, {
      scope,
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    })
    const person = await TestPerson.signUp(app)
    const tokens = await signIn(app, person, web, { scope })
    const outsider = await ownToken(app, await createAgent(app))
    for (const path of ['/oauth/revocations', '/oauth/revocations/snapshot']) {
      const ask = async (headers: Record<string, string>) => {
        const { status, json } = await app.send({ url: path, headers })
        return `${status} ${String(json['error'])}`
      }
      assert.equal(await ask({}), '401 invalid_token')
      assert.equal(await ask(bearer(app.adminKey)), '401 invalid_token')
      assert.equal(await ask(bearer(outsider)), '403 insufficient_scope')
      assert.equal(await ask(bearer(tokens['access_token'] ?? '')), '403 insufficient_scope')
      const renewed = await refresh(app, web, tokens['refresh_token'] ?? '')
      tokens['refresh_token'] = renewed.json['refresh_token'] as string
      assert.equal(await ask(bearer(renewed.json['access_token'] as string)), '403 insufficient_scope')
      const basic = Buffer.from(`${web.clientId}:${web.secret ?? ''}`).toString('base64')
      assert.equal(await ask({ authorization: `Basic ${basic}` }), '400 invalid_request')
    }
  })

  onEachApp('takes a bound token with a proof alone', async (_t, app) => {
    const key = new ProofKey()
    const token = await ownToken(app, await createFollower(app), {}, key)
    const path = '/oauth/revocations/snapshot'
    const ask = (headers: Record<string, string>) => app.send({ url: path, headers })
    assert.equal((await ask(bearer(token))).status, 401)
    const dpop = proofFor(app, key, 'GET', path, token)
    assert.equal((await ask({ authorization: `DPoP ${token}`, dpop })).status, 200)
    assert.equal((await ask({ authorization: `DPoP ${token}`, dpop })).status, 401)
  })

  onEachApp('refuses places that it never named, and says of others that they are gone', async (_t, app) => {
    const client = await createFollower(app)
    const token = await ownToken(app, client)
    const agent = await createAgent(app)
    for (let i = 0; i < 2; i++) {
      const form = { token: await ownToken(app, agent), client_id: agent.clientId, client_secret: agent.secret ?? '' }
      await app.send({ url: '/oauth/revoke', form })
    }
    const { cursor } = await snapshot(app, token)
    const at = async (place: string, page?: string) => {
      const url = page === undefined ? '/oauth/revocations' : `/oauth/revocations/snapshot?page=${page}`
      const headers = { ...bearer(token), ...(page === undefined && { 'last-event-id': place }) }
      const { status, json } = await app.send({ url, headers })
      return `${status} ${String(json['error'])}`
    }
    const odd = [
      'x',
      '1',
      '-1.00000000',
      '01.00000000',
      `1.${'a'.repeat(200)}`,
      '1.0000000A',
      '9'.repeat(20) + '.00000000',
    ]
    for (const place of odd) {
      assert.equal(await at(place), '400 invalid_request', place)
      assert.equal(await at('', place), '400 invalid_request', place)
    }
    for (const place of ['3.00000000', '2.00000000', '1.00000000', '999999999999999.00000000']) {
      assert.equal(await at(place), '410 invalid_request', place)
      assert.equal(await at('', `0.${place}`), '410 invalid_request', place)
    }
    // The last place stands also when its entry is forgotten.
    await app.database.db.run(sql`DELETE FROM revocation_entries`)
    const page = await app.send({ url: `/oauth/revocations/snapshot?page=0.${cursor}`, headers: bearer(token) })
    assert.equal(page.status, 200)
  })

  test('is a scope that operators give: a client that registered itself never gets it', async (t) => {
    const app = await createTestApp(t)
    const json = { client_name: 'Curious', grant_types: ['client_credentials'], scope: 'read' }
    const refused = await app.send({ url: '/oauth/register', json: { ...json, scope: 'revocations:read' } })
    assert.equal(refused.json['error'], 'invalid_client_metadata', refused.text)
    const made = await app.send({ url: '/oauth/register', json })
    assert.equal(made.status, 201, made.text)
    const { client_id = '', client_secret = '' } = made.json as Record<string, string>
    // As if it had registered before the scope was reserved.
    await app.database.db.run(sql`UPDATE clients SET scope = 'revocations:read' WHERE client_id = ${client_id}`)
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    const form = { grant_type: 'client_credentials', scope: 'revocations:read' }
    const asked = await app.send({ url: '/oauth/token', form, headers: { authorization: `Basic ${basic}` } })
    assert.equal(asked.json['error'], 'invalid_scope', asked.text)
  })

  test('tells of a reset that takes every token away', async (t) => {
    const app = await createTestApp(t)
    const before = await ownToken(app, await createAgent(app))
    const token = await ownToken(app, await createFollower(app))
    const follower = await FeedClient.openReady(t, app, { token })
    const answer = await app.admin('POST', '/admin/system/reset', { confirm: 'RESET' })
    assert.ok(answer.status < 300, answer.text)
    await follower.untilEnd()
    app.clock.advance(1)
    const after = await ownToken(app, await createFollower(app))
    const { entries } = await snapshot(app, after)
    assert.deepEqual(
      [isDeadBy(entries, before), isDeadBy(entries, token), isDeadBy(entries, after)],
      [true, true, false],
    )
  })
})

const policyOf = (text: string) => (claimsOf(text)['lineage'] as { policy?: string }).policy

/** Children of a delegated token, recorded as an exchange records them. */
async function descendants(app: TestApp, parentText: string, count: number): Promise<string[]> {
  const { tokens } = app.services
  const found = await tokens.authenticateWithLine(parentText)
  assert.ok(found)
  const { token: parent, above } = found
  const texts: string[] = []
  await app.database.db.tx(async (tx) => {
    for (let i = 0; i < count; i++) {
      const minted = await tokens.mintAccess(parent, 600, positionOfDelegated(parent, Infinity, above))
      assert.equal(await tokens.record(tx, minted), true)
      texts.push(minted.text)
    }
  })
  return texts
}
