import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fill } from './cast.ts'
import { Console, openScreen } from './operators.ts'
import type { Cast } from './cast.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Server } from '#/support/server.ts'

/** A form in which something is changed that others change at the same time. */
interface SettingsForm {
  readonly name: string
  readonly path: (cast: Cast) => string
  /** What is written, in which field. */
  readonly field: string
  readonly text: string
  /** What is sent: the member that was written, unless all of it has to be. */
  readonly body?: unknown
  /** What somebody else changes meanwhile. */
  readonly others: (server: Server, cast: Cast) => Promise<unknown>
  /** Where that shows, and as what. */
  readonly shows: readonly [field: string, text: string]
  /** The screen hears of it at once; others hear of it when they are saved. */
  readonly isLive?: true
}

const forms: readonly SettingsForm[] = [
  {
    name: 'a user',
    path: ({ user }) => `/admin/users/${user}?tab=settings`,
    ...{ field: 'name', text: 'Grace Kim' },
    others: (server, { user }) => server.admin('PATCH', `/users/${user}`, { metadata: { team: 'harbour' } }),
    shows: ['metadata', '"team": "harbour"'],
  },
  {
    name: 'an agent',
    path: ({ agent }) => `/admin/agents/${agent}?tab=settings`,
    ...{ field: 'client_name', text: 'Scheduler' },
    others: (server, { agent }) => server.admin('PATCH', `/agents/${agent}`, { description: 'Plans the day' }),
    shows: ['description', 'Plans the day'],
    isLive: true,
  },
  {
    name: 'an application',
    path: ({ app }) => `/admin/apps/${app}?tab=settings`,
    ...{ field: 'name', text: 'Harbour' },
    others: (server, { app }) => server.admin('PATCH', `/admin/apps/${app}`, { scope: 'openid email' }),
    shows: ['scope', 'openid email'],
  },
  {
    name: 'an organization',
    path: (it) => `/admin/organizations/${it.organization}?tab=settings`,
    ...{ field: 'name', text: 'Harbour' },
    others: (server, it) => server.admin('PATCH', `/admin/organizations/${it.organization}`, { slug: 'harbour' }),
    shows: ['slug', 'harbour'],
  },
  {
    name: 'a webhook',
    path: ({ webhook }) => `/admin/webhooks/${webhook}?tab=settings`,
    ...{ field: 'description', text: 'Of the harbour' },
    others: (server, { webhook }) =>
      server.admin('PATCH', `/webhooks/${webhook}`, { url: 'https://hooks.example.com/b' }),
    shows: ['url', 'https://hooks.example.com/b'],
    isLive: true,
  },
  {
    name: 'a provider of the vault',
    path: ({ provider }) => `/admin/vault/${provider}?tab=settings`,
    ...{ field: 'display_name', text: 'Our GitHub' },
    others: (server, { provider }) =>
      server.admin('PATCH', `/vault/providers/${provider}`, { icon_url: 'https://example.com/icon.png' }),
    shows: ['icon_url', 'https://example.com/icon.png'],
  },
  {
    name: 'a connection',
    path: ({ sso }) => `/admin/sso/${sso}?tab=settings`,
    ...{ field: 'name', text: 'Harbour' },
    // A PUT says all of it.
    body: /"client_id":"d"/,
    others: async (server, { sso }) => {
      const { name } = await server.admin<{ name: string }>('GET', `/sso/connections/${sso}`)
      const oidc = { issuer: 'https://idp-0.example.com', client_id: 'd' }
      return server.admin('PUT', `/sso/connections/${sso}`, { type: 'oidc', name, oidc })
    },
    shows: ['oidc.client_id', 'd'],
    isLive: true,
  },
  {
    name: 'a template of mail',
    path: () => '/admin/email/templates/verify',
    ...{ field: 'subject', text: 'Welcome to the harbour' },
    others: (server) => server.admin('PATCH', '/admin/email-templates/verify', { html: '<p>{{link}}</p>' }),
    shows: ['html', '<p>{{link}}</p>'],
  },
  {
    name: 'the delivery of mail',
    path: () => '/admin/email?tab=delivery',
    ...{ field: 'from_name', text: 'Harbour' },
    others: (server) => server.admin('PATCH', '/admin/email-config', { daily_limit: 77 }),
    shows: ['daily_limit', '77'],
    isLive: true,
  },
  {
    name: 'a flow',
    path: ({ flow }) => `/admin/flows/${flow}?tab=edit`,
    ...{ field: 'name', text: 'Harbour' },
    others: (server, { flow }) => server.admin('PATCH', `/admin/flows/${flow}`, { priority: 7 }),
    shows: ['priority', '7'],
  },
  {
    name: 'an API key',
    path: ({ apiKey }) => `/admin/api-keys/${apiKey}`,
    ...{ field: 'name', text: 'Harbour' },
    others: (server, { apiKey }) => server.admin('PATCH', `/api-keys/${apiKey}`, { scopes: ['roles:read'] }),
    shows: ['scopes:roles', 'read'],
  },
  {
    name: 'the look of the pages',
    path: () => '/admin/branding',
    ...{ field: 'name', text: 'Harbour' },
    others: (server) => server.admin('PATCH', '/admin/branding/draft', { support_url: 'mailto:pier@example.com' }),
    shows: ['support_url', 'mailto:pier@example.com'],
  },
  {
    name: 'the design tokens',
    path: () => '/admin/branding?tab=tokens',
    ...{ field: 'design_tokens.radius_px', text: '4', body: { design_tokens: { radius_px: 4 } } },
    others: (server) => server.admin('PATCH', '/admin/branding/draft', { design_tokens: { logo_height_px: 40 } }),
    shows: ['design_tokens.logo_height_px', '40'],
  },
]

const fieldOf = ({ page }: Visitor, name: string) => page.locator(`main form [name="${name}"]`)

/** Waits until a field has a value, or one with this in it. */
const has = ({ page }: Visitor, [name, text]: readonly [string, string]): Promise<unknown> =>
  page.waitForFunction(
    ([field, value]) => {
      const found = document.querySelector<HTMLInputElement>(`main form [name="${field}"]`)
      return found?.value.includes(value ?? '')
    },
    [name, text],
  )

describe('the forms of the dashboard', { concurrency: 2 }, () => {
  let console_: Console
  let cast: Cast
  before(async () => {
    console_ = await Console.open()
    cast = await fill(console_.house.server)
  })
  after(() => console_.close())

  for (const { name, path, field, text, body = { [field]: text }, others, shows, isLive } of forms) {
    test(`that of ${name} keeps the focus when it is saved, sends what was written, and takes in what others did`, async (t) => {
      const visitor = await console_.operator(t)
      const { page } = visitor
      await openScreen(visitor, path(cast))
      const written = fieldOf(visitor, field)
      const first = await written.inputValue()
      await written.fill(text)
      await others(console_.house.server, cast)
      if (isLive) await has(visitor, shows)
      assert.equal(await written.inputValue(), text, 'what was typed stays')
      const save = page.locator('main form', { has: page.locator(`[name="${field}"]`) }).locator('[type=submit]')
      await save.focus()
      const sent = page.waitForRequest((request) => ['PATCH', 'PUT'].includes(request.method()))
      await page.keyboard.press('Enter')
      const data = (await sent).postData() ?? ''
      if (body instanceof RegExp) assert.match(data, body)
      else assert.deepEqual(JSON.parse(data), body, 'only what changed is sent')
      await page
        .getByRole('status')
        .getByText(/Saved|saved|Version/)
        .first()
        .waitFor()
      await has(visitor, shows)
      // It is the same button, and still has the focus.
      await save.and(page.locator(':focus')).waitFor()
      assert.equal(await written.inputValue(), text)
      const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
      if ((await undo.count()) === 0) return
      // Nothing is written any more, so the word of the server counts.
      await undo.click()
      await has(visitor, [field, first])
      await has(visitor, shows)
    })
  }

  test('that of one thing shows nothing that was written about another', async (t) => {
    const { server } = console_.house
    const key = { name: 'Of the pier', scopes: ['users:read'] }
    const { id } = await server.admin<{ id: string }>('POST', '/api-keys', key)
    const visitor = await console_.operator(t)
    const { page } = visitor
    await openScreen(visitor, `/admin/api-keys/${id}`)
    await has(visitor, ['name', key.name])
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(cast.apiKey)
    await page.getByRole('option').filter({ hasText: cast.apiKey }).click()
    await page.waitForURL(`**/admin/api-keys/${cast.apiKey}`)
    await page.waitForFunction(
      (name) => document.querySelector<HTMLInputElement>('main form [name="name"]')?.value !== name,
      key.name,
    )
    await fieldOf(visitor, 'name').fill('Written, and not sent')
    // The first one is known already, so nothing stands between the two.
    await page.goBack()
    await has(visitor, ['name', key.name])
  })

  test('that of a flow says in Spanish what its steps and conditions are, and what a step takes', async (t) => {
    const { server } = console_.house
    const { id } = await server.admin<{ id: string }>('POST', '/admin/flows', {
      ...{ name: 'Despacio', trigger: 'login', enabled: false },
      steps: [{ type: 'require_password_strength' }],
    })
    const visitor = await console_.operator(t, 'owner', { locale: 'es-ES' })
    const { page } = visitor
    await openScreen(visitor, `/admin/flows/${id}?tab=edit`)
    const shortest = page.getByRole('spinbutton', { name: 'Contraseña más corta' })
    assert.equal(await shortest.getAttribute('name'), 'step_0.min_length')
    await page.getByText('En caracteres; además rige el ajuste `password.min_length`.').waitFor()
    await page.getByText('Espera una contraseña mejor').waitFor()
    await page.getByText('Qué condiciones hay').click()
    await page.getByRole('listitem').filter({ hasText: 'ip_in Direcciones y redes' }).waitFor()
    const known = await server.admin<{ steps: { description: string }[] }>('GET', '/admin/flows/steps')
    const said = await visitor.text()
    assert.deepEqual(
      known.steps.filter(({ description }) => said.includes(description)),
      [],
    )
    visitor.assertCalm()
  })

  test('that of a connection changes it as it is, also where the page did not hear what others did', async (t) => {
    const { server } = console_.house
    const given = { type: 'oidc', name: 'Of the pier' }
    const oidc = { issuer: 'https://idp.example.com', client_id: 'c' }
    const { id } = await server.admin<{ id: string }>('POST', '/sso/connections', {
      ...given,
      oidc: { ...oidc, client_secret: 's' },
    })
    const known = async () => {
      type Known = { readonly name: string; readonly oidc: { readonly client_id: string } }
      const { name, oidc: now } = await server.admin<Known>('GET', `/sso/connections/${id}`)
      return { name, client: now.client_id }
    }
    const visitor = await console_.operator(t)
    const { page } = visitor
    // Nobody answers: the page is told of nothing.
    await page.route('**/api/v1/admin/events/stream**', () => undefined)
    await openScreen(visitor, `/admin/sso/${id}?tab=settings`)
    await fieldOf(visitor, 'name').fill('Of the harbour')
    await server.admin('PUT', `/sso/connections/${id}`, { ...given, oidc: { ...oidc, client_id: 'd' } })
    await has(visitor, ['oidc.client_id', 'c'])
    await page.locator('main form [type=submit]').click()
    await page.getByRole('status').getByText('Saved.').waitFor()
    assert.deepEqual(await known(), { name: 'Of the harbour', client: 'd' })
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('Taken back.').waitFor()
    assert.deepEqual(await known(), { name: 'Of the pier', client: 'd' })
  })
})
