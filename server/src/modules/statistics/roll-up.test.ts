import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachEngine } from '#test/support/engines.ts'
import { gaugeNames } from './metrics.ts'
import { RollUp } from './roll-up.ts'
import { Statistics } from './statistics.ts'
import { StatisticsStore } from './store.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { Metric } from './metrics.ts'
import type { Gauges } from './roll-up.ts'
import type { Source } from './source.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Something that happens at the times given, two of them a step. */
class Diary implements Source {
  readonly name = 'diary'
  readonly entries: { metric: Metric; at: number }[] = []

  after(position = '0'): ReturnType<Source['after']> {
    const from = Number(position)
    const step = this.entries.slice(from, from + 2)
    if (step.length === 0) return Promise.resolve(undefined)
    const end = from + step.length
    return Promise.resolve({
      position: String(end),
      happenings: step.map((entry) => ({ ...entry, count: 1 })),
      isLast: end === this.entries.length,
    })
  }
}

function scene({ db, clock }: EngineFixture) {
  const diary = new Diary()
  let users = 0
  const gauges = Object.fromEntries(gaugeNames.map((name) => [name, () => Promise.resolve(0)])) as unknown as Gauges
  const rollUp = new RollUp({ db, clock, sources: [diary], gauges: { ...gauges, users: () => Promise.resolve(users) } })
  return {
    clock,
    diary,
    rollUp,
    store: new StatisticsStore(db),
    statistics: new Statistics({ db, clock }),
    setUsers: (count: number) => (users = count),
    note: (metric: Metric, at: number) => void diary.entries.push({ metric, at }),
  }
}

describe('the roll-up', () => {
  onEachEngine('counts each input once, however many nodes count at a time', async (_t, fixture) => {
    const { clock, note, rollUp, statistics } = scene(fixture)
    for (let i = 0; i < 7; i++) note('event:user.created', clock.now() - i * HOUR)
    await Promise.all([rollUp.run(), rollUp.run(), rollUp.run()])
    await rollUp.run()
    const { lastDay } = await statistics.totals()
    assert.equal(lastDay.sign_ups, 7)
    note('event:user.created', clock.now())
    await rollUp.run()
    assert.equal((await statistics.totals()).lastDay.sign_ups, 8)
  })

  onEachEngine('puts each input into its hour and each hour into its day', async (_t, fixture) => {
    const { clock, note, rollUp, statistics } = scene(fixture)
    const midnight = clock.now() - (clock.now() % DAY)
    note('event:session.created', midnight - 1)
    note('event:session.created', midnight)
    note('event:session.created', midnight + HOUR - 1)
    note('method:pwd', midnight)
    note('token:client_credentials', midnight)
    await rollUp.run()
    const daily = await statistics.trends(2, 'day')
    assert.deepEqual(daily.points.sign_ins, [
      { at: midnight - DAY, count: 1 },
      { at: midnight, count: 2 },
    ])
    assert.deepEqual(daily.signInsByMethod, [{ name: 'pwd', count: 1 }])
    assert.deepEqual(daily.tokensByGrant, [{ name: 'client_credentials', count: 1 }])
    const { points } = await statistics.trends(1, 'hour')
    assert.equal(points.sign_ins.length, 13)
    assert.deepEqual(points.sign_ins[0], { at: midnight, count: 2 })
    assert.deepEqual(points.tokens_issued[0], { at: midnight, count: 1 })
  })

  onEachEngine('counts gauges again when something happened, and now and then anyway', async (_t, fixture) => {
    const { clock, note, rollUp, setUsers, statistics } = scene(fixture)
    assert.equal((await statistics.totals()).countedAt, null)
    const users = async () => (await statistics.totals()).gauges.users
    await rollUp.run()
    setUsers(5)
    note('event:user.created', clock.now())
    await rollUp.run()
    assert.equal(await users(), 0)
    clock.advance(10_000)
    await rollUp.run()
    assert.equal(await users(), 0)
    note('event:user.created', clock.now())
    await rollUp.run()
    assert.equal(await users(), 5)
    setUsers(6)
    clock.advance(60_000)
    await rollUp.run()
    assert.deepEqual([await users(), (await statistics.totals()).countedAt], [6, clock.now()])
  })
})
