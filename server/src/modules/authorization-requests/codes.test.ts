import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { endRows } from '#test/support/lifecycle.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { stateOfCode } from './code.ts'
import { openCodes } from './code-store.ts'
import { AuthorizationCodes } from './codes.ts'
import type { CodeBinding } from './codes.ts'

const binding: CodeBinding = {
  clientId: 'client_1',
  userId: 'usr_1',
  sessionId: 'sess_1',
  consentId: 'con_1',
  redirectUri: 'https://app.example/cb',
  codeChallenge: 'c'.repeat(43),
  scope: 'openid',
  resource: ['https://api.example'],
  nonce: 'n',
  dpopJkt: 'k'.repeat(43),
  authenticatedAt: 1,
  idToken: null,
}

const made = ({ db, clock }: EngineFixture) => new AuthorizationCodes({ db, clock })

const issue = ({ db }: EngineFixture, codes: AuthorizationCodes, changes: Partial<CodeBinding> = {}) =>
  db.tx((tx) => codes.issue(tx, { ...binding, ...changes }))

async function found(codes: AuthorizationCodes, code: string) {
  const entry = await codes.find(code)
  assert.ok(entry)
  return entry
}

describe('authorization codes', () => {
  onEachEngine('carry all they are bound to', async (_t, fixture) => {
    const codes = made(fixture)
    const entry = await found(codes, await issue(fixture, codes))
    for (const [name, value] of Object.entries(binding))
      assert.deepEqual(entry[name as keyof typeof entry], value, name)
    assert.equal(stateOfCode(entry, fixture.clock.now()), 'live')
  })

  onEachEngine('AZ16 are long, unique, and in the database only as hashes', async (_t, fixture) => {
    const codes = made(fixture)
    const issued = await fixture.db.tx(async (tx) => {
      const list: string[] = []
      for (let i = 0; i < 1000; i++) list.push(await codes.issue(tx, binding))
      return list
    })
    assert.equal(new Set(issued).size, 1000)
    assert.ok(
      issued.every((code) => code.length >= 50),
      '256 bits in base 62',
    )
    const stored = JSON.stringify(await fixture.db.all(sql`SELECT * FROM authorization_codes`))
    assert.ok(issued.every((code) => !stored.includes(code)))
  })

  onEachEngine('are consumed by one of 50 at once, which leaves its family behind', async (_t, fixture) => {
    const codes = made(fixture)
    const code = await issue(fixture, codes)
    const { hash } = await found(codes, code)
    const wins = await Promise.all(
      Array.from({ length: 50 }, (_, i) => fixture.db.tx((tx) => codes.consume(tx, hash, `tok_${i}`))),
    )
    assert.equal(wins.filter(Boolean).length, 1)
    const entry = await found(codes, code)
    assert.equal(entry.rootId, `tok_${wins.indexOf(true)}`)
    assert.equal(stateOfCode(entry, fixture.clock.now()), 'used')
  })

  onEachEngine('stay unused when the transaction that consumed them fails', async (_t, fixture) => {
    const codes = made(fixture)
    const code = await issue(fixture, codes)
    const { hash } = await found(codes, code)
    const failing = fixture.db.tx(async (tx) => {
      await codes.consume(tx, hash, 'tok_1')
      throw new Error('signing failed')
    })
    await assert.rejects(failing, /signing failed/)
    assert.equal(stateOfCode(await found(codes, code), fixture.clock.now()), 'live')
  })

  onEachEngine('live 60 seconds, and a used one is known for used afterwards', async (_t, fixture) => {
    const codes = made(fixture)
    const [kept, used] = [await issue(fixture, codes), await issue(fixture, codes)]
    fixture.clock.advance(59_999)
    const { hash } = await found(codes, used)
    assert.equal(await fixture.db.tx((tx) => codes.consume(tx, hash, 'tok_1')), true)
    fixture.clock.advance(1)
    const entry = await found(codes, kept)
    assert.equal(stateOfCode(entry, fixture.clock.now()), 'expired')
    assert.equal(await fixture.db.tx((tx) => codes.consume(tx, entry.hash, 'tok_2')), false)
    assert.equal(stateOfCode(await found(codes, used), fixture.clock.now()), 'used')
  })

  onEachEngine('AC4 survive four wrong verifiers and die of the fifth', async (_t, fixture) => {
    const codes = made(fixture)
    const code = await issue(fixture, codes)
    for (let i = 0; i < 4; i++) await codes.miss(code)
    assert.equal(stateOfCode(await found(codes, code), fixture.clock.now()), 'live')
    await codes.miss(code)
    const entry = await found(codes, code)
    assert.equal(stateOfCode(entry, fixture.clock.now()), 'spent')
    assert.equal(await fixture.db.tx((tx) => codes.consume(tx, entry.hash, 'tok_1')), false)
  })

  onEachEngine('end with their client, person, consent or session, and no others do', async (_t, fixture) => {
    const codes = made(fixture)
    const strange = { clientId: 'client_2', userId: 'usr_2', consentId: 'con_2', sessionId: 'sess_2' }
    const other = await issue(fixture, codes, strange)
    const owners = [
      { by: 'client', clientId: 'client_1' },
      { by: 'user', userId: 'usr_1' },
      { by: 'consent', consentId: 'con_1' },
      { by: 'session', sessionId: 'sess_1', offlineToo: false },
    ] as const
    for (const owner of owners) {
      const code = await issue(fixture, codes)
      assert.deepEqual([await endRows(fixture, openCodes, owner), await endRows(fixture, openCodes, owner)], [1, 0])
      assert.equal(stateOfCode(await found(codes, code), fixture.clock.now()), 'used')
      assert.equal((await found(codes, code)).rootId, null)
    }
    assert.equal(stateOfCode(await found(codes, other), fixture.clock.now()), 'live')
  })
})
