import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe } from 'node:test'
import { jwkThumbprint } from '#/platform/crypto/jwk.ts'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { insertToken, makeClients, operator, recorded, register } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { livingTokens } from '#test/support/token-store.ts'

const codeOf = (code: string) => (error: unknown) => error instanceof AppError && error.code.code === code
const pointsAt = (pointer: string) => (error: unknown) =>
  error instanceof AppError &&
  (error.details['errors'] as { pointer: string }[]).some((entry) => entry.pointer === pointer)
const newJwk = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as Record<string, unknown>

const isLiving = async ({ db, clock }: EngineFixture, id: string) => (await livingTokens(db, clock)).includes(id)

describe('agents', () => {
  onEachEngine('are trusted clients that act for themselves unless said otherwise', async (_t, fixture) => {
    const { agents } = makeClients(fixture)
    const { client, secret } = await agents.create({ client_name: ' Billing  ', scope: 'read read write' }, operator)
    assert.deepEqual(
      [client.clientName, client.grantTypes, client.scope, client.trusted, client.active, client.createdBy],
      ['Billing', ['client_credentials'], 'read write', true, true, operator.id],
    )
    assert.equal(client.secretHash, hashSecret(secret ?? ''))
  })

  onEachEngine('are found by id and by client_id, and nothing else is an agent', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await room.agents.create({ client_name: 'A', client_id: 'billing-reader' }, operator)
    const { client: registered } = await register(room)
    for (const ref of [client.id, 'billing-reader']) assert.deepEqual(await room.agents.find(ref), client)
    for (const ref of [registered.id, registered.clientId, 'nobody', '../x', 'agt_x'])
      await assert.rejects(room.agents.get(ref), codeOf('agent_not_found'))
  })

  onEachEngine('CC3 can not be named like an object of another kind', async (_t, fixture) => {
    const { agents } = makeClients(fixture)
    for (const id of ['usr_0123456789abcdefghjkmnpqrstvwxyz012', 'usr_x', 'agt_x', 'cli_x', 'client_x', 'mandate_x'])
      await assert.rejects(agents.create({ client_name: 'A', client_id: id }, operator), pointsAt('/client_id'), id)
    await agents.create({ client_name: 'A', client_id: 'reader_x1' }, operator)
    await assert.rejects(
      agents.create({ client_name: 'B', client_id: 'reader_x1' }, operator),
      codeOf('client_id_taken'),
    )
  })

  onEachEngine('keep within twice the default lifetime of a token', async (_t, fixture) => {
    const room = makeClients(fixture)
    await room.agents.create({ client_name: 'A', access_token_ttl_seconds: 7200 }, operator)
    const long = { client_name: 'A', access_token_ttl_seconds: 7201 }
    await assert.rejects(room.agents.create(long, operator), pointsAt('/access_token_ttl_seconds'))
  })

  onEachEngine('change by merge patch, with before and after on record', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await room.agents.create({ client_name: 'A', description: 'old', scope: 'read' }, operator)
    const changed = await room.agents.update(client.id, { description: null, scope: 'read write' }, operator)
    assert.deepEqual([changed.clientName, changed.description, changed.scope], ['A', null, 'read write'])
    const [event] = await recorded(fixture.db, 'agent.updated')
    assert.deepEqual(event?.data['changes'], {
      description: { before: 'old', after: null },
      scope: { before: 'read', after: 'read write' },
    })
    await room.agents.update(client.id, { scope: 'read write' }, operator)
    assert.equal((await recorded(fixture.db, 'agent.updated')).length, 1)
    await assert.rejects(
      room.agents.update(client.id, { redirect_uris: ['http://x'] }, operator),
      pointsAt('/redirect_uris/0'),
    )
  })

  onEachEngine(
    'CC2 end with all their tokens when deactivated, and can be turned on again without them',
    async (_t, fixture) => {
      const room = makeClients(fixture)
      const { client } = await room.agents.create({ client_name: 'A' }, operator)
      const root = await insertToken(room, { clientId: client.clientId })
      const child = await insertToken(room, { clientId: 'other', parentId: root.id, rootId: root.id, depth: 1 })
      assert.equal((await room.agents.countEnding(client.clientId)).access_tokens, 2)
      assert.equal(await isLiving(fixture, root.id), true)
      await room.agents.deactivate(client.clientId, operator)
      assert.equal((await room.agents.get(client.id)).active, false)
      for (const { id } of [root, child]) assert.equal(await isLiving(fixture, id), false)
      fixture.clock.advance(1)
      await room.agents.deactivate(client.id, operator)
      await room.agents.update(client.id, { active: true }, operator)
      assert.equal((await room.agents.get(client.id)).active, true)
      assert.equal(await isLiving(fixture, root.id), false)
      await room.agents.update(client.id, { active: false }, operator)
      const ended = await recorded(fixture.db, 'agent.deactivated')
      assert.deepEqual(
        ended.map(({ data }) => data['revoked_count']),
        [2, 0],
      )
    },
  )

  onEachEngine('RG9 TK6 have one working secret after any number of rotations', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client, secret } = await room.agents.create({ client_name: 'A' }, operator)
    const rotations = await Promise.all(Array.from({ length: 20 }, () => room.agents.rotateSecret(client.id, operator)))
    const { secretHash } = await room.agents.get(client.id)
    const working = [secret ?? '', ...rotations.map((rotation) => rotation.secret)].filter(
      (s) => hashSecret(s) === secretHash,
    )
    assert.equal(working.length, 1)
    assert.notEqual(working[0], secret)
  })

  onEachEngine('say why a secret can not be rotated', async (_t, fixture) => {
    const { agents } = makeClients(fixture)
    const open = {
      client_name: 'A',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      redirect_uris: ['https://a.example/cb'],
    } as const
    const { client } = await agents.create(
      { ...open, grant_types: [...open.grant_types], redirect_uris: [...open.redirect_uris] },
      operator,
    )
    await assert.rejects(agents.rotateSecret(client.id, operator), codeOf('agent_has_no_secret'))
    const { client: off } = await agents.create({ client_name: 'B' }, operator)
    await agents.deactivate(off.id, operator)
    await assert.rejects(agents.rotateSecret(off.id, operator), codeOf('agent_inactive'))
  })

  onEachEngine('tell the audit log everything but secrets', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client, secret } = await room.agents.create({ client_name: 'A' }, operator)
    fixture.clock.advance(1)
    const rotated = await room.agents.rotateSecret(client.id, operator)
    const events = await recorded(fixture.db, 'agent.created', 'agent.secret_rotated')
    assert.deepEqual(
      events.map((event) => [event['name'], event['actor_id'], event['target_id']]),
      [
        ['agent.created', operator.id, client.id],
        ['agent.secret_rotated', operator.id, client.id],
      ],
    )
    const told = JSON.stringify(events)
    for (const hidden of [secret, rotated.secret, client.secretHash]) assert.ok(!told.includes(hidden ?? ''))
  })
})

describe('proof keys of agents', () => {
  onEachEngine('DP8 end the tokens of the old key when they are replaced, and no others', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await room.agents.create({ client_name: 'A', dpop_bound: true }, operator)
    const [first, second] = [newJwk(), newJwk()]
    await room.dpopKeys.rotate(client.id, { public_jwk: first }, operator)
    const old = await insertToken(room, { clientId: client.clientId, jkt: jwkThumbprint(first) })
    const unbound = await insertToken(room, { clientId: client.clientId })
    fixture.clock.advance(1)
    const dry = await room.dpopKeys.rotate(client.id, { public_jwk: second, dry_run: true }, operator)
    assert.deepEqual([dry.counts.access_tokens, dry.eventId], [1, null])
    assert.equal((await room.agents.get(client.id)).dpopJkt, jwkThumbprint(first))
    const rotation = await room.dpopKeys.rotate(client.id, { jkt: jwkThumbprint(second), reason: 'lost' }, operator)
    assert.deepEqual([rotation.oldJkt, rotation.newJkt], [jwkThumbprint(first), jwkThumbprint(second)])
    assert.equal(rotation.counts.access_tokens, 1)
    assert.equal(await isLiving(fixture, old.id), false)
    assert.equal(await isLiving(fixture, unbound.id), true)
    assert.equal((await room.agents.get(client.id)).dpopJkt, jwkThumbprint(second))
    const events = await recorded(fixture.db, 'agent.dpop_key_rotated')
    assert.equal(events.at(-1)?.['id'], rotation.eventId)
    assert.equal(events.at(-1)?.data['reason'], 'lost')
  })

  onEachEngine('DP8 end every token when no key was pinned, since any could be the old one', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await room.agents.create({ client_name: 'A' }, operator)
    await insertToken(room, { clientId: client.clientId, jkt: 'k'.repeat(43) })
    await insertToken(room, { clientId: client.clientId })
    const rotation = await room.dpopKeys.rotate(client.id, {}, operator)
    assert.deepEqual([rotation.oldJkt, rotation.newJkt, rotation.counts.access_tokens], [null, null, 2])
  })

  onEachEngine('must be public keys that proofs can use', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await room.agents.create({ client_name: 'A' }, operator)
    const { privateKey } = generateKeyPairSync('ed25519')
    const { publicKey: otherCurve } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    for (const jwk of [
      privateKey.export({ format: 'jwk' }),
      otherCurve.export({ format: 'jwk' }),
      {},
      { kty: 'oct', k: 'x' },
    ])
      await assert.rejects(
        room.dpopKeys.rotate(client.id, { public_jwk: jwk as Record<string, unknown> }, operator),
        pointsAt('/public_jwk'),
      )
    const both = { public_jwk: newJwk(), jkt: 'k'.repeat(43) }
    await assert.rejects(room.dpopKeys.rotate(client.id, both, operator), pointsAt('/jkt'))
  })
})
