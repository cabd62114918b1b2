import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Console, openScreen } from './operators.ts'
import type { Visitor } from '#/browser/visitor.ts'

const focused = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

describe('the menus of the dashboard', { concurrency: 2 }, () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  test('are walked by arrows, ends and letters, and give the focus back to their button', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/users')
    const button = page.getByRole('button', { name: 'Runs the server as' })
    const menu = page.getByRole('menu', { name: 'Runs the server as' })
    const press = async (key: string, there: string): Promise<void> => {
      await page.keyboard.press(key)
      assert.equal(await focused(visitor), there, key)
    }
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await menu.waitFor()
    assert.equal(await button.getAttribute('aria-expanded'), 'true')
    assert.equal(await focused(visitor), 'All', 'what is chosen is where it begins')
    await press('ArrowUp', 'Auditor')
    await press('ArrowDown', 'All')
    await press('End', 'Auditor')
    await press('Home', 'All')
    await press('s', 'Support')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/users?system_role=support')
    await menu.waitFor({ state: 'detached' })
    assert.match(await focused(visitor), /^Runs the server as/)
    await page.keyboard.press('ArrowUp')
    await menu.waitFor()
    assert.equal(await focused(visitor), 'Support')
    assert.equal(await page.getByRole('menuitemcheckbox', { checked: true }).textContent(), 'Support')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    assert.match(await focused(visitor), /^Runs the server as/)
    visitor.assertCalm()
  })

  test('open under a pointer, and a click beside them closes them and does nothing else', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/users')
    const menu = page.getByRole('menu', { name: 'Status' })
    await page.getByRole('button', { name: 'Status' }).click()
    await menu.waitFor()
    // Keys go on where the pointer left it.
    await page.keyboard.press('End')
    assert.equal(await focused(visitor), 'Disabled')
    const box = await page.getByRole('link', { name: 'Import' }).boundingBox()
    assert.ok(box)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await menu.waitFor({ state: 'detached' })
    assert.match(await focused(visitor), /^Status/)
    assert.equal(new URL(page.url()).pathname, '/admin/users')
    // A mouse that goes down on the button and up on an item has chosen it.
    await page.getByRole('button', { name: 'Status' }).hover()
    await page.mouse.down()
    await page.getByRole('menuitemcheckbox', { name: 'Active' }).hover()
    await page.mouse.up()
    await page.waitForURL('**/admin/users?disabled=false')
    await menu.waitFor({ state: 'detached' })
    visitor.assertCalm()
  })

  test('stay open at their button while the page still scrolls', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await page.setViewportSize({ width: 900, height: 320 })
    await openScreen(visitor, '/admin/users')
    const button = page.getByRole('button', { name: 'Export' })
    const menu = page.getByRole('menu', { name: 'Export' })
    await button.click()
    await menu.waitFor()
    await page.evaluate(() => scrollBy(0, -40))
    await page.waitForFunction(() => {
      const [open, its] = ['[aria-expanded=true]', '[role=menu]'].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      )
      return (
        open !== undefined &&
        its !== undefined &&
        Math.min(Math.abs(open.top - its.bottom), Math.abs(its.top - open.bottom)) < 16
      )
    })
    await page.getByRole('menuitem', { name: 'CSV' }).waitFor()
    visitor.assertCalm()
  })
})
