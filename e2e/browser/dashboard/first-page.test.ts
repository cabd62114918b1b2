import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { dashboardDirectory } from '#/support/dashboard.ts'
import { Console, openScreen } from './operators.ts'

type Label = Readonly<Record<'en' | 'es', string>>

interface FirstPage {
  readonly title?: Label
  readonly lead?: Label
}

describe('the page that a screen begins with', () => {
  const screens = Object.entries(
    JSON.parse(readFileSync(path.join(dashboardDirectory(), 'screens.json'), 'utf8')) as Record<string, FirstPage>,
  )
  const named = screens.flatMap(([address, { title, lead }]) =>
    title ? [{ address: `/admin${address}`, title, lead }] : [],
  )
  let console_: Console

  before(async () => (console_ = await Console.open()))
  after(() => console_.close())

  for (const locale of ['en', 'es'] as const) {
    test(`says what the screen then says (${locale})`, async (t) => {
      assert.ok(named.length >= 20, named.map(({ address }) => address).join(' '))
      const visitor = await console_.operator(t, 'owner', { locale })
      for (const { address, title, lead } of named) {
        await openScreen(visitor, address)
        const heading = visitor.page.locator('main h1')
        assert.equal(await heading.textContent(), title[locale], address)
        if (lead) assert.ok((await visitor.text()).includes(lead[locale]), address)
      }
      // Its page asks for that first.
      visitor.forgive(/404.*proxy\/status/)
    })
  }

  test('is there before any script, in the place where the heading then is', async (t) => {
    const withoutScripts = await console_.operator(t, 'owner', { scripts: false })
    const visitor = await console_.operator(t)
    for (const address of ['/admin/users', '/admin/audit-logs']) {
      await withoutScripts.open(address)
      const first = withoutScripts.page.locator('.boot-title')
      const [title, before_] = [await first.textContent(), await first.boundingBox()]
      await openScreen(visitor, address)
      const heading = visitor.page.locator('main h1')
      assert.equal(await heading.textContent(), title)
      const after_ = await heading.boundingBox()
      assert.ok(before_ && after_)
      assert.ok(
        Math.abs(before_.x - after_.x) <= 1 && Math.abs(before_.y - after_.y) <= 3,
        JSON.stringify([before_, after_]),
      )
      assert.equal(await visitor.page.locator('.boot').count(), 0)
    }
    // Without scripts nobody uses what they would have used, and a busy machine has time to notice.
    await withoutScripts.page.close()
    withoutScripts.forgive(/preloaded using link preload but not used/)
  })

  test('asks who is signed in once, and its answer is the one that the scripts use', async (t) => {
    const visitor = await console_.operator(t)
    const asked: string[] = []
    visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openScreen(visitor, '/admin/users')
    assert.equal(asked.filter((pathname) => pathname === '/api/v1/auth/me').length, 1)
  })

  test('listens to what happens before its screen is there, so that nothing is missed between reading and listening', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    const goOn = Promise.withResolvers<undefined>()
    await page.route(/\/admin\/assets\/list-/, async (route) => {
      await goOn.promise
      await route.continue()
    })
    const listens = page.waitForRequest('**/api/v1/admin/events/stream')
    const opened = openScreen(visitor, '/admin/users')
    await listens
    assert.equal(await page.locator('main h1').count(), 0)
    goOn.resolve(undefined)
    await opened
  })

  test('leads whoever is not signed in to sign in, and back', async (t) => {
    const visitor = await console_.house.visit(t)
    visitor.forgive(/401/)
    await visitor.open('/admin/users')
    await visitor.page.waitForURL(/\/login\?/)
    assert.equal(visitor.url.searchParams.get('next'), '/admin/users')
    visitor.forgive(/401/)
  })
})
