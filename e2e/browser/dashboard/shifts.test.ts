import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fill } from './cast.ts'
import { delegate } from './delegation.ts'
import { Console, openScreen } from './operators.ts'
import type { Visitor } from '#/browser/visitor.ts'

const MOST = 0.02
const LATE_MS = 250
const screens = {
  home: '/admin',
  'audit log': '/admin/audit-logs',
  users: '/admin/users',
  agents: '/admin/agents',
  map: '/admin/delegations',
}

/** What moved on a page, and how much of the window it took along (Layout Instability API, the score of a shift). */
interface Shift {
  readonly value: number
  readonly what: string
}

/** Lets each page of a window note what moves on it from its beginning. */
const observe = (visitor: Visitor): Promise<unknown> =>
  visitor.context.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      const found = list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]
      for (const { value, sources } of found) {
        shifts.push({ value, what: sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Every other answer of the API comes later than the rest: those that came first wait for it on the screen. */
async function delay(visitor: Visitor, late: 0 | 1): Promise<void> {
  let asked = 0
  await visitor.page.route('**/api/v1/**', async (route) => {
    if (asked++ % 2 === late) await sleep(LATE_MS)
    // A page that is left answers nobody.
    await route.continue().catch(() => undefined)
  })
}

describe('the screens of the dashboard', () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
    await fill(console_.house.server)
    await delegate(console_.house.server)
  })
  after(() => console_.close())

  for (const late of [0, 1] as const) {
    test(`keep their places while they load, whichever answer is late (${late + 1} of 2)`, async (t) => {
      const visitor = await console_.operator(t)
      await observe(visitor)
      await delay(visitor, late)
      for (const [name, address] of Object.entries(screens)) {
        await openScreen(visitor, address)
        // What was late and its pictures are drawn.
        await sleep(2 * LATE_MS)
        const shifts = await visitor.page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
        const score = shifts.reduce((sum, { value }) => sum + value, 0)
        assert.ok(score <= MOST, `${name}: ${score.toFixed(3)}: ${JSON.stringify(shifts)}`)
      }
      await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
})
