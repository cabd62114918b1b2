import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import { sql } from '#/platform/db/sql.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { endRows } from '#test/support/lifecycle.ts'
import { makeRecovery } from '#test/support/mail-links.ts'
import { makeUser } from '#test/support/people.ts'
import { requestContext } from '#test/support/request-context.ts'
import { purposes } from './email-token.ts'
import { EmailTokens, isFromBrowser } from './email-tokens.ts'
import { keptLinks, openLinks } from './store.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { EmailTokenPurpose } from './email-token.ts'

const actor = systemActor('test')
const MAYA = 'maya@example.com'
const allPurposes = Object.keys(purposes) as EmailTokenPurpose[]

async function setUp(fixture: EngineFixture) {
  const it = await makeRecovery(fixture)
  return { ...it, emailTokens: new EmailTokens({ ...it, ...fixture }) }
}

describe('a mail link', () => {
  onEachEngine('is known by its hash, for its purpose, until its time is over', async (_t, fixture) => {
    const it = await setUp(fixture)
    const user = await makeUser(it, MAYA)
    for (const purpose of allPurposes) {
      const link = { purpose, browserId: 'browser', query: '?next=%2Fdocs', actor }
      assert.equal(await fixture.db.tx((tx) => it.emailTokens.send(tx, user, link)), true)
      const text = (await it.tokensTo(MAYA, purposes[purpose].template)).at(-1) ?? ''
      const found = await it.emailTokens.find(text, purpose)
      assert.equal(found?.hash, hashSecret(text))
      assert.deepEqual([found?.userId, found?.email, found?.query], [user.id, MAYA, '?next=%2Fdocs'])
      assert.equal(found && isFromBrowser(found, 'browser'), true)
      assert.equal(found && isFromBrowser(found, 'another'), false)
      const others = allPurposes.filter((other) => other !== purpose)
      assert.equal(await it.emailTokens.find(text, ...others), undefined, 'for nothing else')
      fixture.clock.advance(purposes[purpose].lifetimeMinutes * 60_000 - 1)
      assert.ok(await it.emailTokens.find(text, purpose))
      fixture.clock.advance(1)
      assert.equal(await it.emailTokens.find(text, purpose), undefined)
      assert.equal(found && (await fixture.db.tx((tx) => it.emailTokens.consume(tx, found))), false, 'checked at use')
    }
  })

  for (const purpose of allPurposes) {
    onEachEngine(`${purpose}: of fifty who use it at once one does`, async (_t, fixture) => {
      const it = await setUp(fixture)
      const user = await makeUser(it, MAYA)
      await fixture.db.tx((tx) => it.emailTokens.send(tx, user, { purpose, actor }))
      const [text = ''] = await it.tokensTo(MAYA, purposes[purpose].template)
      const link = await it.emailTokens.find(text, purpose)
      assert.ok(link)
      const uses = Array.from({ length: 50 }, () => fixture.db.tx((tx) => it.emailTokens.consume(tx, link)))
      assert.equal((await Promise.all(uses)).filter(Boolean).length, 1)
    })
  }

  onEachEngine('makes earlier ones of its purpose void, and using it does too', async (_t, fixture) => {
    const it = await setUp(fixture)
    const user = await makeUser(it, MAYA)
    const send = (purpose: EmailTokenPurpose) =>
      fixture.db.tx((tx) => it.emailTokens.send(tx, user, { purpose, actor }))
    await send('reset')
    fixture.clock.advance(1000)
    await send('magic_link')
    await send('reset')
    const [first = '', second = ''] = await it.tokensTo(MAYA, 'reset')
    assert.equal(await it.emailTokens.find(first, 'reset'), undefined)
    const link = await it.emailTokens.find(second, 'reset')
    assert.ok(link)
    await fixture.db.tx((tx) => it.emailTokens.consume(tx, link))
    const [magic = ''] = await it.tokensTo(MAYA, 'magic_link')
    assert.ok(await it.emailTokens.find(magic, 'magic_link'), 'other purposes go on')
    const subject = { by: 'user', userId: user.id } as const
    assert.deepEqual([await endRows(fixture, openLinks, subject), await endRows(fixture, openLinks, subject)], [1, 0])
    assert.equal(await it.emailTokens.find(magic, 'magic_link'), undefined)
    await endRows(fixture, keptLinks, subject)
    assert.deepEqual(await fixture.db.all(sql`SELECT hash FROM email_tokens`), [])
  })

  onEachEngine('stays good when a flooded mailbox gets no other', async (_t, fixture) => {
    const it = await setUp(fixture)
    const user = await makeUser(it, MAYA)
    const send = () => fixture.db.tx((tx) => it.emailTokens.send(tx, user, { purpose: 'reset', actor }))
    const sent: boolean[] = []
    for (let i = 0; i < 7; i++) {
      fixture.clock.advance(1)
      sent.push(await send())
    }
    assert.deepEqual(sent, [true, true, true, true, true, false, false])
    const tokens = await it.tokensTo(MAYA, 'reset')
    assert.equal(tokens.length, 5)
    assert.ok(await it.emailTokens.find(tokens.at(-1) ?? '', 'reset'))
  })

  onEachEngine('is none when its text was never one', async (_t, fixture) => {
    const it = await setUp(fixture)
    for (const text of ['', 'x', 'mandate_ml_', `mandate_ml_${'a'.repeat(49)}`, 'mandate_ss_x']) {
      assert.equal(await it.emailTokens.find(text, ...allPurposes), undefined)
    }
  })
})

describe('the first proof of a mailbox', () => {
  onEachEngine('takes the earlier ways in from an account, unless its opener shows up', async (_t, fixture) => {
    const it = await makeRecovery(fixture)
    const context = requestContext()
    for (const [email, isSignedIn] of [
      ['opener@example.com', true],
      ['owner@example.com', false],
    ] as const) {
      const user = await makeUser(it, email)
      const { session } = await it.signIn.complete(user, ['pwd'], requestContext({ ip: '203.0.113.9' }), {
        trigger: 'login',
      })
      await fixture.db.run(sql`
        INSERT INTO oauth_accounts (id, user_id, provider_id, subject, created_at, last_used_at)
        VALUES (${`oac_${email}`}, ${user.id}, 'idp_1', ${email}, 0, 0)`)
      const asked = { purpose: 'magic_link', email, browserId: 'browser' } as const
      await it.linkRequests.ask(asked, context)
      await it.linkRequests.settled()
      const [token = ''] = await it.tokensTo(email, 'magic_link')
      const bearer = { token, browserId: 'browser', personId: isSignedIn ? user.id : undefined }
      assert.equal((await it.magicLinks.find(bearer)).endsPassword, !isSignedIn)
      const proven = await it.magicLinks.redeem({ ...bearer, confirmed: false }, context)
      assert.deepEqual([proven.emailVerified, proven.passwordHash !== null], [true, isSignedIn])
      assert.equal((await it.sessions.find(session.id))?.revokedAt === null, isSignedIn)
      const linked = await fixture.db.all(sql`SELECT id FROM oauth_accounts WHERE user_id = ${user.id}`)
      assert.equal(linked.length, isSignedIn ? 1 : 0)
      const event = (await recorded(fixture.db, 'email.verified')).find(({ target_id: id }) => id === user.id)
      const { sessions, linked_accounts: accounts } = event?.data['counts'] as Record<string, number>
      assert.deepEqual([sessions, accounts], isSignedIn ? [undefined, undefined] : [1, 1])
    }
  })
})
