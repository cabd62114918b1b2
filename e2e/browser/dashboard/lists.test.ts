import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violationsOf } from '#/browser/inspection.ts'
import { Console, openScreen, settled } from './operators.ts'

describe('the lists of the dashboard', { concurrency: 2 }, () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  test('are kept with their filters as views, which others see when they are shared', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/users?system_role=auditor&peek=usr_1')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByLabel('Name').fill('Our auditors')
    assert.deepEqual(await violationsOf(page), [])
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    // The button says which view is shown.
    await page.getByRole('button', { name: 'Our auditors' }).waitFor()
    const auditor = await console_.operator(t, 'auditor')
    await openScreen(auditor, '/admin/users')
    await auditor.page.getByRole('button', { name: 'Views' }).click()
    await auditor.page.getByRole('menuitem', { name: 'Our auditors (shared)' }).click()
    await auditor.page.waitForURL('**/admin/users?system_role=auditor')
    await settled(auditor)
    await auditor.page.getByRole('button', { name: 'Our auditors' }).click()
    assert.equal(await auditor.page.getByRole('menuitem', { name: /Delete/ }).count(), 0, 'it is not theirs')
    await page.getByRole('button', { name: 'Our auditors' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Views' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Our auditors' }).waitFor()
    visitor.assertCalm()
  })

  test('lead to things whose changes are taken back as they were, from the message that says them', async (t) => {
    const { server } = console_.house
    const { id: key } = await server.admin<{ id: string }>('POST', '/api-keys', { name: 'ci', scopes: ['users:read'] })
    const visitor = await console_.operator(t)
    const { page } = visitor
    const takeBack = async (): Promise<void> => {
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('status').getByText('Taken back.').waitFor()
    }
    await openScreen(visitor, `/admin/api-keys/${key}`)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Turn on' }).waitFor()
    await takeBack()
    await page.getByRole('button', { name: 'Turn off' }).waitFor()
    assert.equal((await server.admin<{ active: boolean }>('GET', `/api-keys/${key}`)).active, true)

    const before = { url: 'https://hooks.example.com/a', events: ['user.*'], description: 'Ours', retry: 'standard' }
    const { id: hook } = await server.admin<{ id: string }>('POST', '/webhooks', before)
    await openScreen(visitor, `/admin/webhooks/${hook}?tab=settings`)
    await page.getByLabel('Address of the endpoint').fill('https://hooks.example.com/b')
    await page.locator('[name=description]').fill('Theirs')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor()
    const read = () => server.admin<typeof before>('GET', `/webhooks/${hook}`)
    assert.equal((await read()).description, 'Theirs')
    await takeBack()
    const { url, events, description, retry } = await read()
    assert.deepEqual({ url, events, description, retry }, before)
    visitor.assertCalm()
  })
})
