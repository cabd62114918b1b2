import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, describe, test } from 'node:test'
import { compactVerify, decodeJwt, importJWK } from 'jose'
import type { JWK } from 'jose'
import { post } from '#/support/agents.ts'
import { violationsOf } from '#/browser/inspection.ts'
import { newDevice } from '#/browser/pages/index.ts'
import { callPlanner, delegate } from './delegation.ts'
import { Endpoint } from './endpoint.ts'
import { Console, openScreen, settled } from './operators.ts'
import type { Delegation } from './delegation.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Locator } from 'playwright-core'

const OWNER = { email: 'olive.owner@example.com', password: 'five small boats at anchor' }

describe('an owner at the dashboard, from set-up to revoke', () => {
  let console_: Console
  let owner: Visitor
  before(async () => {
    console_ = await Console.open()
    owner = await console_.house.newVisitor()
  })
  after(() => console_.close())
  afterEach(() => owner.assertCalm())

  const screen = (): Locator => owner.page.locator('main')
  const button = (name: string | RegExp): Locator => screen().getByRole('button', { name })
  const field = (name: string): Locator => owner.page.getByLabel(name, { exact: true })
  const dialog = (): Locator => owner.page.locator('[role=dialog], [role=alertdialog]')
  const says = (text: string | RegExp): Promise<void> => screen().getByText(text).first().waitFor()
  const toast = (text: string | RegExp): Promise<void> =>
    owner.page.getByRole('status').getByText(text).first().waitFor()

  /** Goes to a screen by the navigation at the left. */
  const goTo = async (name: string): Promise<void> => {
    await owner.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await settled(owner)
  }

  /** Takes the secret out of the dialog that shows it once; returns what was shown of it, by the label. */
  const takeSecret = async (label: string): Promise<string> => {
    const done = dialog().getByRole('button', { name: 'Done' })
    assert.ok(await done.isDisabled(), 'nobody leaves without the secret')
    const shown = dialog()
      .locator('div', { has: owner.page.getByRole('heading', { name: label, exact: true }) })
      .last()
    assert.match(await shown.locator('code').innerText(), /^•+$/, 'hidden until it is asked for')
    await dialog().getByRole('button', { name: 'Show', exact: true }).click()
    const secret = await shown.locator('code').innerText()
    await dialog().getByLabel('I saved it').check()
    await done.click()
    await dialog().waitFor({ state: 'detached' })
    return secret
  }

  test('a new server is set up by its link, and the first steps tick themselves', async () => {
    await owner.open(console_.house.setUpLink)
    await owner.submit(OWNER)
    await openScreen(owner, '/admin')
    const step = (title: string): Locator => screen().locator('li[data-done=true]', { hasText: title })
    await step('Sign in works').waitFor()
    assert.equal(await step('Add a webhook').count(), 0)
    await console_.house.server.admin('POST', '/webhooks', { url: 'https://hooks.example.com', enabled: false })
    await step('Add a webhook').waitFor()
    assert.equal(await step('Register an app').count(), 0)
  })

  test('an application is registered, and its code has its id and no secret', async () => {
    await goTo('Applications')
    await screen().getByRole('link', { name: 'New application' }).first().click()
    await field('Name').fill('Acme web')
    await field('Redirect URIs').fill('http://localhost:3000/callback')
    await button('Register the application').click()
    const secret = await takeSecret('Client secret')
    assert.match(secret, /^\S{20,}$/)
    await owner.page.waitForURL(/\/apps\/app_\w+$/)
    await screen().getByRole('link', { name: 'Code', exact: true }).click()
    await says('http://localhost:3000/callback')
    const code = await screen().innerText()
    const { client_id: clientId } = await appNamed('Acme web')
    assert.ok(code.includes(clientId), 'the snippet is for this application')
    assert.ok(!code.includes(secret), 'a secret is shown once')
  })

  const appNamed = async (name: string): Promise<{ client_id: string }> => {
    const { data } = await console_.house.server.admin<{ data: { name: string; client_id: string }[] }>(
      'GET',
      '/admin/apps',
    )
    return data.find((app) => app.name === name) ?? assert.fail(`no application ${name}`)
  }

  test('an agent is created with a secret that works and is shown once, and may act for a person by a sentence', async () => {
    await goTo('Users')
    await screen().getByRole('link', { name: 'New user' }).first().click()
    await field('Address').fill('maya.lind@example.com')
    await screen().locator('[name=name]').fill('Maya Lind')
    await field('The address is proven').check()
    await button('Create the user').click()
    await owner.page.waitForURL(/\/users\/usr_\w+$/)
    await screen().getByRole('heading', { name: 'Maya Lind' }).waitFor()
    const maya = owner.url.pathname.split('/').at(-1) ?? ''

    await goTo('Agents')
    await screen().getByRole('link', { name: 'New agent' }).first().click()
    await field('Name').fill('Scheduler')
    await screen().locator('[name=scope]').fill('calendar:read calendar:write ')
    await button('Create').click()
    const secret = await takeSecret('Client secret')
    await owner.page.waitForURL(/\/agents\/agt_\w+$/)
    const id = owner.url.pathname.split('/').at(-1) ?? ''
    const { server } = console_.house
    const { client_id: clientId } = await server.admin<{ client_id: string }>('GET', `/agents/${id}`)
    const form = { grant_type: 'client_credentials', scope: 'calendar:read' }
    const issued = await post(server.url, '/oauth/token', form, { client_id: clientId, client_secret: secret })
    assert.equal(issued.status, 200, 'the secret that was shown works')

    await screen().getByRole('link', { name: 'Policies' }).click()
    await button('Let it act for somebody').click()
    await dialog().locator('[name=subject]').fill(maya)
    await dialog().locator('[name=scope]').fill('calendar:read')
    await dialog().getByRole('button', { name: 'Allow' }).click()
    await says(`Scheduler may act for ${maya} for calendar:read, 1 hop at most, and may not hand on.`)
  })

  /** The picture of the screen, as it is saved. */
  const savedPicture = async (kind: 'PNG' | 'SVG'): Promise<Buffer> => {
    await button(/^Save the picture/).click()
    const [file] = await Promise.all([
      owner.page.waitForEvent('download'),
      owner.page.getByRole('menuitem', { name: kind }).click(),
    ])
    return readFileSync(await file.path())
  }

  let delegation: Delegation

  test('a delegation appears live on the map and in the list, and what is revoked from there is counted first and ends', async () => {
    await goTo('Delegation map')
    await says('Nobody acts for anybody')
    delegation = await delegate(console_.house.server)
    const planner = owner.page.locator('.react-flow__node', { hasText: 'Planner' })
    await planner.waitFor()
    await owner.page.locator('.react-flow__node', { hasText: 'Noor Haddad' }).waitFor()
    const drawn = await savedPicture('SVG')
    assert.match(drawn.toString(), /Noor Haddad[^]*Planner|Planner[^]*Noor Haddad/)
    assert.doesNotMatch(
      drawn.toString(),
      /var\(|color-mix|light-dark|(href=|url\()['"]?(?!#|'?data:)|class=/,
      'it stands by itself',
    )
    const png = await savedPicture('PNG')
    assert.equal(png.subarray(1, 4).toString(), 'PNG')
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    assert.ok(width > 1000 && height > 800, `${width} by ${height}: twice as sharp as the screen`)
    await screen().getByRole('link', { name: 'List', exact: true }).click()
    await button(/Planner/)
      .first()
      .click()
    assert.equal(await callPlanner(console_.house.server, delegation), 200)
    await button('Revoke from here').click()
    await dialog().getByText('1 token ends, 1 of them delegated').waitFor()
    assert.equal(await callPlanner(console_.house.server, delegation), 200, 'to look at what would end ends nothing')
    await dialog().getByRole('button', { name: 'Revoke from here' }).click()
    await toast('1 token revoked')
    assert.equal(await callPlanner(console_.house.server, delegation), 401)
  })

  test('a token that is pasted into the palette leads to why it is dead', async () => {
    await openScreen(owner, '/admin/users')
    await owner.page.keyboard.press('Control+k')
    await owner.page.getByRole('combobox').fill(delegation.planner)
    await owner.page.getByRole('option').first().waitFor()
    await owner.page.keyboard.press('Enter')
    await says('Why it is dead')
    assert.equal(owner.url.pathname, `/admin/tokens/${decodeJwt(delegation.planner).jti}`)
    assert.match(await screen().innerText(), /It was revoked[^]*Root[^]*Hop 1/)
    assert.ok(!owner.url.href.includes(delegation.planner), 'the token is not in the address')
  })

  test('a webhook is made, tested, and a delivery is sent again with the same bytes', async (t) => {
    const endpoint = await Endpoint.open(t)
    await goTo('Webhooks')
    await screen().getByRole('link', { name: 'New webhook' }).first().click()
    await field('Address of the endpoint').fill(endpoint.url)
    await screen().locator('[name=events]').fill('agent.* ')
    await says(/^Matches \d+ events/)
    await button('Create the webhook').click()
    const secret = await takeSecret('Signing secret')
    await owner.page.waitForURL(/\/webhooks\/\w+_\w+$/)
    await button('Send a test').click()
    await toast(/^The endpoint took it in \d+ ms\.$/)
    const [first = assert.fail()] = await endpoint.received(1)
    assert.ok(first.isSignedBy(secret), 'signed by the secret that was shown')
    await screen().getByRole('link', { name: 'Deliveries' }).click()
    await screen().getByRole('table').getByRole('button').first().click()
    await dialog().getByRole('button', { name: 'Send again' }).click()
    const [, again] = await endpoint.received(2)
    assert.equal(again?.body, first.body)
    await dialog().getByRole('button', { name: 'Close' }).click()
    await dialog().waitFor({ state: 'detached' })
  })

  test('a flow is built of steps, and its dry run says of each what it would do', async () => {
    await goTo('Auth flows')
    await screen().getByRole('link', { name: 'New flow' }).first().click()
    await field('Name').fill('Second factor for everybody')
    // It takes nobody's sign-in in these tests.
    await field('Takes sign-ins').uncheck()
    await addStep('Verify the e-mail address')
    await addStep('Ask for a second factor')
    await button('Move up: 2. Ask for a second factor').click()
    // Into a branch by pointer, and out of it by the keyboard.
    await addStep('Branch by a condition')
    await button('Move to: 2. Verify the e-mail address').click()
    await owner.page.getByRole('menuitem', { name: 'If it holds: 3. Branch by a condition' }).click()
    await screen().locator('li li').getByRole('group', { name: '1. Verify the e-mail address' }).waitFor()
    await button('Move to: 1. Verify the e-mail address').focus()
    await owner.page.keyboard.press('Enter')
    await owner.page.getByRole('menuitem', { name: 'The end of the flow' }).waitFor()
    await owner.page.keyboard.press('Enter')
    await screen()
      .getByRole('button', { name: /^3\. Verify the e-mail address/ })
      .and(owner.page.locator(':focus'))
      .waitFor()
    await button('Remove: 2. Branch by a condition').click()
    await button('Create the flow').click()
    await takeSecret('Signing secret')
    await owner.page.waitForURL(/\/flows\/flow_\w+$/)
    await screen().getByRole('link', { name: 'Dry run' }).click()
    await screen().locator('[name=user_id]').fill(delegation.user)
    await field('Second factor').check()
    await button('Try it out').click()
    await says('It would not take this sign-in')
    const outline = await screen().locator('section', { hasText: 'It would not take this sign-in' }).innerText()
    assert.ok(outline.indexOf('Ask for a second factor') < outline.indexOf('Verify the e-mail address'), outline)
  })

  const addStep = async (name: string): Promise<void> => {
    await button('Add a step').last().click()
    await owner.page.getByRole('menuitem', { name }).click()
    await screen()
      .getByRole('group', { name: new RegExp(`\\d+\\. ${name}`) })
      .waitFor()
  }

  test('a look of the sign-in page is drafted, and published once its colours can be read', async () => {
    await goTo('Sign-in page')
    const accent = field('Accent')
    await accent.fill('#ffd84d')
    await says(/^[\d.,]+:1, too little$/)
    await button('Save').first().click()
    await says(/could not be read, so this cannot be published/)
    assert.ok(await button('Publish').isDisabled())
    await button(/^Accent: Take #/).click()
    await field('Name').fill('Harbour')
    await button('Save').first().click()
    await says('2 changes are not published.')
    await button('Publish').click()
    await dialog().getByRole('button', { name: 'Publish' }).click()
    await toast(/^Published as version/)
    const visitor = await console_.house.newVisitor()
    await visitor.open('/login')
    assert.match(await visitor.page.locator('body').innerText(), /Harbour/)
    await visitor.context.close()
    visitor.assertCalm()
  })

  test('a signing key is rotated after a fresh proof, and both keys are published', async () => {
    await goTo('Signing keys')
    const before = await publishedKeys()
    console_.ageSessions()
    await button('Rotate').click()
    await dialog().getByRole('button', { name: 'Rotate' }).click()
    const proof = owner.page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.getByLabel('Password').fill(OWNER.password)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await toast('The next key signs now.')
    owner.forgive(/403/)
    const after_ = await publishedKeys()
    assert.equal(after_.length, before.length + 1)
    assert.ok(
      before.every((kid) => after_.includes(kid)),
      'what the old one signed goes on to verify',
    )
  })

  const publishedKeys = async (): Promise<string[]> => {
    const response = await fetch(`${console_.house.server.url}/.well-known/jwks.json`)
    const { keys } = (await response.json()) as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid)
  }

  test('an API key is made for one thing, and works for that and for nothing else', async () => {
    await goTo('API keys')
    await screen().getByRole('link', { name: 'New key' }).first().click()
    await field('Name').fill('nightly report')
    await screen().locator('[name="scopes:users"]').selectOption('read')
    await button('Create the key').click()
    const key = await takeSecret('Secret')
    await owner.page.waitForURL(/\/api-keys\/key_\w+$/)
    const headers = { authorization: `Bearer ${key}` }
    const status = async (path: string): Promise<number> =>
      (await fetch(`${console_.house.server.url}/api/v1${path}`, { headers })).status
    assert.deepEqual([await status('/users'), await status('/agents')], [200, 403])
  })

  test('people come from a table, after it was said of each what would become of them, with the passwords they had', async () => {
    await goTo('Users')
    await screen().getByRole('link', { name: 'Import', exact: true }).click()
    // crypt_blowfish, of "U*U".
    const hash = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
    const rows = [
      'E-mail,Full name,Hash,Plan',
      `ines@example.com,<b>Inés</b>,${hash},team`,
      'nobody,,,',
      `${OWNER.email},,,`,
    ]
    const buffer = Buffer.from(rows.join('\n'))
    await screen().locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await field('Column “Plan”').selectOption('metadata')
    await button('Check').click()
    await says('will be refused: 1')
    assert.deepEqual(await violationsOf(owner.page), [])
    await button('Import 1 person').click()
    await says('created: 1')
    await screen()
      .getByRole('row', { name: /3 nobody refused email:/ })
      .waitFor()
    await screen()
      .getByRole('row', { name: /4 .* is here already They stay as they are/ })
      .waitFor()
    const body = JSON.stringify({ email: 'ines@example.com', password: 'U*U' })
    const { url } = console_.house.server
    const headers = { 'content-type': 'application/json', origin: url }
    assert.equal((await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body })).status, 200)
  })

  test('a device that waits appears and is allowed for the person whose code it is', async () => {
    await goTo('Devices')
    const device = await newDevice(console_.house)
    const poll = () => {
      const { client_id, device_code } = device
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
      return post(console_.house.server.url, '/oauth/token', { grant_type, client_id, device_code })
    }
    await button(`Approve: ${device.user_code}`).click()
    await dialog().locator('[name=user_id]').fill(delegation.user)
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await toast('Approved.')
    await dialog().waitFor({ state: 'detached' })
    assert.equal((await poll()).status, 200)
  })

  test('what was done is found in the audit log by filters, with all of its request, and exported', async () => {
    await goTo('Audit log')
    await field('Filter the log').fill('action:signing_key.*')
    await button('Filter').first().click()
    const row = screen()
      .getByRole('link', { name: /^signing_key\.rotated/ })
      .first()
    await row.waitFor()
    await says(/^\d+ rows/)
    // Nothing else fits; what was listed before stays until the narrower list is here.
    await screen().getByText('agent.created').first().waitFor({ state: 'detached' })
    await button('Export').click()
    const [file] = await Promise.all([
      owner.page.waitForEvent('download'),
      owner.page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    assert.match(readFileSync(await file.path(), 'utf8'), /^[^\n]+\n[^\n]*signing_key\.rotated/)
    await row.click()
    await screen().getByRole('heading', { level: 1, name: 'signing_key.rotated' }).waitFor()
    await screen().getByRole('link', { name: 'Same request' }).click()
    await screen().locator('li[aria-current=true]', { hasText: 'signing_key.rotated' }).waitFor()
  })

  test('an entry leads to the checkpoint that covers it, which is checked, and taken along with its key', async () => {
    await screen().getByRole('link', { name: 'Chain', exact: true }).click()
    await screen().getByRole('link', { name: 'Its checkpoint' }).click()
    await dialog()
      .getByRole('heading', { name: /^Checkpoint \d+$/ })
      .waitFor()
    await dialog().getByText('Genuine', { exact: true }).waitFor()
    await dialog().getByRole('button', { name: 'Check its entries' }).click()
    await dialog().getByText('They are what was sealed').waitFor()
    assert.deepEqual(await violationsOf(owner.page), [])
    const [file] = await Promise.all([
      owner.page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Download' }).click(),
    ])
    const kept = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
      sequence: number
      hash: string
      statement: string
      public_key: JWK
    }
    assert.equal(file.suggestedFilename(), `checkpoint-${kept.sequence}.json`)
    const { payload } = await compactVerify(kept.statement, await importJWK(kept.public_key, 'ES256'))
    assert.equal((JSON.parse(new TextDecoder().decode(payload)) as { hash: string }).hash, kept.hash)
    await owner.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await screen().getByRole('heading', { level: 1, name: 'Checkpoints' }).waitFor()
    await screen()
      .getByRole('row', { name: /^Checkpoint [\d,]+ Genuine/ })
      .first()
      .waitFor()
    await button('Verify the chain').click()
    await says(/^The chain verifies\. /)
    assert.deepEqual(await violationsOf(owner.page), [])
  })

  test('what a flow was is compared with what it is, tried out, restored, and the restore taken back', async () => {
    const { server } = console_.house
    const { id } = await server.admin<{ id: string }>('POST', '/admin/flows', {
      name: 'Factors',
      trigger: 'login',
      enabled: false,
      steps: [{ type: 'require_email_verification' }, { type: 'delay', config: { seconds: 1 } }],
    })
    const delay = { type: 'delay', config: { seconds: 4 } }
    await server.admin('PATCH', `/admin/flows/${id}`, { name: 'Slower', steps: [delay] })
    const versionNow = async (): Promise<unknown[]> => {
      const flow = await server.admin<{ version: number; name: string; steps: { type: string }[] }>(
        'GET',
        `/admin/flows/${id}`,
      )
      return [flow.version, flow.name, ...flow.steps.map(({ type }) => type)]
    }
    const first = ['Factors', 'require_email_verification', 'delay']

    await openScreen(owner, `/admin/flows/${id}?tab=versions`)
    await button('Version 1').click()
    await dialog().getByText('What restoring it would change of version 2').waitFor()
    await dialog()
      .getByRole('listitem')
      .filter({ hasText: 'Comes back' })
      .getByText('Verify the e-mail address')
      .waitFor()
    await dialog().getByRole('definition').filter({ hasText: 'now Slower' }).getByText('Factors').waitFor()
    await dialog().getByRole('definition').filter({ hasText: 'now 4' }).waitFor()
    assert.deepEqual(await violationsOf(owner.page), [])
    await dialog().getByRole('link', { name: 'Dry run' }).click()
    await dialog().waitFor({ state: 'detached' })
    await screen().locator('[name=user_id]').fill(delegation.user)
    await button('Try it out').click()
    await screen()
      .locator('section', { hasText: 'It would not take this sign-in' })
      .getByText('Verify the e-mail address')
      .first()
      .waitFor()

    await screen().getByRole('link', { name: 'Versions' }).click()
    await button('Version 1').click()
    await server.admin('PATCH', `/admin/flows/${id}`, { priority: 9 })
    await dialog().getByRole('button', { name: 'Restore version 1' }).click()
    await toast('Somebody saved another version')
    owner.forgive(/409/)
    await dialog().getByText('What restoring it would change of version 3').waitFor()
    assert.deepEqual(await versionNow(), [3, 'Slower', 'delay'], 'nothing is restored over what came meanwhile')
    await dialog().getByRole('button', { name: 'Restore version 1' }).click()
    await toast('Version 1 is restored, as version 4.')
    await dialog().waitFor({ state: 'detached' })
    assert.deepEqual(await versionNow(), [4, ...first])
    await owner.page.getByRole('button', { name: 'Undo' }).click()
    await toast('Taken back.')
    assert.deepEqual(await versionNow(), [5, 'Slower', 'delay'])
  })

  test('a version whose role is gone says so at its step, and nothing changes', async () => {
    const { server } = console_.house
    const { id: role } = await server.admin<{ id: string }>('POST', '/roles', { name: 'Ferryman' })
    const { id } = await server.admin<{ id: string }>('POST', '/admin/flows', {
      name: 'Ferry',
      trigger: 'signup',
      enabled: false,
      steps: [{ type: 'assign_role', config: { role_id: role } }],
    })
    await server.admin('PATCH', `/admin/flows/${id}`, { steps: [{ type: 'require_email_verification' }] })
    await server.admin('DELETE', `/roles/${role}`)
    await openScreen(owner, `/admin/flows/${id}?tab=versions&peek=1`)
    await dialog().getByRole('button', { name: 'Restore version 1' }).click()
    const refusal = dialog().getByRole('alert')
    await refusal.getByText('Version 1 can’t be restored: something that it needs is gone.').waitFor()
    await refusal.getByText('/steps/0/config/role_id').waitFor()
    owner.forgive(/400/)
    assert.deepEqual(await violationsOf(owner.page), [])
    assert.equal((await server.admin<{ version: number }>('GET', `/admin/flows/${id}`)).version, 2)
    await dialog().getByRole('button', { name: 'Close' }).click()
    await dialog().waitFor({ state: 'detached' })
  })
})
