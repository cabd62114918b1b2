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
    visitor.assertCalm()
  })
})
