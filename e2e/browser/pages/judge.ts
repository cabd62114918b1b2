import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { House } from '#/browser/house.ts'
import { colourViolationsOf, loadOf, overflowAt, unreachableByKeyboard, violationsOf } from '#/browser/inspection.ts'
import { problemPages } from './problems.ts'
import { ssoProblemPages } from './sso.ts'
import type { Pages } from './pages.ts'
import type { Visitor } from '#/browser/visitor.ts'

/** What fits into the first round trip of a fresh connection (RFC 6928 §2: ten segments). */
const MAX_BYTES = 14 * 1024
const NARROWEST = 320

const namingTheRequest: Pages = {
  ...problemPages,
  ...ssoProblemPages,
}

/** Goes to each of these pages and holds it to what all of them promise. */
export function judgePages(where: string, pages: Pages): void {
  describe(where, { concurrency: 2 }, () => {
    let house: House
    before(async () => {
      house = await House.open()
    })
    after(() => house.close())

    for (const [name, reach] of Object.entries(pages)) {
      test(`${name}: accessible in both themes, light, narrow, and usable by keyboard`, async (t) => {
        const visitor = await house.visit(t)
        await reach(visitor, house)
        // Who loses their way ends at the page that names the request for the log.
        assert.equal(/\breq_\w+/.test(await visitor.text()), name in namingTheRequest, await visitor.text())
        await judge(visitor)
      })
    }
  })
}

async function judge({ page, heading }: Visitor): Promise<void> {
  const { bytes, ...loads } = await loadOf(page)
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes of HTML and CSS`)
  assert.deepEqual(loads, { foreign: [], blocking: [], inline: [] })
  assert.equal(await heading.count(), 1, 'one main heading')
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual(await violationsOf(page), [], 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  assert.deepEqual(await colourViolationsOf(page), [], 'dark')
  assert.equal(await overflowAt(page, NARROWEST), 0, `fits into ${NARROWEST} pixels`)
  assert.deepEqual(await unreachableByKeyboard(page), [], 'reached by keyboard with the focus in sight')
}
