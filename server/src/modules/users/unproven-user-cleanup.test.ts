import assert from 'node:assert/strict'
import { systemActor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makePeople } from '#test/support/people.ts'
import { userErrors } from './errors.ts'
import { UnprovenUserCleanup } from './unproven-user-cleanup.ts'
import type { Users } from './users.ts'

const actor = systemActor('test')
const WEEK_MS = 7 * 24 * 3_600_000

onEachEngine('a batch full of people whom nothing may delete keeps nobody behind them', async (_t, fixture) => {
  const { db, clock } = fixture
  const { users } = await makePeople(fixture)
  const signUp = async (count: number): Promise<string[]> => {
    const made = []
    for (let i = 0; i < count; i++)
      made.push(await users.create({ email: `${clock.now()}-${i}@example.com`, signedUp: true }, actor))
    return made.map(({ id }) => id)
  }
  const kept = await signUp(50)
  clock.advance(1)
  const others = await signUp(3)
  clock.advance(WEEK_MS + 1)
  const guarded: Users = Object.assign(Object.create(users) as Users, {
    delete: (...[id, by, tx]: Parameters<Users['delete']>) =>
      kept.includes(id) ? Promise.reject(new AppError(userErrors.last_owner)) : users.delete(id, by, tx),
  })
  const cleanup = new UnprovenUserCleanup({ db, clock, users: guarded })
  assert.equal(await cleanup.run(), 3)
  for (const id of others) assert.equal(await users.find(id), undefined)
  assert.ok(await users.find(kept[0] ?? ''))
  assert.equal(await cleanup.run(), 0)
})
