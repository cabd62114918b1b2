import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { chromiumArguments, findChromium } from '#/support/chromium.ts'
import { Server } from '#/support/server.ts'
import { loadOf, violationsOf } from './inspection.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The directory of the built guide, made now unless it is there. */
async function builtGuide(): Promise<string> {
  const builder = path.join(root, 'bootstrap', 'build-guide.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [builder], { cwd: root })
  return stdout.trim()
}

describe('the guide in Chromium', () => {
  let server: Server
  let browser: Browser
  before(async () => {
    const executablePath = findChromium()
    assert.ok(executablePath, 'no Chromium was found; name one with MANDATE_TEST_CHROMIUM')
    const guide = await builtGuide()
    const launched = chromium.launch({ executablePath, args: chromiumArguments() })
    ;[server, browser] = await Promise.all([Server.start({ env: { MANDATE_GUIDE_DIR: guide } }), launched])
  })
  after(async () => {
    await browser.close()
    await server.remove()
  })

  /** A page of the guide in a window of its own, and what the browser says against it. */
  async function open(address: string, colorScheme: 'light' | 'dark' = 'light') {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => void complaints.push(message))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      )
    })
    const response = await page.goto(`${server.url}/docs/guide${address}`, { waitUntil: 'networkidle' })
    return { page, complaints, status: response?.status() }
  }

  /** Whether the scripts run: only they make the list of headings. */
  const comesAlive = (page: Page): Promise<unknown> => page.waitForSelector('.VPDocAsideOutline a')

  for (const address of ['/', '/protect-an-api', '/reference/configuration']) {
    test(`everybody can read ${address}, light and dark, and nothing of it breaks the policy`, async () => {
      for (const scheme of ['light', 'dark'] as const) {
        const { page, complaints, status } = await open(address, scheme)
        assert.equal(status, 200)
        await comesAlive(page)
        assert.deepEqual(await violationsOf(page), [], scheme)
        assert.deepEqual((await loadOf(page)).foreign, [])
        assert.deepEqual(complaints, [])
        await page.context().close()
      }
    })
  }

  test('a search finds a word and leads to its page', async () => {
    const { page, complaints } = await open('/')
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox').fill('thumbprint')
    const result = page.locator('.result').first()
    await result.waitFor()
    await result.click()
    await page.locator('main', { hasText: /thumbprint/i }).waitFor()
    assert.match(page.url(), /\/docs\/guide\/[\w/-]+/)
    assert.deepEqual(complaints, [])
  })

  test('links lead from page to page without loading anew, code keeps its colours, and the API is one step away', async () => {
    const { page, complaints } = await open('/')
    await page.evaluate(() => void Object.assign(globalThis, { isSame: true }))
    await page.locator('main').getByRole('link', { name: 'Protect an API' }).click()
    await page.getByRole('heading', { level: 1, name: /Protect an API/ }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/docs/guide/protect-an-api')
    assert.equal(await page.evaluate(() => 'isSame' in globalThis), true)
    const colours = await page
      .locator('pre code span span')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
    assert.ok(new Set(colours).size > 2, [...new Set(colours)].join())
    assert.deepEqual(complaints, [])
    await page.getByRole('link', { name: 'API', exact: true }).click()
    await page.waitForURL(`${server.url}/docs`)
    await page.getByRole('link', { name: 'the guide' }).click()
    await comesAlive(page)
    assert.match(page.url(), /\/docs\/guide\/?$/)
    assert.deepEqual(complaints, [])
  })

  test('an address that is none says so and leads back', async () => {
    const { page, status } = await open('/nowhere')
    assert.equal(status, 404)
    await page.getByRole('link', { name: /home/i }).click()
    await comesAlive(page)
    assert.equal(new URL(page.url()).pathname, '/docs/guide/')
  })
})
