import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violationsOf } from '#/browser/inspection.ts'
import { Console, openScreen } from './operators.ts'
import type { Page } from 'playwright-core'

describe('the draft of the sign-in page', { concurrency: 1 }, () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  const nameNow = async (): Promise<string> =>
    (await console_.house.server.admin<{ name: string }>('GET', '/admin/branding')).name
  const frameOf = (page: Page) => page.frameLocator('iframe')
  const sayAndWait = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
  const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor()

  test('is looked at on the real pages, published with what it changes, and taken back by one button', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/branding')
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0)
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await sayAndWait(page, '1 change is not published.')
    assert.equal(await nameNow(), 'Mandate')
    assert.deepEqual(await violationsOf(page), [])

    await page.getByRole('link', { name: 'Pages', exact: true }).click()
    await frameOf(page).getByText('Harbour', { exact: true }).first().waitFor()
    const steps = await page.evaluate(() => history.length)
    await page.getByLabel('Language', { exact: true }).selectOption('es')
    await page.getByLabel('Page', { exact: true }).selectOption('consent')
    await page.getByLabel('Scheme', { exact: true }).selectOption('dark')
    await frameOf(page).getByText('Permitir', { exact: true }).waitFor()
    assert.equal(await page.evaluate(() => history.length), steps, 'going back leaves the tab')
    await page.getByLabel('Width', { exact: true }).selectOption('phone')
    await page.waitForFunction(() => (document.querySelector('iframe')?.clientWidth ?? 0) <= 360)
    assert.deepEqual(await violationsOf(page), [])

    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByText('Harbour').waitFor()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await toast(page, 'Published as version 2.')
    assert.equal(await nameNow(), 'Harbour')
    await page.getByRole('button', { name: 'Undo' }).click()
    await sayAndWait(page, '1 change is not published.')
    assert.equal(await nameNow(), 'Mandate')

    await page.getByRole('button', { name: 'Revert' }).click()
    await dialog.getByRole('button', { name: 'Revert' }).click()
    await toast(page, 'The draft is gone.')
    await page.getByRole('button', { name: 'Publish' }).waitFor({ state: 'detached' })
    visitor.assertCalm()
  })

  test('keeps what is written while it is saved, and says where nothing changed', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    const save = page.getByRole('button', { name: 'Save', exact: true })
    for (const tab of ['look', 'tokens']) {
      await openScreen(visitor, `/admin/branding?tab=${tab}`)
      await save.click()
      await toast(page, 'Nothing was changed.')
    }
    const [light, dark] = ['light', 'dark'].map((mode) => page.locator(`[name="design_tokens.${mode}.line"]`))
    await light?.fill('#c0c0c0')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/admin/branding/draft', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.continue()
    })
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await save.click()
    assert.deepEqual((await sent).postDataJSON(), { design_tokens: { light: { line: '#c0c0c0' } } })
    await dark?.fill('#404040')
    held.resolve()
    await toast(page, 'Saved.')
    await save.and(page.locator(':not([aria-disabled])')).waitFor()
    assert.deepEqual([await light?.inputValue(), await dark?.inputValue()], ['#c0c0c0', '#404040'])
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await toast(page, 'Taken back.')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name$="light.line"]')?.value === '')
    assert.equal(await dark?.inputValue(), '#404040')
    visitor.assertCalm()
  })

  test('is not published while it cannot be read, and takes the nearest colour that can', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await console_.house.server.admin('PATCH', '/admin/branding/draft', { colors: { accent: '#ffd84d' } })
    await openScreen(visitor, '/admin/branding')
    await sayAndWait(page, /pairs? of colours could not be read/)
    assert.ok(await page.getByRole('button', { name: 'Publish' }).isDisabled())
    await page.getByRole('button', { name: /^colors\.accent: take #/ }).click()
    await page.getByText(/could not be read, so this cannot be published/).waitFor({ state: 'detached' })
    assert.ok(await page.getByRole('button', { name: 'Publish' }).isEnabled())
    await console_.house.server.admin('DELETE', '/admin/branding/draft')
    visitor.assertCalm()
  })

  test('has a history, whose versions are looked at and restored', async (t) => {
    await console_.house.server.admin('PATCH', '/admin/branding', { name: 'Acme' })
    const { data } = await console_.house.server.admin<{ data: { version: number }[] }>(
      'GET',
      '/admin/branding/versions',
    )
    await console_.house.server.admin('PATCH', '/admin/branding', { name: 'Acme Corp' })
    const version = data[0]?.version ?? 0
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/branding?tab=history')
    await page.getByRole('button', { name: `Version ${version}`, exact: true }).click()
    await frameOf(page).getByText('Acme', { exact: true }).first().waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await page.getByRole('button', { name: `Restore version ${version}` }).click()
    await toast(page, `Version ${version} is published again`)
    assert.equal(await nameNow(), 'Acme')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: `Version ${version + 3}`, exact: true }).waitFor()
    assert.equal(await nameNow(), 'Acme Corp')

    await page.getByRole('button', { name: `Version ${version}`, exact: true }).click()
    await page.getByRole('button', { name: `Restore version ${version}` }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await console_.house.server.admin('PATCH', '/admin/branding', { name: 'Acme of the north' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await toast(page, 'The published branding or the draft changed since it was read.')
    visitor.forgive(/409/)
    assert.equal(await nameNow(), 'Acme of the north', 'what somebody else published since stays')
    visitor.assertCalm()
  })

  test('is read by those who may only read, who publish nothing', async (t) => {
    await console_.house.server.admin('PATCH', '/admin/branding/draft', { name: 'Unseen' })
    const visitor = await console_.operator(t, 'auditor')
    const { page } = visitor
    await openScreen(visitor, '/admin/branding')
    await sayAndWait(page, '1 change is not published.')
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0)
    visitor.assertCalm()
  })
})
