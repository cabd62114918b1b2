import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '#/platform/errors/app-error.ts'
import { newId } from '#/platform/ids.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { altered } from '#test/support/altered-db.ts'
import { insertToken, makeClients, operator, recorded } from '#test/support/clients.ts'
import { freshDatabase, onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { livingTokens } from '#test/support/token-store.ts'
import { PolicyStore } from './policy-store.ts'

const codeOf = (code: string) => (error: unknown) => error instanceof AppError && error.code.code === code
const pointsAt = (pointer: string) => (error: unknown) =>
  error instanceof AppError &&
  (error.details['errors'] as { pointer: string }[]).some((entry) => entry.pointer === pointer)
const page = { before: undefined, limit: 50, includeTotal: true }

const isLiving = async ({ db, clock }: EngineFixture, id: string) => (await livingTokens(db, clock)).includes(id)

describe('policies', () => {
  onEachEngine('give authority for the subject they name or for anyone, as long as they live', async (_t, fixture) => {
    const { agents, policies } = makeClients(fixture)
    const now = fixture.clock.now()
    const user = newId('usr', now)
    const { client: agent } = await agents.create({ client_name: 'A' }, operator)
    const { client: other } = await agents.create({ client_name: 'B', client_id: 'upstream' }, operator)
    const anyone = await policies.create(agent, { subject: '*', scope: 'read' }, operator)
    fixture.clock.advance(1)
    const named = await policies.create(agent, { subject: user, scope: 'read write' }, operator)
    const expires = new Date(now + 60_000).toISOString()
    const short = await policies.create(agent, { subject: 'upstream', scope: 'read', expires_at: expires }, operator)
    assert.equal(short.subject, other.id)
    await policies.create(other, { subject: user, scope: 'read' }, operator)
    const found = async (subject: string, clientId: string | null = null) => {
      const query = { agentId: agent.id, subject, clientId, policyIds: [] }
      return (await policies.findAuthority(query)).policies.map(({ id }) => id)
    }
    assert.deepEqual(await found(user), [named.id, anyone.id])
    assert.deepEqual(await found('upstream', 'upstream'), [short.id, anyone.id])
    assert.deepEqual(await found('upstream'), [anyone.id])
    assert.deepEqual(await found('nobody', 'nobody'), [anyone.id])
    const ask = (subject: string, ...policyIds: string[]) =>
      policies.findAuthority({ agentId: agent.id, subject, clientId: null, policyIds })
    const together = await Promise.all([found('upstream', 'upstream'), found(user), found('upstream')])
    assert.deepEqual(together, [[short.id, anyone.id], [named.id, anyone.id], [anyone.id]])
    const byIds = (await Promise.all([ask(user, short.id, anyone.id), ask(user, named.id)])).map(({ byId }) => [
      ...byId.keys(),
    ])
    assert.deepEqual(byIds, [[short.id, anyone.id], [named.id]])
    fixture.clock.advance(60_000)
    assert.deepEqual(await found(other.id), [anyone.id])
    assert.deepEqual([...(await ask(user, short.id)).byId.keys()], [], 'what expired is not found by its id')
    await policies.revoke(agent, named.id, operator)
    assert.deepEqual(await found(user), [anyone.id])
    assert.deepEqual([...(await ask(user, named.id)).byId.keys()], [], 'what was revoked is not found by its id')
    assert.equal(await policies.find(named.id), undefined)
    assert.deepEqual(await policies.find(anyone.id), anyone)
  })

  test('are looked up by PostgreSQL, though it knows nothing of the table', async () => {
    const fresh = await freshDatabase('postgres')
    try {
      const { db } = fresh
      const sent: Sql[] = []
      const store = new PolicyStore(altered(db, { all: (statement) => (sent.push(statement), db.all(statement)) }))
      const query = { agentId: 'agt_1', subject: 'upstream', clientId: 'upstream', policyIds: ['pol_1'] }
      assert.deepEqual(await store.findAuthority(query, 0), { policies: [], byId: new Map() })
      const [finding] = sent
      assert.ok(finding)
      const plan = (await db.all(sql`EXPLAIN ${finding}`)).map((row) => String(row['QUERY PLAN'])).join('\n')
      assert.match(plan, /Index Scan using policies_by_subject/)
      assert.doesNotMatch(plan, /Hash|Seq Scan on policies/)
    } finally {
      await fresh.release()
    }
  })

  onEachEngine(
    'tell whom a scope may be handed on to, however many there are for other scopes',
    async (_t, { db, clock }) => {
      const { agents, policies } = makeClients({ db, clock })
      const user = newId('usr', clock.now())
      const { client: asking } = await agents.create({ client_name: 'Asking' }, operator)
      const actorFor = async (name: string, scope: string, many = 1): Promise<void> => {
        const { client } = await agents.create({ client_name: name }, operator)
        for (let i = 0; i < many; i++) await policies.create(client, { subject: user, scope }, operator)
      }
      await actorFor('A', 'write', 201)
      await actorFor('B', 'read*')
      await actorFor('C', 'write read')
      await actorFor('D', '*')
      await policies.create(asking, { subject: user, scope: '*' }, operator)
      const namesFor = (scope: string) => policies.namesOfActors({ userId: user, clientId: asking.id, scope })
      assert.deepEqual(await namesFor('read openid'), ['C', 'D'])
      assert.deepEqual(await namesFor('read*'), ['B', 'D'])
      assert.deepEqual(await namesFor(''), ['D'])
      assert.deepEqual(await namesFor('write'), ['A', 'C', 'D'])
    },
  )

  onEachEngine('have cautious defaults', async (_t, fixture) => {
    const { agents, policies } = makeClients(fixture)
    const { client } = await agents.create({ client_name: 'A' }, operator)
    const policy = await policies.create(client, { subject: '*', scope: 'read read' }, operator)
    assert.equal((await policies.create(client, { subject: '*', scope: '*' }, operator)).scope, '*')
    assert.deepEqual(
      [policy.scope, policy.audience, policy.maxDepth, policy.mayRedelegate, policy.expiresAt, policy.createdBy],
      ['read', [], 1, false, null, operator.id],
    )
  })

  onEachEngine('refuse what can not be meant, each field named', async (_t, fixture) => {
    const { agents, policies } = makeClients(fixture)
    const { client } = await agents.create({ client_name: 'A' }, operator)
    const good = { subject: '*', scope: 'read' }
    const wrong = [
      [{ subject: 'usr_nobody' }, '/subject'],
      [{ subject: 'someone' }, '/subject'],
      [{ subject: client.clientId }, '/subject'],
      [{ scope: 'a  b' }, '/scope'],
      [{ scope: 'read *' }, '/scope'],
      [{ audience: ['https://api.example', 'relative'] }, '/audience/1'],
      [{ expires_at: new Date(fixture.clock.now()).toISOString() }, '/expires_at'],
    ] as const
    for (const [part, pointer] of wrong) {
      const input = { ...good, ...part, ...('audience' in part ? { audience: [...part.audience] } : {}) }
      await assert.rejects(policies.create(client, input as typeof good, operator), pointsAt(pointer), pointer)
    }
  })

  onEachEngine('take the tokens made under them along, and count them before', async (_t, fixture) => {
    const room = makeClients(fixture)
    const { client } = await room.agents.create({ client_name: 'A' }, operator)
    const policy = await room.policies.create(client, { subject: '*', scope: 'read' }, operator)
    const token = await insertToken(room, { clientId: client.clientId, policyId: policy.id, depth: 1 })
    const child = await insertToken(room, { clientId: 'other', parentId: token.id, rootId: token.id, depth: 2 })
    const own = await insertToken(room, { clientId: client.clientId })
    assert.equal((await room.policies.countEnding(client, policy.id)).delegated_tokens, 2)
    assert.equal(await isLiving(fixture, token.id), true)
    await room.policies.revoke(client, policy.id, operator)
    for (const { id } of [token, child]) assert.equal(await isLiving(fixture, id), false)
    assert.equal(await isLiving(fixture, own.id), true)
    const [event] = await recorded(fixture.db, 'policy.revoked')
    assert.equal(event?.data['revoked_count'], 2)
  })

  onEachEngine('are revoked once, by the agent they belong to', async (_t, fixture) => {
    const { agents, policies } = makeClients(fixture)
    const { client } = await agents.create({ client_name: 'A' }, operator)
    const { client: other } = await agents.create({ client_name: 'B' }, operator)
    const policy = await policies.create(client, { subject: '*', scope: 'read' }, operator)
    await assert.rejects(policies.revoke(other, policy.id, operator), codeOf('policy_not_found'))
    await assert.rejects(policies.revoke(client, 'pol_x', operator), codeOf('policy_not_found'))
    const races = await Promise.allSettled(
      Array.from({ length: 5 }, () => policies.revoke(client, policy.id, operator)),
    )
    assert.equal(races.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await recorded(fixture.db, 'policy.revoked')).length, 1)
  })

  onEachEngine('are listed newest first without the revoked ones', async (_t, fixture) => {
    const { agents, policies } = makeClients(fixture)
    const { client } = await agents.create({ client_name: 'A' }, operator)
    const made = []
    for (const scope of ['a', 'b', 'c']) {
      made.push(await policies.create(client, { subject: '*', scope }, operator))
      fixture.clock.advance(1)
    }
    await policies.revoke(client, made[1]!.id, operator)
    const first = await policies.list(client, { ...page, limit: 1 })
    assert.deepEqual([first.total, first.rows.map(({ scope }) => scope)], [2, ['c']])
    const rest = await policies.list(client, { ...page, before: first.next })
    assert.deepEqual(
      rest.rows.map(({ scope }) => scope),
      ['a'],
    )
  })
})
