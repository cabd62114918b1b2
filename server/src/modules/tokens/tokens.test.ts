import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { allow, createAgent, TestPerson } from '#test/support/oauth.ts'
import { cleanUp } from '#test/support/retention.ts'
import { tokenClaims } from '#test/support/token-store.ts'
import { positionBelowFamily, positionOfDelegated } from './lineage.ts'
import type { LineagePosition } from './lineage.ts'
import type { Minted, TokenClaims } from './tokens.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { TestApp } from '#test/support/app.ts'

const HOUR = 3600
const actor: Actor = { type: 'agent', id: 'planner', requestId: null, ip: null }

/** Mints and records an access token. */
async function issue(
  app: TestApp,
  changes: Partial<TokenClaims> = {},
  position?: LineagePosition,
  ttl = HOUR,
): Promise<Minted> {
  const minted = await app.services.tokens.mintAccess(tokenClaims(changes), ttl, position)
  await app.services.tokens.record(app.database.db, minted)
  return minted
}

/** Mints and records a family. */
async function found(app: TestApp, changes: Partial<TokenClaims> = {}): Promise<Minted> {
  const family = app.services.tokens.mintFamily(tokenClaims({ grantType: 'authorization_code', ...changes }), 24 * HOUR)
  await app.services.tokens.record(app.database.db, family)
  return family
}

const isAlive = async (app: TestApp, { text }: Minted): Promise<boolean> =>
  (await app.services.tokens.authenticate(text)) !== undefined

const planner = (app: TestApp) => createAgent(app, { client_id: 'planner' })

describe('tokens', () => {
  onEachApp('a minted token is worth nothing until it is recorded', async (_t, app) => {
    await planner(app)
    const minted = await app.services.tokens.mintAccess(tokenClaims(), HOUR)
    assert.equal(await isAlive(app, minted), false)
    await app.services.tokens.record(app.database.db, minted)
    assert.deepEqual(await app.services.tokens.authenticate(minted.text), minted.token)
  })

  onEachApp('TX5 a child never outlives its parent, nor what allowed it', async (_t, app) => {
    await planner(app)
    const parent = await issue(app, {}, undefined, 600)
    app.clock.advance(100_000)
    const child = await issue(app, {}, positionOfDelegated(parent.token))
    assert.equal(child.token.expiresAt, parent.token.expiresAt)
    const allowedUntil = app.clock.now() + 60_500
    const shorter = await issue(app, {}, positionOfDelegated(parent.token, allowedUntil))
    assert.equal(shorter.token.expiresAt, allowedUntil - 500)
    const family = await found(app)
    const below = await issue(app, {}, positionBelowFamily(family.token), 48 * HOUR)
    assert.equal(below.token.expiresAt, family.token.expiresAt)
    assert.deepEqual(
      [child.token.depth, child.token.rootId, child.token.delegator, below.token.depth, below.token.delegator],
      [1, parent.token.id, 'planner', 0, null],
    )
  })

  onEachApp('a life is whole seconds, counted from the second it began in', async (_t, app) => {
    await planner(app)
    app.clock.advance(987)
    const { token } = await issue(app)
    assert.deepEqual([token.createdAt % 1000, token.expiresAt % 1000], [987, 0])
    assert.equal(token.expiresAt, token.createdAt - 987 + HOUR * 1000)
  })

  onEachApp('an access token is no refresh token, and the other way round', async (_t, app) => {
    await planner(app)
    const { tokens } = app.services
    const [access, family] = [await issue(app), await found(app)]
    assert.equal(await tokens.authenticateRefresh(access.text), undefined)
    assert.equal(await tokens.authenticate(family.text), undefined)
    assert.deepEqual(await tokens.authenticateRefresh(family.text), family.token)
  })

  onEachApp('G4 dies with its client, person, consent and policy, though nobody revoked it', async (_t, app) => {
    const agent = await planner(app)
    const { db } = app.database
    const person = await TestPerson.signUp(app)
    const consent = await db.tx((tx) =>
      app.services.consents.grant(tx, { userId: person.id, clientId: 'planner', scope: 'read', resource: [] }, actor),
    )
    const policyId = await allow(app, agent, { subject: '*' })
    const token = await issue(app, { userId: person.id, consentId: consent.id, policyId })
    const child = await issue(app, {}, positionOfDelegated(token.token))
    const now = app.clock.now()
    const ends = [
      [sql`UPDATE clients SET active = 0`, sql`UPDATE clients SET active = 1`],
      [sql`UPDATE consents SET revoked_at = ${now}`, sql`UPDATE consents SET revoked_at = ${null}`],
      [sql`UPDATE policies SET revoked_at = ${now}`, sql`UPDATE policies SET revoked_at = ${null}`],
    ] as const
    for (const [end, undo] of ends) {
      await db.run(end)
      assert.deepEqual([await isAlive(app, token), await isAlive(app, child)], [false, false], String(end.strings[0]))
      await db.run(undo)
      assert.deepEqual([await isAlive(app, token), await isAlive(app, child)], [true, true], String(end.strings[0]))
    }
    await db.run(sql`UPDATE users SET disabled_at = ${now}`)
    assert.equal(await isAlive(app, token), false)
    await db.run(sql`DELETE FROM users`)
    assert.equal(await isAlive(app, token), false)
  })

  onEachApp('dies with any ancestor, and with one that is missing', async (_t, app) => {
    await planner(app)
    const root = await issue(app)
    const middle = await issue(app, {}, positionOfDelegated(root.token))
    // A line that lacks its root would outlive it elsewhere.
    assert.throws(() => positionOfDelegated(middle.token), TypeError)
    const leaf = await issue(app, {}, positionOfDelegated(middle.token, Infinity, [root.token]))
    assert.equal(await isAlive(app, leaf), true)
    await app.database.db.run(sql`UPDATE tokens SET revoked_at = ${1} WHERE id = ${root.token.id}`)
    assert.deepEqual([await isAlive(app, middle), await isAlive(app, leaf)], [false, false])
    await app.database.db.run(sql`DELETE FROM tokens WHERE id = ${root.token.id}`)
    assert.deepEqual([await isAlive(app, middle), await isAlive(app, leaf)], [false, false])
    const heldAlive = await app.database.db.tx((tx) => app.services.tokens.holdAlive(tx, leaf.token.id))
    assert.equal(heldAlive, false)
  })

  onEachApp('whoever can write the table can not make a token out of it', async (_t, app) => {
    await planner(app)
    const [own, other] = [await issue(app), await issue(app)]
    const { db } = app.database
    await db.run(sql`UPDATE tokens SET fingerprint = ${other.token.fingerprint} WHERE id = ${own.token.id}`)
    assert.equal(await isAlive(app, own), false)
    const rows = await db.all(sql`SELECT * FROM tokens`)
    assert.equal(JSON.stringify(rows).includes(other.text.split('.')[2] ?? '?'), false)
    const family = await found(app)
    const kept = JSON.stringify(await db.all(sql`SELECT * FROM tokens WHERE kind = 'refresh'`))
    assert.equal(kept.includes(family.text.split('.')[2] ?? '?'), false)
  })

  onEachApp('finds what a client presents for revocation, in any state, and nothing forged', async (_t, app) => {
    await planner(app)
    const { tokens } = app.services
    const [access, family] = [await issue(app), await found(app)]
    app.clock.advance(48 * HOUR * 1000)
    assert.equal((await tokens.findPresented(access.text))?.id, access.token.id)
    assert.equal((await tokens.findPresented(family.text))?.id, family.token.id)
    for (const text of ['', 'x', `${access.text}A`, `${family.text}A`, access.text.replace(/[^.]*$/, 'AAAA')]) {
      assert.equal(await tokens.findPresented(text), undefined)
    }
  })
})

describe('a refresh token family', () => {
  onEachApp('tells the current token from the one before, older ones and made-up ones', async (_t, app) => {
    await planner(app)
    const { tokens } = app.services
    const { db } = app.database
    const family = await found(app)
    const turn = async () => {
      const current = await tokens.find(family.token.id)
      assert.ok(current && (await db.tx((tx) => tokens.rotate(tx, current, null, tokens.successorText(current)))))
      return tokens.successorText(current)
    }
    const [first, second] = [family.text, await turn()]
    const third = await turn()
    const judge = async (text: string, graceMs = 10_000) => (await tokens.judgeRefresh(text, graceMs)).kind
    assert.deepEqual(
      [await judge(third), await judge(second), await judge(first), await judge('x'), await judge(second, 0)],
      ['current', 'grace', 'reused', 'unknown', 'reused'],
    )
    app.clock.advance(9_999)
    assert.equal(await judge(second), 'grace')
    app.clock.advance(1)
    assert.equal(await judge(second), 'reused')
    app.clock.advance(-10_001)
    assert.equal(await judge(second), 'reused', 'a clock that went back gives no grace')
    const future = tokens.successorText((await tokens.find(family.token.id)) ?? family.token)
    assert.equal(await judge(future), 'reused', 'a token from a turn that has not come')
  })

  onEachApp('rotates for one of many at once, and the current text is the successor', async (_t, app) => {
    await planner(app)
    const { tokens } = app.services
    const { token } = await found(app)
    const successor = tokens.successorText(token)
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => app.database.db.tx((tx) => tokens.rotate(tx, token, 'key', successor))),
    )
    assert.equal(tries.filter(Boolean).length, 1)
    const rotated = await tokens.find(token.id)
    assert.ok(rotated)
    assert.deepEqual([rotated.generation, rotated.jkt, tokens.currentText(rotated)], [1, 'key', successor])
  })

  onEachApp('ends with one event when a used token comes back, and with none when it was over', async (_t, app) => {
    await planner(app)
    const { tokens } = app.services
    const family = await found(app)
    const access = await issue(app, {}, positionBelowFamily(family.token))
    for (let i = 0; i < 2; i++) await tokens.revokeFamily(family.token.id, 'refresh_token', actor)
    assert.equal(await isAlive(app, access), false)
    assert.equal((await tokens.judgeRefresh(family.text, 0)).kind, 'unknown')
    const events = await app.database.db.all(sql`SELECT * FROM events WHERE name = 'token.reuse_detected'`)
    assert.equal(events.length, 1)
    assert.equal(events[0]?.['result'], 'denied')
    const data = JSON.parse(events[0]?.['data'] as string) as Record<string, unknown>
    assert.deepEqual(data, {
      revoked_count: 2,
      access_tokens: 1,
      refresh_tokens: 1,
      delegated_tokens: 0,
      client_id: 'planner',
      kind: 'refresh_token',
    })
  })
})

describe('the cleanup of tokens', () => {
  onEachApp('removes tokens a day after they expired, and no others', async (_t, app) => {
    await planner(app)
    const { db } = app.database
    const family = await found(app)
    const child = await issue(app, {}, positionBelowFamily(family.token))
    const left = async () => (await db.all(sql`SELECT id FROM tokens`)).map((row) => row['id'])
    app.clock.set(child.token.expiresAt + 86_400_000)
    await cleanUp({ db, clock: app.clock }, 'tokens')
    assert.equal((await left()).length, 2)
    app.clock.advance(1)
    await cleanUp({ db, clock: app.clock }, 'tokens')
    assert.deepEqual(await left(), [family.token.id])
  })
})
