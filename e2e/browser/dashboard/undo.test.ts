import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Console, openScreen } from './operators.ts'
import type { Visitor } from '#/browser/visitor.ts'

describe('settings of the dashboard that one click takes back', () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  const says = ({ page }: Visitor, text: string): Promise<void> =>
    page.getByRole('status').getByText(text).first().waitFor()

  const takeBack = async (visitor: Visitor): Promise<void> => {
    await visitor.page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await says(visitor, 'Taken back.')
  }

  test('are those of a connection of single sign-on, unless its secret was replaced', async (t) => {
    const { server } = console_.house
    const { id } = await server.admin<{ id: string }>('POST', '/sso/connections', {
      ...{ type: 'oidc', name: 'Acme', creates_users: false, attributes: { email: 'mail' } },
      oidc: { issuer: 'https://idp.example.com', client_id: 'c', client_secret: 's' },
    })
    const known = () => server.admin<{ updated_at: string; version: number }>('GET', `/sso/connections/${id}`)
    const { updated_at: _, version, ...was } = await known()
    const visitor = await console_.operator(t)
    const { page } = visitor
    const save = (): Promise<void> => page.locator('main').getByRole('button', { name: 'Save', exact: true }).click()
    await openScreen(visitor, `/admin/sso/${id}?tab=settings`)
    await page.locator('[name=name]').fill('Acme of the north')
    await page.locator('[name="attributes.email"]').fill('')
    await page.getByRole('checkbox', { name: 'Make an account for whoever is new' }).check()
    await save()
    await page.getByRole('heading', { level: 1, name: 'Acme of the north' }).waitFor()
    await takeBack(visitor)
    const { updated_at: __, version: later, ...is } = await known()
    assert.deepEqual(is, was)
    assert.equal(later, version + 2, 'that too was a change')
    await page.getByRole('heading', { level: 1, name: 'Acme', exact: true }).waitFor()

    await page.locator('[name="oidc.client_secret"]').fill('another secret')
    await save()
    await page.locator('[name="oidc.client_secret"]:not([value="another secret"])').waitFor()
    await says(visitor, 'Saved.')
    assert.equal(await page.getByRole('status').getByRole('button', { name: 'Undo' }).count(), 0)
  })

  test('are those of the mail that is sent, unless its password was given', async (t) => {
    const { server } = console_.house
    const known = async (): Promise<unknown> => {
      const {
        status: _,
        sender: __,
        ...config
      } = await server.admin<Record<string, unknown>>('GET', '/admin/email-config')
      return config
    }
    const was = await known()
    const visitor = await console_.operator(t)
    const { page } = visitor
    const save = (): Promise<void> => page.locator('main').getByRole('button', { name: 'Save', exact: true }).click()
    await openScreen(visitor, '/admin/email?tab=delivery')
    await page.getByLabel('Provider').selectOption('smtp')
    await page.locator('[name="smtp.host"]').fill('mail.example.com')
    await page.locator('[name="smtp.port"]').fill('25')
    await page.locator('[name=from_name]').fill('Harbour')
    await save()
    await says(visitor, 'Saved')
    assert.notDeepEqual(await known(), was)
    await takeBack(visitor)
    assert.deepEqual(await known(), was)

    await page.getByLabel('Provider').selectOption('smtp')
    await page.locator('[name="smtp.host"]').fill('mail.example.com')
    await page.locator('[name="smtp.user"]').fill('harbour')
    await page.locator('[name="smtp.password"]').fill('a password of the mail')
    const sent = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await save()
    assert.equal((await sent).status(), 200)
    await says(visitor, 'Saved')
    assert.equal(await page.getByRole('status').getByRole('button', { name: 'Undo' }).count(), 0)
  })

  test('are roles that are given, unless somebody had them already', async (t) => {
    const { server } = console_.house
    const { id } = await server.admin<{ id: string }>('POST', '/admin/users', { email: 'noor@example.com' })
    const { id: role } = await server.admin<{ id: string }>('POST', '/roles', { name: 'Reader' })
    const roles = async (): Promise<unknown[]> =>
      (await server.admin<{ data: unknown[] }>('GET', `/users/${id}/roles`)).data
    const visitor = await console_.operator(t)
    const { page } = visitor
    const dialog = page.getByRole('dialog', { name: 'Give a role' })
    const give = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Give a role' }).click()
      await dialog.getByLabel('Role').selectOption({ label: 'Reader' })
      await dialog.getByRole('button', { name: 'Give a role' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await openScreen(visitor, `/admin/users/${id}?tab=access`)
    await give()
    await takeBack(visitor)
    assert.deepEqual(await roles(), [])
    await server.admin('POST', `/users/${id}/roles`, { role_id: role, expires_at: '2031-01-01T00:00:00Z' })
    await give()
    await says(visitor, 'The role is given')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  })

  test('are memberships of organizations with their role, unless somebody cannot sign in', async (t) => {
    const { server } = console_.house
    const { id } = await server.admin<{ id: string }>('POST', '/admin/organizations', { name: 'Pier', slug: 'pier' })
    const join = async (name: string): Promise<string> => {
      const user = await server.admin<{ id: string }>('POST', '/admin/users', { name, email: `${name}@example.com` })
      await server.admin('POST', `/admin/organizations/${id}/members`, { user_id: user.id })
      return user.id
    }
    const [ines, hugo] = [await join('Ines'), await join('Hugo')]
    await server.admin('PATCH', `/users/${hugo}`, { disabled: true })
    const members = async (): Promise<unknown[]> => {
      type Member = { readonly user_id: string; readonly role: string }
      const { data } = await server.admin<{ data: Member[] }>('GET', `/admin/organizations/${id}/members`)
      return data.map(({ user_id: user, role }) => `${user} ${role}`)
    }
    const visitor = await console_.operator(t)
    const { page } = visitor
    const dialog = page.getByRole('alertdialog')
    const remove = async (who: string): Promise<void> => {
      await page.getByRole('button', { name: who, exact: true }).click()
      await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
      await dialog.getByText('Nothing else ends with it.').waitFor()
    }
    const promised = dialog.getByText('Undo makes them a member again')
    await openScreen(visitor, `/admin/organizations/${id}?tab=members`)
    // The page has not heard of it.
    await server.admin('PATCH', `/admin/organizations/${id}/members/${ines}`, { role: 'admin' })
    await remove('Ines')
    assert.equal(await promised.count(), 1)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await says(visitor, 'Removed.')
    assert.deepEqual(await members(), [`${hugo} member`])
    await takeBack(visitor)
    assert.deepEqual(await members(), [`${ines} admin`, `${hugo} member`])
    await page.getByRole('row').filter({ hasText: 'Ines' }).waitFor()

    await remove('Hugo')
    assert.equal(await promised.count(), 0)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await says(visitor, 'Removed.')
    assert.deepEqual(await members(), [`${ines} admin`])
    assert.equal(await page.getByRole('status').getByRole('button', { name: 'Undo' }).count(), 0)
    visitor.assertCalm()
  })

  test('are the name of a role, whose description stays what somebody else makes of it meanwhile', async (t) => {
    const { server } = console_.house
    const { id } = await server.admin<{ id: string }>('POST', '/roles', { name: 'Keeper', description: 'Keeps' })
    const known = async (): Promise<unknown> => {
      const { name, description } = await server.admin<Record<string, unknown>>('GET', `/roles/${id}`)
      return { name, description }
    }
    const visitor = await console_.operator(t)
    const { page } = visitor
    const dialog = page.getByRole('dialog', { name: 'Rename' })
    await openScreen(visitor, `/admin/roles/${id}`)
    await page.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByLabel('Name').fill('Warden')
    await server.admin('PUT', `/roles/${id}`, { name: 'Keeper', description: 'Keeps all', permissions: [] })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await known(), { name: 'Warden', description: 'Keeps all' })
    await takeBack(visitor)
    assert.deepEqual(await known(), { name: 'Keeper', description: 'Keeps all' })
  })

  test('are the runtime settings, of which those stay that somebody else sets meanwhile', async (t) => {
    const { server } = console_.house
    const known = () => server.admin<Record<string, unknown>>('GET', '/admin/config')
    const was = await known()
    const visitor = await console_.operator(t)
    const { page } = visitor
    const timeout = page.locator('[name="webhooks.timeout_ms"]')
    await openScreen(visitor, '/admin/settings')
    await timeout.fill('4000')
    await page.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await timeout.inputValue(), String(was['webhooks.timeout_ms']))
    await timeout.fill('4000')
    const others = { ...was, 'webhooks.retention_days': 9 }
    await server.admin('PATCH', '/admin/config', { 'webhooks.retention_days': 9 })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
    assert.deepEqual(await known(), { ...others, 'webhooks.timeout_ms': 4000 })
    assert.equal(await page.locator('[name="webhooks.retention_days"]').inputValue(), '9')
    await takeBack(visitor)
    assert.deepEqual(await known(), others)
  })
})
