import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violationsOf } from '#/browser/inspection.ts'
import { Console, openScreen, settled } from './operators.ts'
import type { Visitor } from '#/browser/visitor.ts'

/** Opens the palette and types. */
async function type({ page }: Visitor, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(text)
}

describe('the palette', { concurrency: 2 }, () => {
  let console_: Console
  let person: string
  before(async () => {
    console_ = await Console.open()
    const { server } = console_.house
    const made = await server.admin<{ id: string }>('POST', '/admin/users', {
      name: '<b>Marisol</b> Vega',
      email: 'marisol.vega@example.com',
    })
    person = made.id
    await server.admin('POST', '/agents', { client_name: 'Marisol planner' })
  })
  after(() => console_.close())

  test('finds people and agents by name, opens them by keyboard, and has them first the next time', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin')
    await type(visitor, 'marisol')
    const options = page.getByRole('option')
    await options.filter({ hasText: 'Marisol planner' }).waitFor()
    assert.match((await options.first().textContent()) ?? '', /<b>Marisol<\/b> Vega.*marisol\.vega@example\.com/)
    await page.getByRole('status').filter({ hasText: '2 results' }).waitFor({ state: 'attached' })
    assert.deepEqual(await violationsOf(page), [])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/users/${person}`)
    await settled(visitor)
    await page.keyboard.press('Control+k')
    assert.match((await options.first().textContent()) ?? '', /Vega/)
    visitor.assertCalm()
  })

  test('shows by a pasted id what it is called, and asks the server for no secret', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/admin/search')) asked.push(request.url())
    })
    await openScreen(visitor, '/admin')
    await type(visitor, person)
    await page.getByRole('option').filter({ hasText: 'Vega' }).waitFor()
    assert.equal(await page.getByRole('option').count(), 1, 'once, not by its id and by its name')
    const claims = Buffer.from(JSON.stringify({ jti: 'tok_1', sub: person })).toString('base64url')
    await page.getByRole('combobox').fill(`eyJhbGciOiJFUzI1NiJ9.${claims}.c2lnbmF0dXJl`)
    await page.getByRole('option').filter({ hasText: 'tok_1' }).waitFor()
    await page.getByRole('combobox').fill('mandate_sk_not-for-a-query')
    await page.getByText('Nothing here is called that.').waitFor()
    await page.getByRole('combobox').fill('marisol')
    await page.getByRole('option').filter({ hasText: 'planner' }).waitFor()
    assert.equal(asked.filter((url) => !/q=(usr_|marisol)/.test(url)).length, 0, asked.join('\n'))
  })

  test('does what it is asked, says the command that does the same, and offers nobody what they may not do', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin')
    await type(visitor, 'rotate sign')
    await page.getByRole('option').filter({ hasText: 'mandate signing rotate' }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByRole('button', { name: 'Rotate', exact: false }).click()
    await page.getByRole('status').filter({ hasText: /sign/i }).first().waitFor()
    const { data } = await console_.house.server.admin<{ data: unknown[] }>('GET', '/admin/signing-keys')
    assert.ok(data.length >= 2)
    const auditor = await console_.operator(t, 'auditor')
    await openScreen(auditor, '/admin')
    await type(auditor, 'rotate')
    await auditor.page.getByText('Nothing here is called that.').waitFor()
  })

  test('leaves nothing behind it in use but messages, until it closes, however that happens', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    const field = page.getByRole('combobox', { name: 'Go to' })
    const inert = (): Promise<boolean[]> =>
      Promise.all(
        ['main', 'nav', '[role=status]', '[role=combobox]'].map((part) =>
          page.locator(part).evaluateAll((all) => all.every((element) => element.closest('[inert]') !== null)),
        ),
      )
    const search = page.getByRole('searchbox')
    const open = async (): Promise<void> => {
      await search.focus()
      await page.keyboard.press('Control+k')
      await page.locator('main').and(page.locator('[inert] *')).waitFor()
      assert.deepEqual(await inert(), [true, true, false, false])
    }
    await openScreen(visitor, '/admin/users')
    const ways = {
      Escape: () => page.keyboard.press('Escape'),
      'the keys that opened it': () => page.keyboard.press('Control+k'),
      'a click beside it': () => page.mouse.click(5, 5),
    }
    for (const [way, close] of Object.entries(ways)) {
      await open()
      await page
        .getByRole('status')
        .filter({ hasText: /\d results/ })
        .waitFor({ state: 'attached' })
      assert.deepEqual(await violationsOf(page), [])
      await close()
      await field.waitFor({ state: 'detached' })
      assert.equal(await page.locator('[inert]').count(), 0, way)
      await search.and(page.locator(':focus')).waitFor()
    }
    await open()
    await field.fill('agents')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/agents')
    await settled(visitor)
    assert.equal(await page.locator('[inert]').count(), 0)
    visitor.assertCalm()
  })

  test('opens at once with its field ready, keeps the focus in it, and gives it back, also above a dialog', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await console_.house.server.admin('POST', '/admin/organizations', { name: 'Harbour', slug: 'harbour' })
    await openScreen(visitor, '/admin/users')
    const field = page.getByRole('combobox', { name: 'Go to' })
    const isFocused = () => field.evaluate((element) => element === document.activeElement)
    await page.getByRole('button', { name: 'Invite' }).click()
    const name = page.getByRole('dialog', { name: 'Invite somebody by mail' }).getByRole('textbox').first()
    await name.fill('ines@example.com')
    // Nothing waits between the key that opens it and the first letter.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rol')
    assert.equal(await field.inputValue(), 'rol')
    for (const key of ['Tab', 'Shift+Tab', 'PageDown']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('option').first().hover()
    await page.mouse.down()
    assert.equal(await isFocused(), true)
    // The dialog below is made inert, and is in use again as it was.
    await page.locator('[inert] *').and(name).waitFor()
    await page.mouse.move(2, 2)
    await page.mouse.up()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    assert.equal(await name.inputValue(), 'ines@example.com')
    assert.equal(await name.evaluate((element) => element === document.activeElement), true)
    await page.keyboard.press('Control+k')
    await page.mouse.click(5, 5)
    await field.waitFor({ state: 'detached' })
    assert.equal(await name.isVisible(), true, 'a click beside the palette closes it alone')
  })
})
