import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makePeople } from '#test/support/people.ts'
import { requestContext } from '#test/support/request-context.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { PasswordHasher } from './password-hasher.ts'
import type { EngineFixture } from '#test/support/engines.ts'

const AT_HOME = requestContext({ ip: '203.0.113.7', requestId: 'req_1' })
const PASSWORD = 'U*U'
const BCRYPT = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
const EMAIL = 'maya@example.com'

/** A hasher that lets a test do something between the proof of a password and the hash that follows it. */
class InterruptedHasher extends PasswordHasher {
  meanwhile: () => Promise<unknown> = () => Promise.resolve()
  constructor() {
    super({ slots: 2, waiting: 1000, cost: { memory: 8, passes: 1, parallelism: 1 } })
  }

  override async hash(password: string): Promise<string> {
    const hash = await super.hash(password)
    await this.meanwhile()
    return hash
  }
}

async function setUp(fixture: EngineFixture) {
  const hasher = new InterruptedHasher()
  const people = await makePeople(fixture, { hasher })
  const { id } = await people.users.create({ email: EMAIL, passwordHash: BCRYPT }, systemActor('test'))
  const stored = async () => (await people.users.find(id))?.passwordHash ?? ''
  return { ...people, hasher, id, stored }
}

describe('a password whose hash another system made', () => {
  onEachEngine('signs in, and is kept as a hash of ours from then on', async (_t, fixture) => {
    const { passwords, users, id, stored } = await setUp(fixture)
    const before = await users.get(id)
    fixture.clock.advance(1000)
    const user = await passwords.check(EMAIL, PASSWORD, AT_HOME)
    assert.match(await stored(), /^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    assert.deepEqual(user, await users.get(id), 'whoever goes on with the sign-in has the hash that is kept')
    assert.deepEqual({ ...user, passwordHash: '' }, { ...before, passwordHash: '' }, 'nothing else changed')
    const upgraded = await stored()
    await passwords.check(EMAIL, PASSWORD, AT_HOME)
    assert.equal(await stored(), upgraded, 'and it is made once')
  })

  onEachEngine('stays as it is after a wrong guess, and while the user is disabled', async (_t, fixture) => {
    const { passwords, users, id, stored } = await setUp(fixture)
    await assert.rejects(passwords.check(EMAIL, 'U*V', AT_HOME), { code: credentialErrors.invalid_credentials })
    await users.disable(id, 'test', systemActor('test'))
    await assert.rejects(passwords.check(EMAIL, PASSWORD, AT_HOME), { code: credentialErrors.user_disabled })
    assert.equal(await stored(), BCRYPT)
  })

  onEachEngine('is never written over one that was chosen meanwhile', async (_t, fixture) => {
    const { passwords, users, hasher, id, stored } = await setUp(fixture)
    const chosen = await hasher.hash('plum-harbour-lantern')
    hasher.meanwhile = () => fixture.db.tx((tx) => users.setPasswordHash(tx, id, chosen))
    const user = await passwords.check(EMAIL, PASSWORD, AT_HOME)
    assert.equal(await stored(), chosen)
    assert.equal(user.passwordHash, BCRYPT, 'so that no session opens for the password of before')
  })

  onEachEngine('lets everybody in who signs in with it at the same moment', async (_t, fixture) => {
    const { passwords, stored } = await setUp(fixture)
    const found = await Promise.all(Array.from({ length: 6 }, () => passwords.check(EMAIL, PASSWORD, AT_HOME)))
    const kept = await stored()
    assert.deepEqual(new Set(found.map(({ passwordHash }) => passwordHash)), new Set([kept]))
  })
})
