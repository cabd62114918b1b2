import assert from 'node:assert/strict'
import { sql } from '#/platform/db/sql.ts'
import { newId } from '#/platform/ids.ts'
import { positionBelowFamily, positionOfDelegated } from '#/modules/tokens/index.ts'
import type { LineagePosition, Minted, TokenClaims, TokenSelector } from '#/modules/tokens/index.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FeedClient, isDeadBy } from '#test/support/revocation-feed.ts'
import { tokenClaims } from '#test/support/token-store.ts'
import { makeOwners } from '#test/support/token-owners.ts'
import type { TestApp } from '#test/support/app.ts'
import type { Entry } from '#test/support/revocation-feed.ts'

const HOUR = 3600

const ofPerson = (userId: string, more: Partial<TokenClaims> = {}): Partial<TokenClaims> => ({
  grantType: 'authorization_code',
  clientId: 'planner',
  subject: userId,
  userId,
  ...more,
})

/** Tokens of every kind, in lines of up to four. */
class Population {
  readonly all: Minted[] = []
  readonly #app: TestApp
  constructor(app: TestApp) {
    this.#app = app
  }

  async grow(): Promise<void> {
    const consented = { sessionId: 'sess_1', consentId: 'con_1' }
    const { family, access } = await this.#family(ofPerson('usr_1', consented))
    const hop = await this.#delegate(access, [family], { clientId: 'mailer', policyId: 'pol_1', jkt: 'key-2' })
    const far = await this.#delegate(hop, [access, family], { clientId: 'ci-1', policyId: 'pol_2', jkt: null })
    await this.#delegate(far, [hop, access, family], { clientId: 'planner', policyId: null })
    await this.#family(ofPerson('usr_2', { sessionId: 'sess_2', jkt: 'key-2' }))
    const boss = await this.#family(ofPerson('usr_boss', { sessionId: 'sess_3' }))
    await this.#delegate(boss.access, [boss.family], { clientId: 'mailer', policyId: 'pol_1' })
    await this.#family(ofPerson('usr_1', { clientId: 'mailer', consentId: 'con_2' }))
    const own = await this.#access({ jkt: 'key-1' })
    await this.#delegate(own, [], { clientId: 'mailer', jkt: 'key-2' })
    await this.#delegate(await this.#access({ clientId: 'ci-1', subject: 'ci-1' }), [], { clientId: 'cx-1' })
  }

  async #family(claims: Partial<TokenClaims>): Promise<{ family: Minted; access: Minted }> {
    const family = this.#app.services.tokens.mintFamily(tokenClaims(claims), 24 * HOUR)
    await this.#record(family)
    return { family, access: await this.#access(claims, positionBelowFamily(family.token)) }
  }

  async #access(claims: Partial<TokenClaims>, position?: LineagePosition): Promise<Minted> {
    const access = await this.#app.services.tokens.mintAccess(tokenClaims(claims), HOUR, position)
    await this.#record(access)
    this.all.push(access)
    return access
  }

  #delegate(subject: Minted, above: readonly Minted[], claims: Partial<TokenClaims>): Promise<Minted> {
    const line = above.map(({ token }) => token)
    return this.#access({ ...subject.token, ...claims }, positionOfDelegated(subject.token, Infinity, line))
  }

  async #record(minted: Minted): Promise<void> {
    const { db } = this.#app.database
    await makeOwners(db, minted.token)
    assert.equal(await this.#app.services.tokens.record(db, minted), true)
  }
}

/** Each way to end tokens, by what there is in a population. */
const selectors = (tokens: readonly Minted[]): TokenSelector[] => [
  { by: 'token', id: tokens[1]?.token.id ?? '' },
  { by: 'token', id: tokens[0]?.token.rootId ?? '' },
  { by: 'client', clientId: 'mailer' },
  { by: 'client', clientId: 'ci-1' },
  { by: 'client', clientId: 'planner', via: 'consent' },
  { by: 'user', userId: 'usr_1' },
  { by: 'user', userId: 'usr_1', via: 'session' },
  { by: 'user', userId: 'usr_1', via: 'consent' },
  { by: 'user', userId: 'usr_1', clientId: 'mailer' },
  { by: 'consent', consentId: 'con_1' },
  { by: 'policy', policyId: 'pol_1' },
  { by: 'policy', policyId: 'pol_2' },
  { by: 'key', clientId: 'planner', jkt: 'key-1' },
  { by: 'key', clientId: 'mailer', jkt: 'key-2' },
  { by: 'pattern', pattern: 'c?-*' },
  { by: 'pattern', pattern: '[a-c]i-?' },
  { by: 'session', sessionId: 'sess_1', offlineToo: true },
  { by: 'session', sessionId: 'sess_1', offlineToo: false },
  { by: 'all-sessions', kept: 'sess_2', operatorsToo: true },
  { by: 'all-sessions', kept: null, operatorsToo: false },
  { by: 'all-sessions', kept: 'sess_1', operatorsToo: false },
  { by: 'pattern', pattern: '*' },
  { by: 'signing-key', kid: tokens[0]?.token.signedBy ?? '' },
]

onEachApp('RV7: whoever follows the feed judges every token as the server does, whatever ended', async (t, app) => {
  const { tokens } = app.services
  const { db } = app.database
  const population = new Population(app)
  await population.grow()
  await db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = 'usr_boss'`)
  const told: Entry[] = []
  let { cursor } = await FeedClient.openReady(t, app)
  const verdicts = () =>
    Promise.all(
      population.all.map(async ({ token, text }) => ({
        here: await tokens.isLiving(token.id),
        there: !isDeadBy(told, text),
        token,
      })),
    )
  for (const [i, selector] of selectors(population.all).entries()) {
    app.clock.advance(1)
    // What lives at first is a population of its own each time, beside what earlier rounds left.
    const fresh = population.all.length
    await population.grow()
    app.clock.advance(1)
    const own = selectors(population.all.slice(fresh))[i] ?? selector
    const counts = await db.tx((tx) => tokens.revoke(tx, own, 'test'))
    assert.ok(counts.access_tokens > 0, JSON.stringify(own))
    app.clock.advance(1)
    // With a token of its own each time, since some of them end it.
    const follower = await FeedClient.openReady(t, app, { cursor })
    told.push(...follower.entries)
    ;({ cursor } = follower)
    follower.leave()
    const later = population.all.length
    await population.grow()
    for (const { here, there, token } of await verdicts()) {
      assert.equal(there, here, `${JSON.stringify(own)}: ${JSON.stringify(token)}`)
    }
    // What was issued after it lives.
    const after = (await verdicts()).slice(later)
    assert.ok(
      after.every(({ here }) => here),
      JSON.stringify(own),
    )
  }
})

onEachApp('RV8: an ending that is committed after a later one is told all the same', async (t, app) => {
  if (app.database.db.engine === 'sqlite') return
  const node = await app.secondNode(t)
  const follower = await FeedClient.openReady(t, app)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const record = (jti: string) => sql`
    INSERT INTO revocation_entries (id, entry, expires_at)
    VALUES (${newId('rev', app.clock.now())}, ${JSON.stringify({ jti, exp: 9e9 })}, ${9e12})`
  const slow = node.database.db.tx(async (tx) => {
    await tx.run(record('slow'))
    await held
  })
  await app.database.db.run(record('quick'))
  await follower.until(({ entries }) => entries.length === 1)
  release()
  await slow
  await follower.until(({ entries }) => entries.length === 2)
  assert.deepEqual(
    follower.entries.map(({ jti }) => jti),
    ['quick', 'slow'],
  )
})
