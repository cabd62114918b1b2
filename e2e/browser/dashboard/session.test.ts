import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newPerson } from '#/browser/person.ts'
import { Console, openScreen, settled } from './operators.ts'

describe('the session of the dashboard', { concurrency: 2 }, () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  test('begins by signing in, and leads back to the screen that was asked for', async (t) => {
    const { house, password } = console_
    const visitor = await house.visit(t)
    const email = await console_.signIn(await house.visit(t), 'owner')
    await visitor.open('/admin/users?search=olive')
    await visitor.page.waitForURL(/\/login\?next=/)
    // The browser notes each answer with 401.
    visitor.forgive(/401/)
    await visitor.submit({ email, password })
    await settled(visitor)
    assert.equal(visitor.url.pathname + visitor.url.search, '/admin/users?search=olive')
    await visitor.sees(/Users/)
  })

  test('shows support what support may see, and says why of the rest', async (t) => {
    const visitor = await console_.operator(t, 'support')
    await openScreen(visitor, '/admin/users')
    const links = await visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
    assert.ok(links.includes('Users'))
    assert.ok(!links.includes('Settings'), links.join())
  })

  test('lets an auditor read and offers nothing that writes', async (t) => {
    const visitor = await console_.operator(t, 'auditor')
    await openScreen(visitor, '/admin/users')
    assert.equal(await visitor.page.getByRole('link', { name: 'New user' }).count(), 0)
    await visitor.page.getByRole('link', { name: /Olive/ }).first().click()
    await visitor.page.getByRole('heading', { name: /Olive/ }).waitFor()
    await visitor.page.locator('main').getByRole('link', { name: 'JSON' }).waitFor()
    assert.equal(await visitor.page.getByRole('button', { name: 'Actions' }).count(), 0)
    assert.equal(await visitor.page.locator('main').getByRole('link', { name: 'Settings' }).count(), 0)
    // Whoever types the address of what makes something is told why it is not theirs.
    for (const noun of ['users', 'agents', 'apps', 'flows']) {
      await openScreen(visitor, `/admin/${noun}/new`)
      await visitor.page.locator('main').getByText(`${noun}:write`).waitFor()
      assert.equal(await visitor.page.locator('main form').count(), 0)
    }
  })

  test('lets nobody in who does not run the server', async (t) => {
    const visitor = await console_.house.visit(t)
    await visitor.signUp(newPerson())
    await visitor.open('/admin/users')
    await settled(visitor)
    await visitor.sees(/those who run the server/)
  })

  test('asks for a fresh proof where the server wants one, and goes on with what was under way', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/users/new')
    await page.getByLabel('Address', { exact: true }).fill('grace.kim@example.com')
    let isFirst = true
    // As after five minutes: the server refuses once.
    await page.route('**/api/v1/admin/users', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      await route.fulfill({
        status: 403,
        json: {
          error: 'forbidden',
          code: 'reauthentication_required',
          message: 'This needs a fresh proof.',
          docs_url: '',
          details: { request_id: 'req_1' },
        },
      })
    })
    await page.getByRole('button', { name: 'Create the user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Password').fill('wrong horse battery')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password').fill(console_.password)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL(/\/users\/usr_/)
    await page.getByRole('heading', { name: 'grace.kim@example.com' }).waitFor()
    visitor.forgive(/40[13]/)
  })

  test('ends everywhere when the person signs out, and the next call leads to sign in', async (t) => {
    const visitor = await console_.operator(t)
    await openScreen(visitor, '/admin/users')
    await visitor.call('POST', '/auth/logout')
    await visitor.page.getByRole('link', { name: /Olive/ }).first().click()
    await visitor.page.waitForURL(/\/login\?next=%2Fadmin%2Fusers%2Fusr_/)
    visitor.forgive(/401/)
  })
})
