import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { overflowAt, violationsOf } from '#/browser/inspection.ts'
import { freePort } from '#/support/ports.ts'
import { fill } from './cast.ts'
import { Console, openScreen } from './operators.ts'
import { screens } from './screens.ts'
import type { Cast } from './cast.ts'
import type { Visitor } from '#/browser/visitor.ts'

const NARROWEST = 320
const nobody: Cast = {
  user: '',
  agent: '',
  app: '',
  organization: '',
  role: '',
  webhook: '',
  apiKey: '',
  sso: '',
  flow: '',
}

for (const isFull of [false, true]) {
  describe(`the dashboard of ${isFull ? 'a full' : 'an empty'} server`, { concurrency: 2 }, () => {
    let console_: Console
    let cast = nobody
    const visitors = new Map<string, Visitor>()
    before(async () => {
      const port = String(await freePort())
      console_ = await Console.open({ MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: port })
      if (isFull) cast = await fill(console_.house.server)
      for (const locale of ['en-US', 'es-ES']) {
        const visitor = await console_.house.newVisitor({ locale })
        await console_.signIn(visitor, 'owner')
        visitors.set(locale, visitor)
      }
    })
    after(() => console_.close())

    for (const { name, path, isOfOne } of screens) {
      if (isOfOne && !isFull) continue
      for (const locale of ['en-US', 'es-ES']) {
        test(`${name}, ${locale}: axe finds nothing, light and dark, and nothing is wider than a phone`, async () => {
          const visitor = visitors.get(locale) ?? assert.fail()
          // One window for each language, so that nobody signs in for every screen.
          const page = await visitor.context.newPage()
          const other = visitor.at(page)
          try {
            await openScreen(other, path(cast))
            await judge(other)
          } finally {
            await page.close()
          }
          other.assertCalm()
        })
      }
    }
  })
}

async function judge({ page, heading }: Visitor): Promise<void> {
  assert.equal(await heading.count(), 1, 'one main heading')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await violationsOf(page), [], colorScheme)
  }
  assert.equal(await overflowAt(page, NARROWEST), 0, `fits into ${NARROWEST} pixels`)
}
