import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { colourViolationsOf, cutOffIn, faintIn, overflowAt, violationsOf } from '#/browser/inspection.ts'
import { freePort } from '#/support/ports.ts'
import { fill } from './cast.ts'
import { newDevice } from '#/browser/pages/index.ts'
import { Console, openScreen } from './operators.ts'
import { screens } from './screens.ts'
import type { Cast } from './cast.ts'
import type { House } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Page } from 'playwright-core'

/** 1280 by 1024 pixels at 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 }
const DESK = { width: 1280, height: 720 }
const nobody: Cast = {
  user: '',
  agent: '',
  app: '',
  organization: '',
  role: '',
  webhook: '',
  provider: '',
  apiKey: '',
  sso: '',
  flow: '',
}

for (const isFull of [false, true]) {
  describe(`the dashboard of ${isFull ? 'a full' : 'an empty'} server`, { concurrency: 2 }, () => {
    let console_: Console
    let cast = nobody
    let owner: Visitor
    before(async () => {
      const port = String(await freePort())
      console_ = await Console.open({ MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: port })
      if (isFull) {
        cast = await fill(console_.house.server)
        await fillTables(console_.house, cast)
      }
      owner = await console_.house.newVisitor()
      await console_.signIn(owner, 'owner')
    })
    after(() => console_.close())

    for (const { name, path, isOfOne } of screens) {
      if (isOfOne && !isFull) continue
      test(`${name}: axe finds nothing in both languages, light and dark; it fits a phone, 400 %, right to left and forced colours`, async () => {
        // One window and one load for all of it, so that nobody signs in and nothing is fetched for every look.
        const page = await owner.context.newPage()
        const other = owner.at(page)
        try {
          await openScreen(other, path(cast))
          await judge(other)
          await judgeLayout(page)
          await switchLanguage(page)
          await judge(other)
        } finally {
          await page.close()
        }
        other.assertCalm()
      })
    }
  })
}

/** Rows of the tables that have buttons in them. */
async function fillTables(house: House, { user, organization, role }: Cast): Promise<void> {
  const { server } = house
  const members = `/admin/organizations/${organization}`
  await server.admin('POST', `${members}/members`, { user_id: user, role: 'member' })
  await server.admin('POST', `${members}/invitations`, { email: 'guest@example.com', role: 'member' })
  const { id } = await server.admin<{ id: string }>('POST', '/permissions', { resource: 'reports', action: 'read' })
  await server.admin('POST', `/roles/${role}/permissions`, { permission_id: id })
  const { id: upstream_id } = await server.admin<{ id: string }>('POST', '/admin/proxy/upstreams', {
    host: 'reports.example.com',
    upstream: 'http://127.0.0.1:9',
  })
  const rule = { name: 'Everybody', pattern: '/*', require: 'anonymous' }
  await server.admin('POST', '/admin/proxy/rules/db', { upstream_id, ...rule })
  await newDevice(house)
}

async function judge({ page, heading }: Visitor): Promise<void> {
  assert.equal(await heading.count(), 1, 'one main heading')
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual(await violationsOf(page), [], 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  // All that can differ.
  assert.deepEqual(await colourViolationsOf(page), [], 'dark')
  assert.equal(await overflowAt(page, ZOOMED.width), 0, `fits into ${ZOOMED.width} pixels`)
}

/** What no language changes. */
async function judgeLayout(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  assert.deepEqual(await faintIn(page), [], 'forced colours')
  await page.emulateMedia({ forcedColors: 'none' })
  for (const size of [ZOOMED, DESK]) {
    await page.setViewportSize(size)
    for (const direction of ['rtl', 'ltr']) {
      await page.evaluate((dir) => void (document.documentElement.dir = dir), direction)
      assert.deepEqual(await cutOffIn(page), [], `${direction}, ${size.width} pixels`)
    }
  }
}

const opposite: Readonly<Record<string, string>> = { en: 'es', es: 'en' }

/** From English to Spanish or back, as people do it. */
async function switchLanguage(page: Page): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.lang)
  const dialog = page.getByRole('dialog')
  // A dialog that the address opens keeps people from everything else; what they chose elsewhere holds when it opens again.
  if ((await dialog.count()) > 0) {
    await page.evaluate(
      (locale) => localStorage.setItem('mandate.dashboard', JSON.stringify({ locale })),
      opposite[before],
    )
    await page.reload()
    await dialog.waitFor()
    return
  }
  await page.getByRole('button', { name: /^(Appearance and language|Apariencia e idioma)$/ }).click()
  await page.getByRole('menuitemcheckbox', { name: opposite[before] === 'es' ? 'Español' : 'English' }).click()
  await page.waitForFunction((lang) => document.documentElement.lang !== lang, before)
  // It stays open for another choice.
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
