import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import { insertToken, draftOf, makeClients, recorded, register } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { Steps } from '#/platform/jobs/steps.ts'
import { isClientId } from './client.ts'
import { ClientStore } from './store.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { Client } from './client.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('clients', () => {
  onEachEngine('reads back what it wrote, by either id', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client, secret, registrationToken } = await register(room, {
      authMethod: 'client_secret_post',
      grantTypes: ['authorization_code', 'refresh_token'],
      redirectUris: ['https://a.example/cb', 'http://127.0.0.1/cb?x=1'],
      audiences: ['https://api.example'],
      scope: 'openid read',
      jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }] },
      metadata: { contacts: ['ops@example.com'], application_type: 'web' },
      description: 'Ünïcode ✓',
      dpopBound: true,
      accessTokenTtlSeconds: 300,
    })
    assert.deepEqual(await room.clients.find(client.id), client)
    assert.deepEqual(await room.clients.findByClientId(client.clientId), client)
    assert.equal(client.secretHash, hashSecret(secret ?? ''))
    assert.equal(client.registrationTokenHash, hashSecret(registrationToken ?? ''))
    assert.equal(client.trusted, false)
  })

  onEachEngine(
    'a client from before gets the grant that now comes with authorization_code, once',
    async (_t, fixture) => {
      const file = new URL('../../../migrations/0025_refresh_with_code.sql', import.meta.url)
      const statement = raw(readFileSync(file, 'utf8'))
      const { db, ...room } = makeClients(fixture)
      const grantsOf = async (id: string) => (await room.clients.find(id))?.grantTypes
      const { client } = await register({ db, ...room })
      for (const [before, after] of [
        ['authorization_code', 'authorization_code refresh_token'],
        ['client_credentials authorization_code', 'client_credentials authorization_code refresh_token'],
        ['refresh_token authorization_code', 'refresh_token authorization_code'],
        ['client_credentials', 'client_credentials'],
      ] as const) {
        await db.tx((tx) => tx.run(sql`UPDATE clients SET grant_types = ${before} WHERE id = ${client.id}`))
        for (const _ of ['first', 'again']) await db.tx((tx) => tx.run(statement))
        assert.deepEqual(await grantsOf(client.id), after.split(' '))
      }
    },
  )

  onEachEngine('keeps secrets as hashes only', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { secret, registrationToken } = await register(room)
    const stored = JSON.stringify(await fixture.db.all(sql`SELECT * FROM clients`))
    assert.ok(!stored.includes(secret ?? '') && !stored.includes(registrationToken ?? ''))
  })

  onEachEngine('finds nothing for an id that nobody has or that can not be one', async (_t, fixture) => {
    const { clients } = makeClients(fixture)
    for (const id of ['nobody', '', 'a', 'x'.repeat(101), "' OR 1=1", 'a\u0000b', 'ünknown'])
      assert.equal(await clients.findByClientId(id), undefined)
    assert.equal(await clients.find('agt_nobody'), undefined)
  })

  onEachEngine('refuses a second client of the same client_id', async (_t, fixture) => {
    const { db, clients } = makeClients(fixture)
    const input = { kind: 'agent', draft: draftOf(), clientId: 'billing', trusted: true, createdBy: 'key_x' } as const
    await db.tx((tx) => clients.create(tx, input))
    await assert.rejects(
      db.tx((tx) => clients.create(tx, input)),
      UniqueViolation,
    )
  })

  onEachEngine('makes a secret only for clients that prove themselves with one', async (_t, fixture) => {
    const room = makeClients(fixture)
    const publicClient = await register(room, { authMethod: 'none', grantTypes: ['authorization_code'] })
    assert.equal(publicClient.secret, null)
    assert.equal(publicClient.client.secretHash, null)
  })

  onEachEngine('gives a secret when a client begins to use one and drops it when it stops', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await register(room, { authMethod: 'none', grantTypes: ['authorization_code'] })
    const began = await fixture.db.tx((tx) => room.clients.change(tx, client, { authMethod: 'client_secret_basic' }))
    assert.ok(began.client && began.secret)
    assert.equal(began.client.secretHash, hashSecret(began.secret))
    const kept = await fixture.db.tx((tx) => room.clients.change(tx, began.client!, { clientName: 'Renamed' }))
    assert.equal(kept.secret, null)
    assert.equal(kept.client?.secretHash, began.client.secretHash)
    const ended = await fixture.db.tx((tx) => room.clients.change(tx, kept.client!, { authMethod: 'none' }))
    assert.equal(ended.client?.secretHash, null)
  })

  onEachEngine('RG9 of twenty rotations at once only the last secret works', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client, secret: first } = await register(room)
    const rotations = Array.from({ length: 20 }, () => fixture.db.tx((tx) => room.clients.rotateSecret(tx, client)))
    const secrets = await Promise.all(rotations)
    assert.equal(new Set(secrets).size, 20)
    const { secretHash } = (await room.clients.find(client.id)) ?? {}
    assert.equal([first, ...secrets].filter((secret) => hashSecret(secret ?? '') === secretHash).length, 1)
    assert.notEqual(hashSecret(first ?? ''), secretHash)
  })

  onEachEngine('rotates no secret of a client without one, or of one that is turned off', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client: open } = await register(room, { authMethod: 'none', grantTypes: ['authorization_code'] })
    const { client: off } = await register(room)
    await fixture.db.tx((tx) => room.clients.change(tx, off, { active: false }))
    for (const client of [open, off])
      assert.equal(await fixture.db.tx((tx) => room.clients.rotateSecret(tx, client)), undefined)
  })

  onEachEngine('of two uses of a registration token for a new one, one wins', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await register(room)
    const rotations = Array.from({ length: 2 }, () =>
      fixture.db.tx((tx) => room.clients.rotateRegistrationToken(tx, client)),
    )
    const tokens = (await Promise.all(rotations)).filter((token) => token !== undefined)
    assert.equal(tokens.length, 1)
    const { registrationTokenHash } = (await room.clients.find(client.id)) ?? {}
    assert.equal(registrationTokenHash, hashSecret(tokens[0] ?? ''))
  })

  onEachEngine(
    'writes the time of use at most once an hour, and none before the client was made',
    async (_t, fixture) => {
      const room = makeClients(fixture)
      const hour = Math.floor(fixture.clock.now() / HOUR) * HOUR
      fixture.clock.advance(HOUR / 2 - (fixture.clock.now() - hour))
      const { client } = await register(room)
      fixture.clock.advance(1000)
      await room.clients.touch(client)
      fixture.clock.advance(HOUR - (fixture.clock.now() - hour) - 1)
      const touched = await room.clients.find(client.id)
      await room.clients.touch(touched!)
      assert.equal((await room.clients.find(client.id))?.lastUsedAt, client.createdAt)
      fixture.clock.advance(1)
      await room.clients.touch(touched!)
      await room.clients.touch(client)
      assert.equal((await room.clients.find(client.id))?.lastUsedAt, hour + HOUR)
    },
  )

  onEachEngine('deletes a client together with its tokens and consents', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await register(room)
    const token = await insertToken(room, { clientId: client.clientId })
    const child = await insertToken(room, { clientId: 'other-client', parentId: token.id, rootId: token.id, depth: 1 })
    const permission = { userId: 'usr_x', clientId: client.clientId, scope: 'read', resource: [] }
    const actor = { type: 'user', id: 'usr_x', requestId: null, ip: null } as const
    const consent = await fixture.db.tx((tx) => room.consents.grant(tx, permission, actor))
    assert.ok(await fixture.db.tx((tx) => room.clients.delete(tx, client, 'client_deleted')))
    assert.equal(await room.clients.find(client.id), undefined)
    const chain = (await room.tokens.ancestries([child.id], fixture.clock.now())).get(child.id)
    assert.deepEqual(
      chain?.map(({ id, revokedReason }) => [id, revokedReason]),
      [
        [child.id, 'client_deleted'],
        [token.id, 'client_deleted'],
      ],
    )
    assert.notEqual((await room.consents.find(consent.id))?.revokedAt, null)
    assert.equal(await fixture.db.tx((tx) => room.clients.delete(tx, client, 'client_deleted')), undefined)
  })

  onEachEngine('ends open codes, and nothing else, when a redirect URI is removed', async (_t, fixture) => {
    const room = makeClients(fixture)
    const [one, two, three] = ['https://a.example/one', 'https://a.example/two', 'https://a.example/three'] as const
    const { client } = await register(room, { grantTypes: ['authorization_code'], redirectUris: [one, two] })
    const permission = { userId: 'usr_x', clientId: client.clientId, scope: 'read', resource: [] }
    const actor = { type: 'user', id: 'usr_x', requestId: null, ip: null } as const
    await fixture.db.tx((tx) => room.consents.grant(tx, permission, actor))
    const token = await insertToken(room, { clientId: client.clientId })
    const code = await fixture.db.tx((tx) =>
      room.codes.issue(tx, {
        ...{ clientId: client.clientId, userId: 'usr_x', sessionId: 'sess_x', consentId: null, redirectUri: one },
        ...{ codeChallenge: '', scope: 'read', resource: [], nonce: null, dpopJkt: null, authenticatedAt: 0 },
        idToken: null,
      }),
    )
    const change = (fields: Partial<Client>) => fixture.db.tx((tx) => room.clients.change(tx, client, fields))
    for (const harmless of [{ clientName: 'Renamed' }, { redirectUris: [two, three, one] }])
      assert.equal((await change(harmless)).counts, undefined)
    assert.equal((await room.codes.find(code))?.usedAt, null)
    assert.deepEqual((await change({ redirectUris: [one, three] })).counts, { authorization_codes: 1 })
    assert.notEqual((await room.codes.find(code))?.usedAt, null)
    assert.ok(await room.consents.findLiving('usr_x', client.clientId))
    assert.equal((await room.tokens.find(fixture.db, token.id))?.revokedAt, null)
  })
})

describe('lists of clients', () => {
  onEachEngine('come newest first, in pages, narrowed by state and by how name or id begins', async (_t, fixture) => {
    const room = makeClients(fixture)
    const make = (clientName: string, clientId: string) =>
      fixture.db.tx((tx) =>
        room.clients.create(tx, {
          kind: 'agent',
          draft: draftOf({ clientName }),
          clientId,
          trusted: true,
          createdBy: 'x',
        }),
      )
    await register(room)
    for (const name of ['Alpha', 'alphabet', '100% done', 'beta_x', 'betaXx']) {
      await make(name, `id-${name.toLowerCase().replace(/[^a-z]/g, '-')}`)
      fixture.clock.advance(1)
    }
    const all = { limit: 2, includeTotal: true }
    const first = await room.clients.list({ kind: 'agent' }, { ...all, before: undefined })
    assert.equal(first.total, 5)
    assert.deepEqual(
      first.rows.map((client) => client.clientName),
      ['betaXx', 'beta_x'],
    )
    const rest = await room.clients.list({ kind: 'agent' }, { ...all, limit: 50, before: first.next })
    assert.deepEqual(
      rest.rows.map((client) => client.clientName),
      ['100% done', 'alphabet', 'Alpha'],
    )
    const search = async (text: string) =>
      (await room.clients.list({ kind: 'agent', search: text }, { before: undefined, limit: 50, includeTotal: false }))
        .rows.length
    assert.equal(await search('ALPHA'), 2)
    assert.equal(await search('100%'), 1)
    assert.equal(await search('%'), 0)
    assert.equal(await search('beta_'), 1)
    assert.equal(await search('id-beta'), 2)
    await fixture.db.tx((tx) => room.clients.change(tx, rest.rows[0]!, { active: false }))
    assert.equal(await room.clients.count({ kind: 'agent', active: false }), 1)
    assert.equal(await room.clients.count({ kind: 'agent', active: true }), 4)
  })
})

describe('the reaper', () => {
  onEachEngine('removes registered clients that nobody used for 90 days, and no others', async (_t, fixture) => {
    const room = makeClients(fixture)
    const unused = await register(room)
    const used = await register(room)
    const withToken = await register(room)
    const withConsent = await register(room)
    const agent = await room.agents.create({ client_name: 'Agent' }, { ...operatorActor })
    await insertToken(room, {
      clientId: withToken.client.clientId,
      kind: 'refresh',
      expiresAt: fixture.clock.now() + 365 * DAY,
    })
    await insertToken(room, { clientId: unused.client.clientId })
    const permission = { userId: 'usr_x', clientId: withConsent.client.clientId, scope: 'read', resource: [] }
    await fixture.db.tx((tx) => room.consents.grant(tx, permission, operatorActor))
    fixture.clock.advance(89 * DAY)
    assert.equal(await room.reaper.run(), 0)
    await room.clients.touch(used.client)
    fixture.clock.advance(2 * DAY)
    assert.equal(await room.reaper.run(), 1)
    assert.equal(await room.clients.find(unused.client.id), undefined)
    for (const { client } of [used, withToken, withConsent, agent]) assert.ok(await room.clients.find(client.id))
    const [event] = await recorded(fixture.db, 'client.expired')
    assert.equal(event?.data['client_id'], unused.client.clientId)
  })

  onEachEngine('works through more than one batch', async (_t, fixture) => {
    const room = makeClients(fixture)
    for (let i = 0; i < 203; i++) await register(room)
    fixture.clock.advance(91 * DAY)
    const first = await room.reaper.run(new Steps(fixture.db, AbortSignal.abort()))
    assert.ok(first > 0 && first < 203)
    assert.equal(await room.reaper.run(), 203 - first)
    assert.equal(await room.clients.count({ kind: 'registered' }), 0)
  })

  onEachEngine('goes on behind those that it has looked at, and leaves none out', async (_t, fixture) => {
    const room = makeClients(fixture)
    const made = []
    for (let i = 0; i < 90; i++) made.push((await register(room)).client)
    fixture.clock.advance(91 * DAY)
    const used = made.filter((_client, i) => i % 3 === 0)
    for (const client of used) await room.clients.touch(client)
    const now = fixture.clock.now()
    const before = now - 90 * DAY
    const listed = (after: Position) =>
      fixture.db.tx((tx) =>
        new ClientStore(fixture.db).listDead(tx, { kind: 'registered', before, now, after, limit: 40 }),
      )
    const first = await listed({ createdAt: 0, id: '' })
    const second = await listed(first.at(-1) ?? { createdAt: 0, id: '' })
    assert.deepEqual(
      [first.length, second.length, new Set([...first, ...second].map(({ id }) => id)).size],
      [40, 20, 60],
    )
    assert.equal(await room.reaper.run(), 60)
    assert.equal(await room.clients.count({ kind: 'registered' }), used.length)
  })
})

const operatorActor = { type: 'admin', id: 'key_x', requestId: null, ip: null } as const

test('client ids are plain words that need no escaping anywhere', () => {
  for (const id of ['abc', 'billing.reader_1~x-Y', 'client_0123']) assert.ok(isClientId(id), id)
  for (const id of ['ab', '', 'a b', 'a:b', 'a/b', 'ä-ö-ü', 'x'.repeat(101), 'abc\n']) assert.ok(!isClientId(id), id)
})
