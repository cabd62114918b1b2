import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { RevocationFeed } from '#/modules/tokens/index.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { until } from '#test/support/until.ts'
import { FeedFollower } from './follower.ts'
import type { EngineFixture } from '#test/support/engines.ts'

/** A follower of a feed whose database can be made to fail, by a clock of its own. */
function makeFollower({ db, clock }: EngineFixture) {
  const feed = new RevocationFeed(db)
  const errors: string[] = []
  const state = { fails: false, now: 0, looks: 0 }
  const place = feed.place.bind(feed)
  feed.place = () => {
    state.looks++
    return state.fails ? Promise.reject(new Error('the database is gone')) : place()
  }
  const log = { error: (_details: object, message: string) => void errors.push(message) }
  const follower = new FeedFollower({ feed, clock, log, monotonicMs: () => state.now })
  const end = (...ids: string[]) =>
    db.tx((tx) =>
      feed.record(
        tx,
        ids.map((jti) => ({ jti, exp: clock.now() })),
        clock.now(),
      ),
    )
  return { follower, state, errors, end }
}

describe('whoever looks for what ended', () => {
  onEachEngine('is stale when nobody could look for three seconds, and not before', async (_t, fixture) => {
    const { follower, state, errors } = makeFollower(fixture)
    assert.equal(follower.isStale, true)
    await follower.look()
    const reader = follower.join()
    state.fails = true
    await until(() => errors.length > 0)
    state.now = 3000
    assert.equal(follower.isStale, false)
    state.now = 3001
    assert.equal(follower.isStale, true)
    state.fails = false
    await until(() => !follower.isStale)
    reader.stop()
  })

  onEachEngine('looks while somebody reads, and not longer', async (_t, fixture) => {
    const { follower, state, end } = makeFollower(fixture)
    const [one, two] = [follower.join(), follower.join()]
    await until(() => state.looks > 2)
    one.stop()
    one.stop()
    await end('tok_1')
    await until(() => follower.head.position === 1)
    two.stop()
    await follower.look()
    const { looks } = state
    await end('tok_2')
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal(state.looks, looks)
    assert.equal((await follower.look()).position, 2)
  })

  onEachEngine('has what comes behind any place, also of what it kept no longer', async (_t, fixture) => {
    const { follower, end } = makeFollower(fixture)
    const idsBehind = async (position: number) =>
      (await follower.after(position)).map(({ entry }) => (JSON.parse(entry) as { jti: string }).jti)
    await end(...Array.from({ length: 2500 }, (_, i) => `tok_${i}`))
    await follower.look()
    assert.equal((await idsBehind(0)).length, 500)
    assert.equal((await idsBehind(2400)).length, 100)
    await end('tok_last')
    assert.deepEqual(await idsBehind(2500), [])
    await follower.look()
    assert.deepEqual(await idsBehind(2500), ['tok_last'])
    assert.deepEqual((await idsBehind(2499)).at(-1), 'tok_last')
    assert.deepEqual(await idsBehind(2501), [])
  })
})
