import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violationsOf } from '#/browser/inspection.ts'
import { newPerson } from '#/browser/person.ts'
import { Console, openScreen, settled } from './operators.ts'
import type { Visitor } from '#/browser/visitor.ts'

describe('what is done for people', { concurrency: 2 }, () => {
  let console_: Console
  before(async () => {
    console_ = await Console.open()
  })
  after(() => console_.close())

  const says = ({ page }: Visitor, text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()

  test('to invite them into an organization', async (t) => {
    const { server } = console_.house
    await server.admin('POST', '/admin/organizations', { name: 'Harbour', slug: 'harbour' })
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, '/admin/users')
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody by mail' })
    await dialog.getByLabel('Address').fill('grace.kim@example.com')
    assert.deepEqual(await violationsOf(page), [])
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    await says(visitor, /on its way/)
    assert.match(await console_.house.mailTo('grace.kim@example.com', ([newest]) => newest?.subject), /Harbour/)
  })

  test('to help them in, to see when they came, and what gives them each permission', async (t) => {
    const { server } = console_.house
    const person = newPerson()
    const id = await (await console_.house.visit(t)).signUp(person)
    await server.admin('POST', '/roles', { name: 'Editor', permissions: ['documents:*'] }).catch(async () => {
      await server.admin('POST', '/permissions', { permission: 'documents:*' })
      await server.admin('POST', '/roles', { name: 'Editor', permissions: ['documents:*'] })
    })
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/users/${id}`)
    await page.getByRole('figure', { name: 'Signed in once in a year' }).waitFor()
    await page.getByRole('link', { name: 'Security' }).click()
    await settled(visitor)
    assert.deepEqual(await violationsOf(page), [])
    await page.getByRole('button', { name: 'Send a link to reset the password' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Send' }).click()
    await says(visitor, /on its way/)
    await page.getByRole('link', { name: 'Access' }).click()
    await page.getByRole('button', { name: 'Give a role' }).click()
    const dialog = page.getByRole('dialog', { name: 'Give a role' })
    await dialog.getByLabel('Role').selectOption({ label: 'Editor' })
    await dialog.getByRole('button', { name: 'Give a role' }).click()
    await says(visitor, /The role is given/)
    await page.getByRole('row', { name: /documents:\*.*Editor/ }).waitFor()
    // What was taken away comes back with one click.
    await page.getByRole('button', { name: 'Take away: Editor' }).click()
    await says(visitor, /taken away/)
    // The message that the role was given has one as well.
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('row', { name: /documents:\*.*Editor/ }).waitFor()
    visitor.assertCalm()
  })

  test('to take a role back from them by mistake: undone, it still ends when it would have', async (t) => {
    const { server } = console_.house
    const id = await (await console_.house.visit(t)).signUp(newPerson())
    const { id: role } = await server.admin<{ id: string }>('POST', '/roles', { name: 'Guest editor' })
    const until = '2099-01-01T00:00:00.000Z'
    await server.admin('POST', `/users/${id}/roles`, { role_id: role, expires_at: until })
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/users/${id}?tab=access`)
    await page.getByRole('button', { name: 'Take away: Guest editor' }).click()
    await says(visitor, /taken away/)
    await page.getByRole('button', { name: 'Take away: Guest editor' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Take away: Guest editor' }).waitFor()
    const given = await server.admin<{ expires_at: string | null }>('GET', `/users/${id}/roles/${role}`)
    assert.equal(given.expires_at, until)
  })

  test('to stop all who act for them, after saying how much ends', async (t) => {
    const { server } = console_.house
    const id = await (await console_.house.visit(t)).signUp(newPerson())
    for (const name of ['Planner', 'Mailer']) {
      const { client_id: client } = await server.admin<{ client_id: string }>('POST', '/agents', {
        client_name: name,
        scope: 'read',
      })
      await server.admin('POST', '/admin/consents', { user_id: id, client_id: client, scope: 'read' })
    }
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/users/${id}?tab=agents`)
    await page.getByRole('button', { name: 'Revoke all (2)' }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialog.getByText('2 consents').waitFor()
    await dialog.getByRole('button', { name: 'Revoke all (2)' }).click()
    await says(visitor, /Nobody acts for this person any more/)
    await page.getByText('Nobody acts for this person', { exact: true }).waitFor()
  })

  test('to write down what changed about them, which one click takes back', async (t) => {
    const { server } = console_.house
    const person = newPerson()
    const id = await (await console_.house.visit(t)).signUp(person)
    await server.admin('PATCH', `/users/${id}`, { email_verified: true, metadata: { team: 'harbour' } })
    const read = async () => {
      const { updated_at: _, ...user } = await server.admin<Readonly<Record<string, unknown>>>('GET', `/users/${id}`)
      return user
    }
    const before = await read()
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/users/${id}?tab=settings`)
    const form = page.locator('main form')
    const metadata = form.getByLabel('Metadata')
    await form.locator('[name=name]').fill('Grace Kim')
    await form.getByLabel('Tier').fill('gold')
    await metadata.fill('{ "team": "harbour", "seat": 3')
    await form.getByRole('button', { name: 'Save' }).click()
    // What is no JSON stands at its field, and nothing was sent.
    await form.getByText(/This is not JSON, so nothing was sent/).waitFor()
    await form.locator('[name=metadata]:focus').waitFor()
    assert.deepEqual(await violationsOf(page), [])
    await metadata.fill('{ "team": "harbour", "seat": 3 }')
    await form.getByLabel('Address', { exact: true }).fill('grace.kim@example.net')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().endsWith(id))
    await form.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await dialog.getByText(/not proven until they prove it/).waitFor()
    await dialog.getByRole('button', { name: 'Change it' }).click()
    const changed = { email: 'grace.kim@example.net', email_verified: false, name: 'Grace Kim' }
    assert.deepEqual((await sent).postDataJSON(), { ...changed, metadata: { seat: 3 } }, 'only what changed is sent')
    await says(visitor, /Saved/)
    await page.getByRole('heading', { name: 'Grace Kim' }).waitFor()
    assert.deepEqual(await read(), { ...before, ...changed, tier: 'gold', metadata: { team: 'harbour', seat: 3 } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(visitor, /Taken back/)
    await page.getByRole('heading', { name: person.name }).waitFor()
    await form.getByRole('checkbox', { name: 'The address is proven', checked: true }).waitFor()
    assert.deepEqual(await read(), before)
    visitor.assertCalm()
  })

  test('to disable them, which one click takes back', async (t) => {
    const id = await (await console_.house.visit(t)).signUp(newPerson())
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/users/${id}`)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Disable' }).click()
    // And the message copies the call behind it.
    await page.getByRole('status').getByRole('button', { name: 'Copy as curl' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(visitor, /Taken back/)
    await settled(visitor)
    assert.equal((await console_.house.server.admin<{ disabled: boolean }>('GET', `/users/${id}`)).disabled, false)
  })
})
