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
    await page.getByRole('dialog').getByLabel('Path').fill('nowhere')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[name=pattern][aria-invalid=true]').waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await page.getByRole('dialog').getByLabel('Path').fill('/all/*')
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
