import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { insertToken, makeClients, operator, recorded, register } from '#test/support/clients.ts'
import { livingTokens } from '#test/support/token-store.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { Permission } from './consents.ts'

type Fixture = ReturnType<typeof makeClients>

const permission: Permission = {
  userId: 'usr_1',
  clientId: 'client_1',
  scope: 'openid mail:read',
  resource: ['https://id.example'],
}

const grant = ({ db, consents }: Fixture, changes: Partial<Permission> = {}) =>
  db.tx((tx) => consents.grant(tx, { ...permission, ...changes }, operator))

const asGranted = ({ scope, resource }: Permission) => resource.map((one) => ({ resource: one, scope }))

const isNotFound = (error: unknown) => error instanceof AppError && error.code.code === 'consent_not_found'

describe('consents', () => {
  onEachEngine('begin with the first permission and widen with each further one', async (_t, base) => {
    const fixture = makeClients(base)
    const first = await grant(fixture)
    base.clock.advance(1000)
    const second = await grant(fixture, { scope: 'mail:send openid', resource: ['https://api.example'] })
    assert.equal(second.id, first.id)
    const living = await fixture.consents.findLiving('usr_1', 'client_1')
    assert.deepEqual(living, {
      ...first,
      granted: [
        { resource: 'https://id.example', scope: 'openid mail:read' },
        { resource: 'https://api.example', scope: 'mail:send openid' },
      ],
      updatedAt: first.updatedAt + 1000,
    })
    const events = await recorded(base.db, 'consent.granted')
    assert.deepEqual(
      events.map(({ data }) => [data['scope'], data['total_scope']]),
      [
        ['openid mail:read', 'openid mail:read'],
        ['mail:send openid', 'openid mail:read mail:send'],
      ],
    )
  })

  onEachEngine('20 permissions at once end in one living consent that has them all', async (_t, base) => {
    const fixture = makeClients(base)
    const scopes = Array.from({ length: 20 }, (_, i) => `scope-${i}`)
    await Promise.all(scopes.map((scope) => grant(fixture, { scope })))
    const rows = await base.db.all(sql`SELECT id FROM consents`)
    assert.equal(rows.length, 1)
    const living = await fixture.consents.findLiving('usr_1', 'client_1')
    assert.deepEqual(living?.granted[0]?.scope.split(' ').toSorted(), scopes.toSorted())
  })

  onEachEngine('are one for each pair of person and client', async (_t, base) => {
    const fixture = makeClients(base)
    await grant(fixture)
    await grant(fixture, { userId: 'usr_2', scope: 'other' })
    await grant(fixture, { clientId: 'client_2', scope: 'other' })
    assert.deepEqual((await fixture.consents.findLiving('usr_1', 'client_1'))?.granted, asGranted(permission))
  })

  onEachEngine('taken back, end with exactly the tokens that came from them', async (_t, base) => {
    const fixture = makeClients(base)
    const mine = await grant(fixture)
    const theirs = await grant(fixture, { userId: 'usr_2' })
    const family = await insertToken(fixture, { clientId: 'client_1', kind: 'refresh', consentId: mine.id })
    const child = await insertToken(fixture, { clientId: 'agent', parentId: family.id, rootId: family.id, depth: 1 })
    const other = await insertToken(fixture, { clientId: 'client_1', consentId: theirs.id })
    const counted = await fixture.consents.countEnding(mine.id)
    assert.ok(await fixture.consents.findLiving('usr_1', 'client_1'), 'a dry run changes nothing')
    await fixture.consents.revoke(mine.id, operator)
    const codes = { authorization_codes: 0, device_codes: 0, vault_grants: 0 }
    assert.deepEqual(counted, { ...codes, access_tokens: 1, refresh_tokens: 1, delegated_tokens: 1 })
    const living = await livingTokens(base.db, base.clock)
    assert.deepEqual(
      [family, child, other].map(({ id }) => living.includes(id)),
      [false, false, true],
    )
    assert.equal(await fixture.consents.findLiving('usr_1', 'client_1'), undefined)
    const [event] = await recorded(base.db, 'consent.revoked')
    assert.equal(event?.data['revoked_count'], 2)
    assert.deepEqual(event?.data['counts'], counted)
  })

  onEachEngine('are taken back by one of 20 at once, and given again as new ones', async (_t, base) => {
    const fixture = makeClients(base)
    const { id } = await grant(fixture)
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => fixture.consents.revoke(id, operator)))
    assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await recorded(base.db, 'consent.revoked')).length, 1)
    const again = await grant(fixture, { scope: 'openid' })
    assert.notEqual(again.id, id)
    assert.deepEqual(again.granted, asGranted({ ...permission, scope: 'openid' }), 'nothing of the old one comes back')
  })

  onEachEngine('are only for their own person to take back', async (_t, base) => {
    const fixture = makeClients(base)
    const { id } = await grant(fixture)
    await assert.rejects(fixture.consents.revoke(id, operator, 'usr_2'), isNotFound)
    await assert.rejects(fixture.consents.revoke('con_unknown', operator), isNotFound)
    await fixture.consents.revoke(id, operator, 'usr_1')
    await assert.rejects(fixture.consents.revoke(id, operator), isNotFound)
  })

  onEachEngine('can be held only while they live', async (_t, base) => {
    const fixture = makeClients(base)
    const { id } = await grant(fixture)
    assert.equal(await base.db.tx((tx) => fixture.consents.hold(tx, id)), true)
    await fixture.consents.revoke(id, operator)
    assert.equal(await base.db.tx((tx) => fixture.consents.hold(tx, id)), false)
  })

  onEachEngine('a refusal is recorded and changes nothing', async (_t, base) => {
    const fixture = makeClients(base)
    await grant(fixture)
    await base.db.tx((tx) => fixture.consents.refuse(tx, { ...permission, scope: 'mail:send' }, operator))
    const [event] = await recorded(base.db, 'consent.refused')
    assert.equal(event?.['result'], 'denied')
    assert.deepEqual((await fixture.consents.findLiving('usr_1', 'client_1'))?.granted, asGranted(permission))
  })

  onEachEngine('end with their client or their person, and their tokens with them', async (_t, base) => {
    const fixture = makeClients(base)
    const { consents, lifecycle } = fixture
    const [mine, theirs, elsewhere] = [
      await grant(fixture),
      await grant(fixture, { userId: 'usr_2' }),
      await grant(fixture, { clientId: 'client_2' }),
    ]
    const tokenOf = async ({ id, clientId, userId }: typeof mine) =>
      (await insertToken(fixture, { clientId, userId, consentId: id })).id
    const ofClient = [await tokenOf(mine), await tokenOf(theirs)]
    const ofOther = await tokenOf(elsewhere)
    const own = await insertToken(fixture, { clientId: 'client_1' })
    const isRevoked = async (id: string) => !(await livingTokens(base.db, base.clock)).includes(id)
    const ofTheClient = { by: 'client', clientId: 'client_1' } as const
    const endClient = () => base.db.tx((tx) => lifecycle.ended(tx, 'clientDeactivated', ofTheClient, 'test'))
    assert.deepEqual([(await endClient()).consents, (await endClient()).consents], [2, 0])
    assert.equal(await consents.findLiving('usr_2', 'client_1'), undefined)
    assert.ok(await consents.findLiving('usr_1', 'client_2'))
    assert.deepEqual(await Promise.all([...ofClient, ofOther, own.id].map(isRevoked)), [true, true, false, true])
    const ended = await base.db.tx((tx) =>
      lifecycle.ended(tx, 'userDeleted', { by: 'user', userId: 'usr_1', actor: operator }, 'test'),
    )
    assert.equal(ended.consents, 1)
    assert.equal(await isRevoked(ofOther), true)
  })

  onEachEngine('of a person are listed newest first, with names, without those taken back', async (_t, base) => {
    const fixture = makeClients(base)
    const { client } = await register(fixture, { clientName: 'Planner' })
    for (const clientId of ['a', client.clientId, 'c']) {
      await grant(fixture, { clientId })
      base.clock.advance(1000)
    }
    const gone = await grant(fixture, { clientId: 'd' })
    await fixture.consents.revoke(gone.id, operator)
    await grant(fixture, { userId: 'usr_2' })
    const first = await fixture.consents.listOfUser('usr_1', { before: undefined, limit: 1, includeTotal: true })
    assert.equal(first.total, 3)
    assert.deepEqual(
      first.rows.map(({ consent }) => consent.clientId),
      ['c'],
    )
    const rest = await fixture.consents.listOfUser('usr_1', { before: first.next, limit: 10, includeTotal: false })
    assert.deepEqual(
      rest.rows.map(({ consent, clientName }) => [consent.clientId, clientName]),
      [
        [client.clientId, 'Planner'],
        ['a', null],
      ],
    )
    assert.equal(rest.total, undefined)
  })
})
