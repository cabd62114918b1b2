import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { House } from '#/browser/house.ts'
import { loadOf, overflowAt, unreachableByKeyboard, violationsOf } from '#/browser/inspection.ts'
import { freePort } from '#/support/ports.ts'

const NARROWEST = 320

describe('the page of the gateway about a refusal', () => {
  let house: House
  let origin: string
  before(async () => {
    const port = await freePort()
    house = await House.open({ MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: String(port) })
    const host = `reports.localhost:${port}`
    origin = `http://${host}`
    await house.server.admin('POST', '/admin/proxy/upstreams', { host, upstream: 'http://127.0.0.1:9' })
  })
  after(() => house.close())

  for (const [locale, heading] of [
    ['en-US', /^This page is not open to anybody$/],
    ['es-ES', /^Nadie puede abrir esta página$/],
  ] as const)
    test(`in ${locale}: styled from the server, accessible in both themes, narrow, and usable by keyboard`, async (t) => {
      const visitor = await house.visit(t, { locale })
      // A header of ours would make a browser ask whether it may fetch the font of another origin.
      await visitor.context.setExtraHTTPHeaders({})
      assert.equal(await visitor.open(`${origin}/a?b=c`), 403)
      await visitor.sees(heading)
      const { page } = visitor
      const { foreign, blocking, inline } = await loadOf(page)
      assert.deepEqual([blocking, inline], [[], []])
      assert.deepEqual(
        foreign.map((address) => address.replace(/theme-[\w-]{16}|\?v=[\w-]{16}/, '')).toSorted(),
        ['/assets/branding/.css', '/assets/inter.woff2'].map((path) => `${house.server.url}${path}`),
      )
      const width = await page.locator('main').evaluate((main) => getComputedStyle(main).maxWidth)
      assert.notEqual(width, 'none', 'the style sheet is in force')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await violationsOf(page, { preload: false }), [], colorScheme)
      }
      assert.equal(await overflowAt(page, NARROWEST), 0, `fits into ${NARROWEST} pixels`)
      assert.deepEqual(await unreachableByKeyboard(page), [], 'reached by keyboard with the focus in sight')
    })
})
