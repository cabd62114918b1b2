import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { CodeOwner } from '#/modules/authorization-requests/index.ts'
import { sql } from '#/platform/db/sql.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { makeClients, recorded } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { endRows } from '#test/support/lifecycle.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { makePeople, makeUser } from '#test/support/people.ts'
import { requestContext } from '#test/support/request-context.ts'
import { cleanUp } from '#test/support/retention.ts'
import type { DeviceCode } from './device-code.ts'
import { DeviceCodes } from './device-codes.ts'
import type { Settler } from './device-codes.ts'
import { openDeviceCodes } from './store.ts'
import { readUserCode } from './user-code.ts'

const question = { clientId: 'client_1', scope: 'openid tv', resource: ['https://id.example'], ip: '198.51.100.4' }

async function made(base: EngineFixture) {
  const { events, consents } = makeClients(base)
  const people = await makePeople(base)
  const { sessions, signIn } = people
  const user = await makeUser(people, 'maya@example.com')
  const { session } = await signIn.complete(user, ['pwd'], requestContext({ ip: '192.0.2.7' }), { trigger: 'login' })
  const person: Settler = {
    userId: user.id,
    session,
    actor: { type: 'user', id: user.id, requestId: 'req_1', ip: '192.0.2.7' },
    accounts: [],
  }
  const vaultGrants = { giveChosen: () => Promise.resolve() }
  const devices = new DeviceCodes({ ...base, events, consents, vaultGrants, sessions })
  return { consents, sessions, session, person, devices }
}

async function waiting(devices: DeviceCodes, changes = {}): Promise<{ deviceCode: string; code: DeviceCode }> {
  const { deviceCode, userCode } = await devices.open({ ...question, ...changes })
  const code = await devices.findByUserCode(userCode)
  assert.ok(code)
  return { deviceCode, code }
}

const failsWith = (error: string) => (thrown: unknown) => thrown instanceof OAuthError && thrown.error === error

describe('device codes', () => {
  onEachEngine('keep what was asked, and the secret only as a hash', async (_t, base) => {
    const { devices } = await made(base)
    const { deviceCode, code } = await waiting(devices)
    assert.equal(devices.isWaiting(code), true)
    assert.deepEqual(
      [code.clientId, code.scope, code.resource, code.ip],
      [question.clientId, question.scope, question.resource, question.ip],
    )
    const stored = JSON.stringify(await base.db.all(sql`SELECT * FROM device_codes`))
    assert.ok(!stored.includes(deviceCode))
  })

  onEachEngine('are found by their user code in any spelling', async (_t, base) => {
    const { devices } = await made(base)
    const { code } = await waiting(devices)
    const typed = code.userCode.toLowerCase().replace('-', '')
    assert.equal((await devices.findByUserCode(typed))?.id, code.id)
    assert.equal(await devices.findByUserCode('nonsense'), undefined)
  })

  onEachEngine('DV2 answer each poll by its state and its pace', async (_t, base) => {
    const { devices } = await made(base)
    const { deviceCode } = await waiting(devices)
    const poll = () => devices.poll(deviceCode, 'client_1')
    await assert.rejects(poll(), failsWith('authorization_pending'))
    await assert.rejects(poll(), failsWith('slow_down'), 'at once: from now on 10 seconds')
    base.clock.advance(5000)
    await assert.rejects(poll(), failsWith('slow_down'), 'after 5: from now on 15 seconds')
    base.clock.advance(14_999)
    await assert.rejects(poll(), failsWith('slow_down'), 'a moment early: from now on 20 seconds')
    base.clock.advance(20_000)
    await assert.rejects(poll(), failsWith('authorization_pending'))
  })

  onEachEngine('a clock that went back is not held against a device', async (_t, base) => {
    const { devices } = await made(base)
    const { deviceCode } = await waiting(devices)
    await assert.rejects(devices.poll(deviceCode, 'client_1'), failsWith('authorization_pending'))
    base.clock.advance(-3_600_000)
    await assert.rejects(devices.poll(deviceCode, 'client_1'), failsWith('authorization_pending'))
  })

  onEachEngine('DV3 are unknown to another client, and to everyone when made up', async (_t, base) => {
    const { devices, person } = await made(base)
    const { deviceCode, code } = await waiting(devices)
    await devices.approve(code, person)
    await assert.rejects(devices.poll(deviceCode, 'client_2'), failsWith('invalid_grant'))
    await assert.rejects(devices.poll('mandate_dc_x', 'client_1'), failsWith('invalid_grant'))
    assert.equal((await devices.poll(deviceCode, 'client_1')).id, code.id)
  })

  onEachEngine('approved, carry the person, their sign-in and the consent that was given with it', async (_t, base) => {
    const { devices, consents, person, session } = await made(base)
    const { deviceCode, code } = await waiting(devices)
    assert.equal(await devices.approve(code, person), true)
    const approved = await devices.poll(deviceCode, 'client_1')
    const consent = await consents.findLiving(person.userId, 'client_1')
    assert.deepEqual(consent?.granted, [{ resource: question.resource[0], scope: question.scope }])
    assert.deepEqual(
      [approved.userId, approved.sessionId, approved.authenticatedAt, approved.consentId],
      [person.userId, session.id, session.authenticatedAt, consent?.id],
    )
    const [event] = await recorded(base.db, 'device.approved')
    assert.deepEqual(event?.data['asked_from'], question.ip)
  })

  onEachEngine('denied, say so at each poll and give no consent', async (_t, base) => {
    const { devices, consents, person } = await made(base)
    const { deviceCode, code } = await waiting(devices)
    assert.equal(await devices.deny(code, person), true)
    assert.equal(await devices.approve(code, person), false)
    await assert.rejects(devices.poll(deviceCode, 'client_1'), failsWith('access_denied'))
    assert.equal(await consents.findLiving(person.userId, 'client_1'), undefined)
    assert.equal((await recorded(base.db, 'device.denied'))[0]?.['result'], 'denied')
  })

  onEachEngine('expire after half an hour, answered or not', async (_t, base) => {
    const { devices, person } = await made(base)
    const first = await waiting(devices)
    const second = await waiting(devices)
    await devices.approve(first.code, person)
    base.clock.advance(1_799_999)
    assert.ok(await devices.poll(first.deviceCode, 'client_1'))
    base.clock.advance(1)
    await assert.rejects(devices.poll(first.deviceCode, 'client_1'), failsWith('expired_token'))
    assert.equal(await base.db.tx((tx) => devices.consume(tx, first.code)), false)
    await assert.rejects(devices.poll(second.deviceCode, 'client_1'), failsWith('expired_token'))
    assert.equal(await devices.approve(second.code, person), false)
  })

  onEachEngine('DV6 approve and deny at once, a hundred times, end in one state each', async (_t, base) => {
    const { devices, person } = await made(base)
    for (let i = 0; i < 100; i++) {
      const { deviceCode, code } = await waiting(devices)
      const results = await Promise.all([devices.approve(code, person), devices.deny(code, person)])
      assert.equal(results.filter(Boolean).length, 1)
      const end = devices.poll(deviceCode, 'client_1')
      if (results[0]) assert.equal((await end).status, 'approved')
      else await assert.rejects(end, failsWith('access_denied'))
    }
    const settled = await recorded(base.db, 'device.approved', 'device.denied')
    assert.equal(settled.length, 100)
  })

  onEachEngine('DV6 are used up by one of 50 at once, and not before they are approved', async (_t, base) => {
    const { devices, person } = await made(base)
    const { deviceCode, code } = await waiting(devices)
    const consume = () => base.db.tx((tx) => devices.consume(tx, code))
    assert.equal(await consume(), false)
    await devices.approve(code, person)
    const wins = await Promise.all(Array.from({ length: 50 }, consume))
    assert.equal(wins.filter(Boolean).length, 1)
    await assert.rejects(devices.poll(deviceCode, 'client_1'), failsWith('invalid_grant'))
  })

  onEachEngine('DV1 die of the fifth guess that had their first half right, and of no other', async (_t, base) => {
    const { devices } = await made(base)
    const { code } = await waiting(devices)
    const last = code.userCode.endsWith('B') ? 'C' : 'B'
    const near = code.userCode.slice(0, -1) + last
    const far = (code.userCode.startsWith('B') ? 'C' : 'B') + code.userCode.slice(1)
    const isWaiting = async () => {
      const found = await devices.findByUserCode(code.userCode)
      return found !== undefined && devices.isWaiting(found)
    }
    for (let i = 0; i < 10; i++) await devices.miss(far)
    for (let i = 0; i < 4; i++) await devices.miss(near)
    await devices.miss('not a code at all')
    assert.equal(await isWaiting(), true)
    await devices.miss(readUserCode(near) ?? '')
    assert.equal(await isWaiting(), false)
  })

  onEachEngine('open for a client, a person, a consent or a session end with it', async (_t, base) => {
    const { devices, consents, person, session } = await made(base)
    const owners: (() => Promise<CodeOwner>)[] = [
      async () => ({ by: 'client', clientId: 'client_1' }),
      async () => ({ by: 'user', userId: person.userId }),
      async () => ({ by: 'consent', consentId: (await consents.findLiving(person.userId, 'client_1'))?.id ?? '' }),
      async () => ({ by: 'session', sessionId: session.id, offlineToo: false }),
    ]
    for (const ownerOf of owners) {
      const { deviceCode, code } = await waiting(devices)
      await devices.approve(code, person)
      const owner = await ownerOf()
      const end = () => endRows(base, openDeviceCodes, owner)
      assert.equal(await end(), 1)
      await assert.rejects(devices.poll(deviceCode, 'client_1'), failsWith('expired_token'))
      assert.equal(await end(), 0)
    }
  })

  onEachEngine('approved for offline access outlive a session that ends by itself', async (_t, base) => {
    const { devices, person, session } = await made(base)
    const { code } = await waiting(devices, { scope: 'tv offline_access' })
    await devices.approve(code, person)
    const end = (offlineToo: boolean) =>
      endRows(base, openDeviceCodes, { by: 'session', sessionId: session.id, offlineToo })
    assert.equal(await end(false), 0)
    assert.equal(await end(true), 1)
  })

  onEachEngine('SE4 are not approved in a session that ended', async (_t, base) => {
    const { devices, consents, sessions, person, session } = await made(base)
    const { code } = await waiting(devices)
    await sessions.end(session, person.actor)
    assert.equal(await devices.approve(code, person), false)
    assert.equal(await consents.findLiving(person.userId, 'client_1'), undefined)
    const found = await devices.findByUserCode(code.userCode)
    assert.equal(found && devices.isWaiting(found), true, 'the person can sign in again and answer')
  })

  onEachEngine('SE4 approved in a session that ended since are used only for offline access', async (_t, base) => {
    const { devices, sessions, person, session } = await made(base)
    const approved = async (scope: string) => {
      const { deviceCode, code } = await waiting(devices, { scope })
      await devices.approve(code, person)
      return devices.poll(deviceCode, 'client_1')
    }
    const [online, offline] = [await approved('tv'), await approved('tv offline_access')]
    await sessions.end(session, person.actor)
    assert.equal(await base.db.tx((tx) => devices.consume(tx, online)), false)
    assert.equal(await base.db.tx((tx) => devices.consume(tx, offline)), true)
  })

  onEachEngine('are removed an hour after their end', async (_t, base) => {
    const { devices } = await made(base)
    const { deviceCode } = await waiting(devices)
    base.clock.advance(1_800_000 + 3_600_000)
    await cleanUp(base, 'device_codes')
    await assert.rejects(devices.poll(deviceCode, 'client_1'), failsWith('expired_token'))
    base.clock.advance(1)
    await cleanUp(base, 'device_codes')
    await assert.rejects(devices.poll(deviceCode, 'client_1'), failsWith('invalid_grant'))
  })
})
