import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { sql } from '#/platform/db/sql.ts'
import { commonErrors } from '#/platform/errors/app-error.ts'
import { userErrors } from '#/modules/users/index.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { GOOD_PASSWORD, makePeople, makeUser } from '#test/support/people.ts'
import { requestContext } from '#test/support/request-context.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { PasswordHasher } from './password-hasher.ts'
import type { AppError, ErrorCode } from '#/platform/errors/app-error.ts'
import type { Passwords } from './passwords.ts'

const MINUTE = 60_000
const HOME = '203.0.113.7'
const AT_HOME = requestContext({ ip: HOME, requestId: 'req_1' })
const ipNumber = (i: number): string => `198.51.${Math.floor(i / 250)}.${(i % 250) + 1}`

/** The code a try ends with: `in` when it lets the person in. */
const tryOnce = (passwords: Passwords, email: string, password: string, from: string): Promise<string> =>
  passwords.check(email, password, requestContext({ ip: from })).then(
    () => 'in',
    (error: unknown) => (error as { code: ErrorCode }).code.code,
  )

const tally = (outcomes: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

describe('signing in with a password', () => {
  onEachEngine('lets the person in, however they write their address', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    assert.deepEqual(await people.passwords.check(' MAYA@example.com', GOOD_PASSWORD, AT_HOME), user)
  })

  onEachEngine('LG1: an unknown address and a wrong password get the same refusal', async (_t, fixture) => {
    const people = await makePeople(fixture)
    await makeUser(people, 'maya@example.com')
    await people.users.create({ email: 'sso@example.com' }, systemActor('test'))
    const refusals = []
    for (const email of ['maya@example.com', 'nobody@example.com', 'sso@example.com', 'not an address', '']) {
      refusals.push(await people.passwords.check(email, 'wrong-password', AT_HOME).catch((error: unknown) => error))
    }
    for (const refusal of refusals) assert.deepEqual({ ...(refusal as Error) }, { ...(refusals[0] as Error) })
    assert.equal((refusals[0] as { code: ErrorCode }).code, credentialErrors.invalid_credentials)
    const reasons = (await fixture.db.all(sql`SELECT data FROM events WHERE name = 'login.failed'`)).map(
      ({ data }) => JSON.parse(String(data)).reason as string,
    )
    assert.deepEqual(tally(reasons), { wrong_password: 2, unknown_user: 3 })
  })

  onEachEngine('tells of a disabled user only who knows the password', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    await people.users.disable(user.id, 'left', systemActor('test'))
    assert.equal(await tryOnce(people.passwords, user.email, GOOD_PASSWORD, HOME), 'user_disabled')
    assert.equal(await tryOnce(people.passwords, user.email, 'wrong-password', HOME), 'invalid_credentials')
  })

  onEachEngine('LG4: an oversized password is refused before it costs or counts anything', async (_t, fixture) => {
    const people = await makePeople(fixture)
    for (let i = 0; i < 20; i++) {
      assert.equal(await tryOnce(people.passwords, 'a@b.co', 'x'.repeat(5000), HOME), 'password_too_long')
    }
    assert.equal((await fixture.db.all(sql`SELECT name FROM limits`)).length, 0)
  })
})

describe('guessing passwords', () => {
  onEachEngine('LG2: one address gets ten guesses at a user, then one each quarter of an hour', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const { email } = await makeUser(people, 'maya@example.com')
    const outcomes = []
    for (let i = 0; i < 12; i++) outcomes.push(await tryOnce(people.passwords, email, `guess-${i}`, HOME))
    assert.deepEqual(tally(outcomes), { invalid_credentials: 10, rate_limited: 2 })
    assert.equal(await tryOnce(people.passwords, email, GOOD_PASSWORD, HOME), 'rate_limited', 'not even the right one')
    fixture.clock.advance(15 * MINUTE)
    assert.equal(await tryOnce(people.passwords, email, 'guess', HOME), 'invalid_credentials')
    assert.equal(await tryOnce(people.passwords, email, 'guess', HOME), 'rate_limited')
  })

  onEachEngine('LG2: a hundred guesses at once count as a hundred', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const { email } = await makeUser(people, 'maya@example.com')
    const guesses = Array.from({ length: 100 }, (_, i) => tryOnce(people.passwords, email, `guess-${i}`, HOME))
    const { invalid_credentials, rate_limited = 0, unavailable = 0 } = tally(await Promise.all(guesses))
    assert.equal(invalid_credentials, 10)
    assert.equal(rate_limited + unavailable, 90)
    assert.equal(await tryOnce(people.passwords, email, GOOD_PASSWORD, HOME), 'rate_limited')
  })

  onEachEngine('LG2: a restart and a second node forget nothing', async (_t, fixture) => {
    const before = await makePeople(fixture)
    const { email } = await makeUser(before, 'maya@example.com')
    for (let i = 0; i < 10; i++) await tryOnce(before.passwords, email, 'guess', HOME)
    const after = await makePeople(fixture)
    assert.equal(await tryOnce(after.passwords, email, GOOD_PASSWORD, HOME), 'rate_limited')
  })

  onEachEngine('LG2: says when to come back, the same for a user and for nobody', async (_t, fixture) => {
    const people = await makePeople(fixture)
    await makeUser(people, 'maya@example.com')
    for (const email of ['maya@example.com', 'nobody@example.com']) {
      for (let i = 0; i < 10; i++) await tryOnce(people.passwords, email, 'guess', HOME)
      await assert.rejects(people.passwords.check(email, 'guess', AT_HOME), {
        code: commonErrors.rate_limited,
        headers: {
          'retry-after': '900',
          ratelimit: '"attempts";r=0;t=900',
          'ratelimit-policy': '"attempts";q=10;w=9000',
        },
      })
    }
  })

  onEachEngine(
    'LG2: from a hundred addresses a user is guessed at a hundred times, then slowly',
    async (_t, fixture) => {
      const people = await makePeople(fixture)
      const { email } = await makeUser(people, 'maya@example.com')
      const outcomes = []
      for (let i = 0; i < 110; i++) outcomes.push(await tryOnce(people.passwords, email, `guess-${i}`, ipNumber(i)))
      assert.deepEqual(tally(outcomes), { invalid_credentials: 100, rate_limited: 10 })
      fixture.clock.advance(5 * MINUTE)
      assert.equal(await tryOnce(people.passwords, email, 'guess', ipNumber(200)), 'invalid_credentials')
      assert.equal(await tryOnce(people.passwords, email, 'guess', ipNumber(201)), 'rate_limited')
    },
  )

  onEachEngine('LG2: such a storm slows what is wrong and never refuses what is right', async (_t, fixture) => {
    const pauses: number[] = []
    const pause = (millis: number) => Promise.resolve(void pauses.push(millis))
    const people = await makePeople(fixture, { pause })
    const user = await makeUser(people, 'maya@example.com')
    for (let i = 0; i < 105; i++) await tryOnce(people.passwords, user.email, 'guess', ipNumber(i))
    assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000])
    assert.equal(await tryOnce(people.passwords, user.email, GOOD_PASSWORD, ipNumber(500)), 'in')
    assert.equal(pauses.length, 5, 'what is right does not wait')
    assert.equal(await tryOnce(people.passwords, user.email, 'guess', ipNumber(501)), 'rate_limited')
    const failures = await fixture.db.all(sql`SELECT data FROM events WHERE name = 'login.failed'`)
    assert.equal(failures.length, 106, 'each of them is recorded')
  })

  onEachEngine(
    'LG1: such a storm is the same for nobody, and ends with what the wrong ones hear',
    async (_t, fixture) => {
      const heard = []
      for (const email of ['maya@example.com', 'nobody@example.com']) {
        const pauses: number[] = []
        const pause = (millis: number) => Promise.resolve(void pauses.push(millis))
        const people = await makePeople(fixture, { pause })
        if (email.startsWith('maya')) await makeUser(people, email)
        for (let i = 0; i < 100; i++) await tryOnce(people.passwords, email, 'guess', ipNumber(i))
        const refusal = await people.passwords.check(email, 'guess', requestContext({ ip: ipNumber(300) })).then(
          () => 'in',
          ({ code, headers }: AppError) => ({ code: code.code, headers }),
        )
        heard.push({ refusal, pauses })
      }
      assert.deepEqual(heard[0], heard[1])
      assert.deepEqual(heard[0]?.pauses, [250])
    },
  )

  onEachEngine('LG2: in such a storm a disabled person is told as ever, and nobody else', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await makeUser(people, 'maya@example.com')
    for (let i = 0; i < 100; i++) await tryOnce(people.passwords, user.email, 'guess', ipNumber(i))
    await fixture.db.run(sql`UPDATE users SET disabled_at = 1 WHERE id = ${user.id}`)
    assert.equal(await tryOnce(people.passwords, user.email, GOOD_PASSWORD, ipNumber(500)), 'user_disabled')
    assert.equal(await tryOnce(people.passwords, user.email, 'guess', ipNumber(501)), 'rate_limited')
  })

  onEachEngine(
    'LG2: the limits of an address bind in such a storm too, before anything is hashed',
    async (_t, fixture) => {
      const people = await makePeople(fixture)
      const { email } = await makeUser(people, 'maya@example.com')
      for (let i = 0; i < 100; i++) await tryOnce(people.passwords, email, 'guess', ipNumber(i))
      for (let i = 0; i < 10; i++) await tryOnce(people.passwords, email, 'guess', HOME)
      const failures = () => fixture.db.all(sql`SELECT id FROM events WHERE name = 'login.failed'`)
      const before = (await failures()).length
      assert.equal(await tryOnce(people.passwords, email, GOOD_PASSWORD, HOME), 'rate_limited')
      assert.equal((await failures()).length, before)
    },
  )

  onEachEngine('LG2: such a storm does not slow the person where they signed in before', async (_t, fixture) => {
    const pauses: number[] = []
    const people = await makePeople(fixture, { pause: (millis) => Promise.resolve(void pauses.push(millis)) })
    const user = await makeUser(people, 'maya@example.com')
    await people.signIn.complete(user, ['pwd'], AT_HOME, { trigger: 'login' })
    for (let i = 0; i < 100; i++) await tryOnce(people.passwords, user.email, 'guess', ipNumber(i))
    for (let i = 0; i < 10; i++) {
      assert.equal(await tryOnce(people.passwords, user.email, 'guess', HOME), 'invalid_credentials')
    }
    assert.equal(
      await tryOnce(people.passwords, user.email, GOOD_PASSWORD, HOME),
      'rate_limited',
      'its own limit binds',
    )
    fixture.clock.advance(15 * MINUTE)
    assert.equal(await tryOnce(people.passwords, user.email, GOOD_PASSWORD, HOME), 'in')
    assert.deepEqual(pauses, [])
  })

  onEachEngine('LG2: an address can’t keep the budget of a stranger empty by itself', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const { email } = await makeUser(people, 'maya@example.com')
    for (let i = 0; i < 100; i++) await tryOnce(people.passwords, email, 'guess', ipNumber(Math.max(0, i - 9)))
    let lockedOut = 0
    for (let quarter = 0; quarter < 8; quarter++) {
      fixture.clock.advance(15 * MINUTE)
      for (let i = 0; i < 5; i++) await tryOnce(people.passwords, email, 'guess', ipNumber(0))
      if ((await tryOnce(people.passwords, email, GOOD_PASSWORD, HOME)) !== 'in') lockedOut++
    }
    assert.equal(lockedOut, 0)
  })

  onEachEngine('LG3: spraying many users from one address stops, and is told of', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const outcomes = []
    for (let i = 0; i < 200; i++) {
      outcomes.push(await tryOnce(people.passwords, `user${i}@example.com`, 'autumn-2026', HOME))
    }
    assert.deepEqual(tally(outcomes), { invalid_credentials: 50, rate_limited: 150 })
    const alerts = await fixture.db.all(sql`SELECT data, address FROM events WHERE name = 'login.throttled'`)
    assert.deepEqual(
      alerts.map((alert) => ({ ...alert })),
      [{ data: '{"limit":"address"}', address: HOME }],
    )
    assert.equal(
      await tryOnce(people.passwords, 'user0@example.com', 'autumn-2026', ipNumber(1)),
      'invalid_credentials',
    )
  })

  onEachEngine('LG3: every address of one IPv6 network is one address', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const outcomes = []
    for (let i = 0; i < 60; i++) {
      outcomes.push(await tryOnce(people.passwords, `user${i}@example.com`, 'guess', `2001:db8:0:7::${i.toString(16)}`))
    }
    assert.deepEqual(tally(outcomes), { invalid_credentials: 50, rate_limited: 10 })
  })

  onEachEngine(
    'success gives the tries back, but never another user’s and never the address’s',
    async (_t, fixture) => {
      const people = await makePeople(fixture)
      const { email } = await makeUser(people, 'maya@example.com')
      for (let i = 0; i < 9; i++) await tryOnce(people.passwords, email, 'typo', HOME)
      assert.equal(await tryOnce(people.passwords, email, GOOD_PASSWORD, HOME), 'in')
      for (let i = 0; i < 9; i++)
        assert.equal(await tryOnce(people.passwords, email, 'typo', HOME), 'invalid_credentials')
      // 18 failures of 50: what an attacker's own account would win back is only its own success.
      const others = []
      for (let i = 0; i < 40; i++) {
        others.push(await tryOnce(people.passwords, `user${i}@example.com`, 'guess', HOME))
        await tryOnce(people.passwords, email, GOOD_PASSWORD, HOME)
      }
      assert.equal(tally(others)['invalid_credentials'], 32)
    },
  )

  onEachEngine('signing in rightly is never limited', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const { email } = await makeUser(people, 'maya@example.com')
    for (let i = 0; i < 150; i++) assert.equal(await tryOnce(people.passwords, email, GOOD_PASSWORD, HOME), 'in')
    const together = Array.from({ length: 40 }, () => tryOnce(people.passwords, email, GOOD_PASSWORD, HOME))
    assert.deepEqual(tally(await Promise.all(together)), { in: 40 })
  })

  onEachEngine('F21: a try that the hasher turned away counts as none', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const busy = await makePeople(fixture, { hasher: new PasswordHasher({ slots: 0, waiting: 0 }) })
    const { email } = await makeUser(people, 'maya@example.com')
    const storm = Array.from({ length: 100 }, () => tryOnce(busy.passwords, email, GOOD_PASSWORD, HOME))
    assert.deepEqual(tally(await Promise.all(storm)), { unavailable: 100 })
    for (let i = 0; i < 10; i++)
      assert.equal(await tryOnce(people.passwords, email, 'typo', HOME), 'invalid_credentials')
    assert.equal(await tryOnce(people.passwords, email, 'typo', HOME), 'rate_limited')
  })
})

describe('signing up', () => {
  const signUp = { password: GOOD_PASSWORD }

  onEachEngine('makes a user who can sign in, and who is told of as the one who did it', async (_t, fixture) => {
    const people = await makePeople(fixture)
    const user = await people.signUps.create({ ...signUp, email: 'Maya@example.com', name: 'Maya' }, AT_HOME)
    assert.equal(await tryOnce(people.passwords, 'maya@example.com', GOOD_PASSWORD, HOME), 'in')
    const [event] = await fixture.db.all(sql`SELECT * FROM events WHERE name = 'user.created'`)
    assert.equal(event?.['actor_type'], 'user')
    assert.equal(event?.['actor_id'], user.id)
    assert.equal(event?.['request_id'], 'req_1')
  })

  onEachEngine('refuses bad addresses, bad passwords, and addresses somebody has', async (_t, fixture) => {
    const people = await makePeople(fixture)
    await people.signUps.create({ ...signUp, email: 'maya@example.com' }, AT_HOME)
    const refusal = (change: object) =>
      people.signUps.create({ ...signUp, email: 'noor@example.com', ...change }, AT_HOME).then(
        () => undefined,
        (error: unknown) => (error as { code: ErrorCode }).code,
      )
    assert.equal(await refusal({ email: 'noor' }), userErrors.invalid_email)
    assert.equal(await refusal({ password: 'short' }), credentialErrors.password_too_short)
    assert.equal(await refusal({ password: 'password1234' }), credentialErrors.password_too_common)
    assert.equal(await refusal({ password: 'x'.repeat(5000) }), credentialErrors.password_too_long)
    assert.equal(await refusal({ name: 'No\0or' }), userErrors.invalid_name)
    assert.equal(await refusal({ email: 'MAYA@example.com' }), userErrors.email_taken)
  })

  onEachEngine('one address makes thirty accounts an hour at most', async (_t, fixture) => {
    const people = await makePeople(fixture)
    for (let i = 0; i < 30; i++) await people.signUps.create({ ...signUp, email: `user${i}@example.com` }, AT_HOME)
    const next = { ...signUp, email: 'user30@example.com' }
    await assert.rejects(people.signUps.create(next, AT_HOME), { code: commonErrors.rate_limited })
    await people.signUps.create(next, requestContext({ ip: ipNumber(1) }))
    fixture.clock.advance(2 * MINUTE)
    await people.signUps.create({ ...signUp, email: 'user31@example.com' }, AT_HOME)
  })
})
