import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { post } from '#/support/agents.ts'
import { newDevice } from '#/browser/pages/index.ts'
import { callPlanner, delegate } from './delegation.ts'
import { Endpoint } from './endpoint.ts'
import { Keyboard } from './keyboard.ts'
import { Console, openScreen } from './operators.ts'
import type { Delegation } from './delegation.ts'
import type { Visitor } from '#/browser/visitor.ts'

const OWNER = { email: 'kai.owner@example.com', password: 'five small boats at anchor' }

describe('an owner who has no pointer', () => {
  let console_: Console
  let owner: Visitor
  let keys: Keyboard
  before(async () => {
    console_ = await Console.open()
    owner = await console_.house.newVisitor()
    keys = new Keyboard(owner)
  })
  after(() => console_.close())
  afterEach(() => owner.assertCalm())

  const says = (text: string | RegExp): Promise<void> => owner.page.getByText(text).first().waitFor()

  /** Keeps the secret that is shown once. */
  const keepSecret = async (): Promise<void> => {
    await owner.page.getByRole('dialog').waitFor()
    await keys.use(/^Show$/)
    await keys.tabTo(/^I saved it$/)
    await keys.type(' ')
    await keys.use(/^Done$/)
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  test('sets the server up, and goes by the first steps to an application', async () => {
    await owner.open(console_.house.setUpLink)
    await keys.type(OWNER.email)
    await keys.tabTo(/^Password/)
    await keys.type(OWNER.password)
    await owner.leave(() => owner.page.keyboard.press('Enter'))
    assert.equal(owner.url.pathname, '/setup/key')
    await openScreen(owner, '/admin')
    await keys.tabTo(/^Skip to the content$/)
    await keys.use(/^Register an app$/)
    await keys.isAt(/^Name$/)
    await keys.type('Acme web')
    await keys.fill(/^Redirect URIs$/, 'http://localhost:3000/callback')
    await keys.use(/^Register the application$/)
    await keepSecret()
    await keys.isOn('Acme web')
  })

  test('creates an agent', async () => {
    await openScreen(owner, '/admin')
    await keys.use(/^Agents$/)
    await keys.isOn('Agents')
    await keys.use(/^New agent$/)
    await keys.isAt(/^Name$/)
    await keys.type('Scheduler')
    await keys.fill(/^Scopes/, 'calendar:read calendar:write')
    await keys.use(/^Create$/)
    await keepSecret()
    await keys.isOn('Scheduler')
  })

  let delegation: Delegation

  test('revokes from the map', async () => {
    delegation = await delegate(console_.house.server)
    await openScreen(owner, '/admin/delegations?view=map')
    await keys.use(/^Noor Haddad, person/)
    await keys.press('ArrowRight')
    await keys.isAt(/^Speaker/)
    await keys.press('ArrowRight')
    await keys.isAt(/^Planner/)
    await keys.press('Enter')
    await keys.use(/^Revoke from here$/)
    await says('1 token ends, 1 of them delegated')
    await keys.press('Escape')
    await keys.isAt(/^Revoke from here$/)
    // It is not pressed again while the map is read anew.
    await owner.page.locator('main [aria-disabled=true]').waitFor({ state: 'detached' })
    await keys.press('Enter')
    await says('1 token ends, 1 of them delegated')
    await keys.use(/^Revoke from here$/)
    await says('1 token revoked')
    assert.equal(await callPlanner(console_.house.server, delegation), 401)
    await keys.press('Shift')
  })

  test('sends a delivery of a webhook again', async (t) => {
    const endpoint = await Endpoint.open(t)
    const { id } = await console_.house.server.admin<{ id: string }>('POST', '/webhooks', {
      url: endpoint.url,
      events: ['agent.*'],
    })
    await openScreen(owner, `/admin/webhooks/${id}`)
    await keys.use(/^Send a test$/)
    await says(/^The endpoint took it/)
    await keys.use(/^Deliveries$/)
    await keys.use(/^webhook\.test$/)
    await owner.page.getByRole('dialog').waitFor()
    await keys.use(/^Send again$/)
    await endpoint.received(2)
    await keys.press('Escape')
    await keys.isAt(/^webhook\.test$/)
  })

  test('builds a flow', async () => {
    await openScreen(owner, '/admin/flows/new')
    await keys.isAt(/^Name$/)
    await keys.type('Prove the address')
    await keys.tabTo(/^Takes sign-ins$/)
    await keys.type(' ')
    for (const step of ['Verify', 'Ask for a second']) {
      await keys.use(/^Add a step$/)
      await keys.isAt(/^Verify the e-mail address$/)
      await keys.type(step)
      await keys.press('Enter')
    }
    await keys.tabTo(/^2\. Ask for a second factor/)
    await keys.press('Alt+ArrowUp')
    await keys.isAt(/^1\. Ask for a second factor/)
    await keys.tabTo(/^Remove: 1\./)
    await keys.press('Enter')
    await keys.use(/^Create the flow$/)
    await keepSecret()
    await keys.isAt(/^Prove the address$/)
  })

  test('changes the look of the sign-in page', async () => {
    await openScreen(owner, '/admin/branding')
    await keys.fill(/^Accent$/, '#ffd84d')
    await says(/^[\d.,]+:1, too little$/)
    await keys.use(/^Accent: Take #/)
    await keys.use(/^Save$/)
    await says(/^Saved\./)
  })

  test('allows an application as a person', async (t) => {
    const { house } = console_
    const visitor = await house.visit(t)
    const person = { email: 'maya.lind@example.com', name: 'Maya Lind', password: OWNER.password }
    await house.server.admin('POST', '/admin/users', { ...person, email_verified: true })
    const own = new Keyboard(visitor)
    await visitor.open(house.application.start)
    await own.type(person.email)
    await own.tabTo(/^Password/)
    await own.type(person.password)
    await visitor.leave(() => visitor.page.keyboard.press('Enter'))
    await own.tabTo(/^Allow/)
    await visitor.leave(() => visitor.page.keyboard.press('Enter'))
    assert.ok(await house.application.actsFor(person.email))
  })

  test('connects a device', async () => {
    const device = await newDevice(console_.house)
    await owner.open('/oauth/device/verify')
    await keys.type(device.user_code)
    await owner.leave(() => owner.page.keyboard.press('Enter'))
    await keys.tabTo(/^Allow|^Connect/)
    await owner.leave(() => owner.page.keyboard.press('Enter'))
    const { client_id, device_code } = device
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id, device_code }
    assert.equal((await post(console_.house.server.url, '/oauth/token', form)).status, 200)
  })
})
