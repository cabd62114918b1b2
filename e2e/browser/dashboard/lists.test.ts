import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violationsOf } from '#/browser/inspection.ts'
import { freePort } from '#/support/ports.ts'
import { Console, openScreen, settled } from './operators.ts'

describe('the lists of the dashboard', { concurrency: 2 }, () => {
  let console_: Console
  before(async () => {
    const port = String(await freePort())
    console_ = await Console.open({ MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: port })
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
    await auditor.page.getByRole('menu').waitFor()
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

  test('lead to forms that send what was changed and nothing else, for the gateway and the vault', async (t) => {
    const { server } = console_.house
    const { id: upstream } = await server.admin<{ id: string }>('POST', '/admin/proxy/upstreams', {
      ...{ host: 'reports.example.com', upstream: 'http://127.0.0.1:3000' },
    })
    const rule = { upstream_id: upstream, name: 'Reports', pattern: '/reports/*', require: 'authenticated' }
    await server.admin('POST', '/admin/proxy/rules/db', rule)
    const { id: provider } = await server.admin<{ id: string }>('POST', '/vault/providers', {
      ...{ template: 'github', client_id: 'c', client_secret: 's' },
    })
    const visitor = await console_.operator(t)
    const { page } = visitor
    /** The body of the PATCH that a button sends, once the console says that it is saved. */
    const sent = async (): Promise<unknown> => {
      const request = page.waitForRequest((one) => one.method() === 'PATCH')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const body: unknown = (await request).postDataJSON()
      await page
        .getByRole('status')
        .getByText(/^Saved\./)
        .waitFor()
      return body
    }
    const takeBack = async (): Promise<void> => {
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('status').getByText('Taken back.').waitFor()
    }

    await openScreen(visitor, '/admin/gateway?tab=upstreams')
    await page.getByRole('button', { name: 'Edit: reports.example.com' }).click()
    await page.getByRole('dialog').getByLabel('Goes to').fill('http://127.0.0.1:4000')
    assert.deepEqual(await sent(), { upstream: 'http://127.0.0.1:4000' })
    await takeBack()
    await page.getByRole('cell', { name: 'http://127.0.0.1:3000' }).waitFor()

    await openScreen(visitor, '/admin/gateway?tab=rules')
    await page.getByRole('button', { name: 'Edit: Reports' }).click()
    await page.getByRole('dialog').getByLabel('Path', { exact: true }).fill('nowhere')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[name=pattern][aria-invalid=true]').waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await page.getByRole('dialog').getByLabel('Path', { exact: true }).fill('/all/*')
    await page.getByRole('checkbox', { name: 'It holds' }).uncheck()
    assert.deepEqual(await sent(), { pattern: '/all/*', enabled: false })
    await takeBack()
    await page.getByRole('cell', { name: '/reports/*' }).waitFor()

    await openScreen(visitor, `/admin/vault/${provider}?tab=settings`)
    assert.deepEqual(await violationsOf(page), [])
    await page.getByLabel('Name for people').fill('Our GitHub')
    assert.deepEqual(await sent(), { display_name: 'Our GitHub' })
    await takeBack()
    await page.getByRole('heading', { level: 1, name: 'GitHub', exact: true }).waitFor()

    const auditor = await console_.operator(t, 'auditor')
    await openScreen(auditor, '/admin/gateway?tab=rules')
    await auditor.page.getByRole('cell', { name: '/reports/*' }).waitFor()
    assert.equal(await auditor.page.getByRole('button', { name: /^(Edit|Delete): / }).count(), 0)
    await openScreen(auditor, `/admin/vault/${provider}?tab=settings`)
    await auditor.page.getByRole('link', { name: 'Overview' }).waitFor()
    const settings = auditor.page.locator('main').getByRole('link', { name: 'Settings', exact: true })
    assert.equal(await settings.count(), 0)
    // The browser says it of what the server refused.
    visitor.forgive(/status of 400 .*\/proxy\/rules\//)
    visitor.assertCalm()
  })

  test('let a rule of the gateway be for all of an application, chosen by its name, and say so', async (t) => {
    const { server } = console_.house
    const { id: app } = await server.admin<{ id: string }>('POST', '/admin/apps', {
      ...{ name: 'Lighthouse', type: 'web', redirect_uris: ['https://app.example.com/back'] },
    })
    const visitor = await console_.operator(t)
    const { page } = visitor
    const dialog = page.getByRole('dialog')
    await openScreen(visitor, '/admin/gateway?tab=upstreams')
    await page.getByRole('button', { name: 'New upstream' }).click()
    await dialog.getByLabel('Host').fill('lighthouse.example.com')
    await dialog.getByLabel('Application').selectOption({ label: 'Lighthouse' })
    assert.deepEqual(await violationsOf(page), [])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const row = page.getByRole('row', { name: 'lighthouse.example.com' })
    await row.getByRole('cell', { name: 'Lighthouse', exact: true }).waitFor()

    await openScreen(visitor, '/admin/gateway?tab=rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    await dialog.getByLabel('Name').fill('All of Lighthouse')
    await dialog.getByLabel('Where it holds').selectOption({ label: 'At every host of an application' })
    await dialog.getByLabel('Application').selectOption({ label: 'Lighthouse' })
    await dialog.getByRole('checkbox', { name: 'Every path, by every method' }).check()
    await dialog.getByLabel('Path', { exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(await violationsOf(page), [])
    const made = page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('/proxy/rules'))
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const body = (await made).postDataJSON() as Record<string, unknown>
    assert.deepEqual(
      [body['app_id'], body['upstream_id'], body['pattern'], body['methods']],
      [app, undefined, '/*', []],
    )
    const rule = page.getByRole('row', { name: 'All of Lighthouse' })
    await rule.getByRole('cell', { name: 'Every host of Lighthouse' }).waitFor()
    await rule.getByRole('cell', { name: 'Any', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Edit: All of Lighthouse' }).click()
    assert.ok(await dialog.getByRole('checkbox', { name: 'Every path, by every method' }).isChecked())
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await openScreen(visitor, '/admin/gateway?tab=simulate')
    await page.getByLabel('Host').fill('lighthouse.example.com')
    await page.getByLabel('Method').fill('DELETE')
    await page.getByLabel('Path', { exact: true }).fill('/anything/below')
    await page.getByRole('button', { name: 'See what would happen' }).click()
    const verdict = page.locator('section', { hasText: 'By the rule' })
    await verdict.getByText('All of Lighthouse').waitFor()
    await verdict.getByText('Every host of Lighthouse').waitFor()
    assert.deepEqual(await violationsOf(page), [])
  })

  test('give the columns that a phone shows all of its width, however many rows there are', async (t) => {
    const { server } = console_.house
    for (let n = 0; n < 40; n++) await server.admin('POST', '/agents', { client_name: `Lighthouse ${n}` })
    const visitor = await console_.operator(t, 'owner', { viewport: { width: 390, height: 700 }, locale: 'es-ES' })
    const { page } = visitor
    await openScreen(visitor, '/admin/agents')
    await page.locator('main tr[aria-hidden=true]').waitFor({ state: 'attached' })
    const [shown, all] = await page.locator('main table').evaluate((table) => {
      const heads = [...table.querySelectorAll('th')].map((head) => head.getBoundingClientRect().width)
      return [heads.reduce((sum, width) => sum + width, 0), table.getBoundingClientRect().width]
    })
    assert.ok(Math.abs((shown ?? 0) - (all ?? 0)) < 2, `${shown} of ${all}`)
    const cut = await page
      .locator('main bdi', { hasText: 'Lighthouse' })
      .evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).length)
    assert.equal(cut, 0, 'the names are whole')
  })

  test('lead by each row to its page, which is loaded when the row is pointed at, or to a tab of its own', async (t) => {
    const { id } = await console_.house.server.admin<{ id: string }>('POST', '/agents', { client_name: 'Ferry' })
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/agents')
    await page.evaluate(() => document.body.classList.add('same-document'))
    const link = page.getByRole('link', { name: 'Ferry' })
    assert.equal(await link.getAttribute('href'), `/admin/agents/${id}`)
    const file = page.waitForRequest(/\/admin\/assets\/detail-/)
    await link.hover()
    await file
    const opened = page.context().waitForEvent('page')
    await link.click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await tab.waitForURL(`**/admin/agents/${id}`)
    await tab.close()
    assert.equal(new URL(page.url()).pathname, '/admin/agents', 'the list stays where it is')
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Ferry' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/admin/agents/${id}`)
    await page.goBack()
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Ferry' }).waitFor()
    assert.equal(await page.locator('body.same-document').count(), 1)
    visitor.assertCalm()
  })

  test('of what happened are narrowed by an id in a row, with the filters that they had', async (t) => {
    const { id } = await console_.house.server.admin<{ id: string }>('POST', '/agents', { client_name: 'Tender' })
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/audit-logs?status=success')
    const link = page.locator(`main td a[title="${id}"]`).first()
    assert.equal(await link.getAttribute('aria-current'), null)
    assert.equal(await link.getAttribute('href'), `?status=success&target_id=${id}`)
    await link.click()
    await page.waitForURL(`**/admin/audit-logs?status=success&target_id=${id}`)
    await page.locator(`main td a[title="${id}"][aria-current=page]`).first().waitFor()
    // What was listed before stays until the narrower list is here.
    await page.getByRole('table').locator('tr[data-index]').nth(1).waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('table').locator('tr[data-index]').count(), 1)
    visitor.assertCalm()
  })

  test('of webhooks show how the last deliveries of each went, and its page says it in words', async (t) => {
    const { server } = console_.house
    // Nothing listens there.
    const { id } = await server.admin<{ id: string }>('POST', '/webhooks', {
      ...{ url: 'http://127.0.0.1:9/hook', events: ['webhook.test'], retry: 'none' },
    })
    await server.admin('POST', `/webhooks/${id}/test`, {})
    const visitor = await console_.operator(t)
    const { page } = visitor
    // The page follows the deliveries, so it says when the attempt is over.
    await openScreen(visitor, `/admin/webhooks/${id}`)
    await page.getByRole('img', { name: '0 delivered, 1 failed', exact: true }).waitFor()
    await page.locator('main').getByText('0 delivered, 1 failed', { exact: true }).last().waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await openScreen(visitor, '/admin/webhooks')
    await page.getByRole('row', { name: '127.0.0.1:9' }).getByRole('img', { name: '0 delivered, 1 failed' }).waitFor()
    assert.deepEqual(await violationsOf(page), [])
    visitor.assertCalm()
  })
})
