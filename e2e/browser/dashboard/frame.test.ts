import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violationsOf } from '#/browser/inspection.ts'
import { Console, openScreen } from './operators.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Locator } from 'playwright-core'

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement)

/** Scrolls the menu from end to end: what is at any time found below the brand, and how far it went. */
const belowBrand = ({ page }: Visitor): Promise<{ readonly found: readonly string[]; readonly height: number }> =>
  page.getByRole('navigation', { name: 'Main' }).evaluate((menu) => {
    const brand = menu.querySelector('a')
    const scroller = [menu, ...menu.querySelectorAll('*')].find(({ scrollHeight, clientHeight, tagName }) => {
      return tagName !== 'A' && scrollHeight > clientHeight + 1
    })
    if (!brand || !scroller) return { found: ['nothing scrolls'], height: 0 }
    const found = new Set<string>()
    const height = scroller.scrollHeight - scroller.clientHeight
    for (let top = 0; top <= height; top += 6) {
      scroller.scrollTop = top
      const { left, right, top: above, bottom } = brand.getBoundingClientRect()
      if (above !== 0) found.add(`the brand at ${above}`)
      for (let y = above + 1; y < bottom; y += 3) {
        for (const element of document.elementsFromPoint((left + right) / 2, y)) {
          if (element.matches('li *')) found.add(element.textContent)
        }
      }
    }
    // An item is cut in half by the edge.
    scroller.scrollTop = 20
    return { found: [...found], height }
  })

/** Calls to the API that wait, each until it is let go. */
interface Held {
  /** How many came so far. */
  readonly calls: number
  /** Waits until one has come, which is later than the page says that it is at work. */
  readonly arrival: () => Promise<unknown>
  /** Lets the one that came last go, as soon as it is there. */
  readonly letGo: () => Promise<void>
}

async function hold(visitor: Visitor, path: string, method: string): Promise<Held> {
  let calls = 0
  let arrived = Promise.withResolvers<() => void>()
  await visitor.page.route(path, async (route) => {
    if (route.request().method() === method) {
      calls++
      await new Promise<void>((go) => arrived.resolve(go))
    }
    await route.continue()
  })
  return {
    get calls() {
      return calls
    },
    arrival: () => arrived.promise,
    letGo: async () => {
      const go = await arrived.promise
      arrived = Promise.withResolvers()
      go()
    },
  }
}

describe('what stands around every screen', { concurrency: 2 }, () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  test('has a menu that scrolls below the brand, never under it, wide, narrow, on a phone and at 400 %', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    const judge = async (width: number, height: number): Promise<void> => {
      await page.setViewportSize({ width, height })
      const { found, height: scrolled } = await belowBrand(visitor)
      assert.deepEqual(found, [])
      assert.ok(scrolled > 20, `it scrolls by ${scrolled} pixels`)
      assert.deepEqual(await violationsOf(page), [])
    }
    await openScreen(visitor, '/admin/roles')
    await judge(1280, 500)
    await page.getByRole('button', { name: 'Fold the sidebar' }).click()
    await judge(1280, 500)
    await page.setViewportSize({ width: 320, height: 568 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await judge(320, 568)
    await judge(320, 256)
    visitor.assertCalm()
  })

  test('has messages that are heard and used while a dialog is open, which stays open', async (t) => {
    const { server } = console_.house
    const { id } = await server.admin<{ id: string }>('POST', '/api-keys', { name: 'ci', scopes: ['users:read'] })
    const visitor = await console_.operator(t)
    const { page } = visitor
    const messages = page.getByRole('status')
    const isInert = (locator: Locator): Promise<boolean> =>
      locator.evaluate((element) => element.closest('[inert], [aria-hidden=true]') !== null)
    await openScreen(visitor, `/admin/api-keys/${id}`)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await messages.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    assert.equal(await isInert(page.locator('main')), true)
    assert.equal(await isInert(messages), false)
    // At once: a message goes by itself, and on a busy machine it takes axe as long.
    await messages.getByRole('button', { name: 'Undo' }).click()
    await messages.getByText('Taken back.').waitFor()
    assert.deepEqual(await violationsOf(page), [])
    assert.equal((await server.admin<{ active: boolean }>('GET', `/api-keys/${id}`)).active, true)
    // The button is gone, and the focus is where one can go on: at what stands nearest, or in the dialog.
    await page.locator('[role=status] :focus, [role=alertdialog]:focus, [role=alertdialog] :focus').waitFor()
    await page.mouse.move(0, 0)
    await messages.getByText('Taken back.').waitFor({ state: 'detached' })
    await dialog.or(dialog.locator('*')).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await isInert(page.locator('main')), false)
    visitor.assertCalm()
  })

  test('has messages that stay as long as somebody points at them or has the focus there', async (t) => {
    const { server } = console_.house
    const { id } = await server.admin<{ id: string }>('POST', '/api-keys', { name: 'cd', scopes: ['users:read'] })
    const visitor = await console_.operator(t)
    const { page } = visitor
    await page.clock.install()
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
    await openScreen(visitor, `/admin/api-keys/${id}`)
    await page.getByRole('button', { name: 'Turn off' }).click()
    await undo.hover()
    // From here on time passes when it is told to: the machine may be slow.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await page.clock.fastForward(60_000)
    assert.equal(await undo.count(), 1)
    await page.mouse.move(0, 0)
    while (!(await isFocused(undo))) await page.keyboard.press('Shift+Tab')
    await page.clock.fastForward(60_000)
    assert.equal(await undo.count(), 1)
    await page.locator('main h1').click()
    await page.clock.fastForward(60_000)
    await undo.waitFor({ state: 'detached' })
  })

  test('has buttons that at work keep the focus, say that they cannot be pressed, and do nothing when they are', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/health')
    const button = page.getByRole('button', { name: 'Look again' })
    await page.locator('main button:not([aria-disabled])', { hasText: 'Look again' }).waitFor()
    const held = await hold(visitor, '**/api/v1/**/health*', 'GET')
    const running = page.getByRole('button', { name: 'Look again', disabled: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await running.waitFor()
    await held.arrival()
    assert.equal(await isFocused(button), true)
    for (const key of ['Enter', ' ']) await page.keyboard.press(key)
    await button.dblclick({ force: true })
    await button.dispatchEvent('click')
    assert.equal(held.calls, 1)
    assert.deepEqual(await violationsOf(page), [])
    // A press that began meanwhile does nothing afterwards either.
    await page.mouse.down()
    await held.letGo()
    await page.getByRole('button', { name: 'Look again', disabled: false }).waitFor()
    await page.mouse.up()
    await page.keyboard.press('Shift')
    assert.equal(held.calls, 1)
    assert.equal(await isFocused(button), true)
    await page.keyboard.press(' ')
    await running.waitFor()
    await held.letGo()
    await page.getByRole('button', { name: 'Look again', disabled: false }).waitFor()
    assert.equal(held.calls, 2)
    visitor.assertCalm()
  })

  test('has forms that are sent once, however often one presses Enter in a field or their button', async (t) => {
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/agents/new')
    const held = await hold(visitor, '**/api/v1/agents', 'POST')
    const field = page.getByLabel('Name', { exact: true })
    const button = page.getByRole('button', { name: 'Create', exact: true })
    await field.fill('Scheduler')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create', exact: true, disabled: true }).waitFor()
    await held.arrival()
    await page.keyboard.press('Enter')
    await button.focus()
    for (const key of ['Enter', ' ']) await page.keyboard.press(key)
    await button.click({ force: true })
    assert.equal(await isFocused(button), true)
    await held.letGo()
    await page.getByRole('dialog').waitFor()
    assert.equal(held.calls, 1)
    const { data } = await console_.house.server.admin<{ data: { client_name: string }[] }>('GET', '/agents')
    assert.equal(data.filter(({ client_name }) => client_name === 'Scheduler').length, 1)
    visitor.assertCalm()
  })
})
