import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

interface Pair {
  readonly theme: string
  readonly pair: string
  readonly setting: string | null
  readonly ratio: number
  readonly needed: number
  readonly nearest: string | null
}

interface Branding {
  readonly name: string
  readonly colors: { readonly accent: string; readonly accent_dark: string | null }
  readonly fonts: { readonly body: string; readonly heading: string }
  readonly design_tokens: Record<string, unknown>
  readonly palettes: Record<'light' | 'dark', Record<string, string>>
  readonly updated_at: string | null
}

const brandingOf = ({ status, json, text }: TestAnswer): Branding => {
  assert.equal(status, 200, text)
  return json as unknown as Branding
}
const read = async (app: TestApp): Promise<Branding> => brandingOf(await app.admin('GET', '/admin/branding'))
const patch = (app: TestApp, json: unknown) => app.admin('PATCH', '/admin/branding', json)
const patchTokens = (app: TestApp, json: unknown) => app.admin('PATCH', '/admin/branding/design-tokens', json)
const pairsOf = ({ json }: TestAnswer): Pair[] => (json['details'] as { pairs: Pair[] }).pairs
const pointersOf = ({ json }: TestAnswer): string[] =>
  (json['details'] as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)
const sheetOf = async (app: TestApp, page: string): Promise<string> => {
  const url = /<link rel="stylesheet" href="([^"]*)"/.exec(page)?.[1] ?? ''
  return (await app.send({ url })).text
}

const routes = [
  ['GET', '/admin/branding', 'branding:read'],
  ['PATCH', '/admin/branding', 'branding:write'],
  ['POST', '/admin/branding/logo', 'branding:write'],
  ['DELETE', '/admin/branding/logo', 'branding:write'],
  ['PATCH', '/admin/branding/design-tokens', 'branding:write'],
] as const

describe('the routes of the branding', () => {
  test('ask for a key with branding:read or branding:write', async (t) => {
    const app = await createTestApp(t)
    const { apiKeys } = app.services
    const made = await app.database.db.tx((tx) =>
      apiKeys.create(tx, { name: 'test', scopes: ['branding:read'] }, systemActor('tests')),
    )
    for (const [method, url, scope] of routes) {
      const ask = (headers: Record<string, string>) => app.send({ method, url: `/api/v1${url}`, headers })
      assert.equal((await ask({})).status, 401, url)
      const answer = await ask({ authorization: `Bearer ${made.secret}` })
      assert.equal(answer.status, scope === 'branding:read' ? 200 : 403, url)
    }
  })

  test('begin with the built-in look', async (t) => {
    const branding = await read(await createTestApp(t))
    assert.equal(branding.name, 'Mandate')
    assert.deepEqual(branding.colors, { accent: '#305eb7', accent_dark: null })
    assert.deepEqual(branding.fonts, { body: 'inter', heading: 'inter' })
    assert.deepEqual(branding.design_tokens, {})
    assert.equal(branding.palettes.dark['accent'], '#7daafd')
    assert.equal(branding.updated_at, null)
  })
})

onEachApp('name, colours, fonts and links show on every page, on every node, and go back with null', async (t, app) => {
  const other = await app.secondNode(t)
  await other.send({ url: '/login' })
  const changed = brandingOf(
    await patch(app, {
      name: 'Acme <ID>',
      colors: { accent: '#B00' },
      fonts: { body: 'humanist', heading: 'serif' },
      support_url: 'mailto:help@acme.example',
      terms_url: 'https://acme.example/terms?a=1&b=2',
    }),
  )
  assert.equal(changed.colors.accent, '#bb0000')
  assert.equal(changed.palettes.light['on_accent'], '#ffffff')
  assert.equal(changed.updated_at, '2026-01-15T12:00:00.000Z')
  const page = await app.send({ url: '/login' })
  assert.match(page.text, /<title>[^<]* · Acme &lt;ID&gt;<\/title>/)
  assert.match(page.text, /<a class="wordmark" href="\/">Acme &lt;ID&gt;<\/a>/)
  assert.match(page.text, /<a href="mailto:help@acme\.example">Help<\/a>/)
  assert.match(page.text, /<a href="https:\/\/acme\.example\/terms\?a=1&amp;b=2">Terms<\/a>/)
  assert.doesNotMatch(page.text, /Privacy/)
  assert.match(String(page.headers['content-security-policy']), /style-src 'self';/)
  const sheet = await sheetOf(app, page.text)
  assert.match(sheet, /--accent:#bb0000;/)
  assert.match(sheet, /--font:Seravek,/)
  assert.match(sheet, /--heading:Charter,/)
  const missing = await app.send({ url: '/nothing-here', headers: { accept: 'text/html' } })
  assert.match(missing.text, / · Acme &lt;ID&gt;<\/title>/)
  // The other node holds a snapshot that may be a second old.
  await until(async () => / · Acme &lt;ID&gt;<\/title>/.test((await other.send({ url: '/login' })).text))
  const back = brandingOf(
    await patch(app, { name: null, colors: { accent: null }, fonts: { body: null, heading: null }, terms_url: null }),
  )
  assert.equal(back.name, 'Mandate')
  assert.equal(back.colors.accent, '#305eb7')
  assert.match((await app.send({ url: '/login' })).text, / · Mandate<\/title>/)
})

test('pages are set in the font of the server, which is small, kept for good and readable from hosts of the gateway', async (t) => {
  const app = await createTestApp(t)
  const { text } = await app.send({ url: '/login' })
  const url = /<link rel="preload" as="font" type="font\/woff2" href="([^"]+)" crossorigin/.exec(text)?.[1] ?? ''
  assert.ok((await sheetOf(app, text)).includes(`src:url(${url})`))
  const font = await app.send({ url })
  assert.equal(font.status, 200)
  assert.equal(font.headers['content-type'], 'font/woff2')
  assert.equal(font.headers['access-control-allow-origin'], '*')
  assert.match(String(font.headers['cache-control']), /immutable/)
  assert.ok(Number(font.headers['content-length']) < 30 * 1024)
  assert.match(String((await app.send({ url: '/assets/inter.woff2?v=old' })).headers['cache-control']), /^no-cache$/)
  const known = { 'if-none-match': String(font.headers['etag']) }
  assert.equal((await app.send({ url, headers: known })).status, 304)
  await patch(app, { fonts: { body: 'serif' } })
  const other = await app.send({ url: '/login' })
  assert.doesNotMatch(other.text, /woff2/)
  assert.doesNotMatch(await sheetOf(app, other.text), /@font-face/)
})

onEachApp('mail carries the name, the accent and the fonts', async (_t, app) => {
  await patch(app, { name: 'Acme ID', colors: { accent: '#7a1fa2' }, fonts: { body: 'serif' } })
  const preview = await app.admin('GET', '/admin/email-preview/reset')
  assert.match(preview.text, />Acme ID</)
  assert.match(preview.text, /border-color:#7a1fa2/)
  await patchTokens(app, { radius_px: 12 })
  assert.match(
    (await app.admin('GET', '/admin/email-preview/reset')).text,
    /class="card"\s+style="[^"]*border-radius:12px/,
  )
  assert.match(preview.text, /Charter, Bitstream Charter/)
  const { colors, palettes } = await read(app)
  assert.equal(colors.accent_dark, null)
  assert.match(preview.text, new RegExp(`color: ${palettes.dark['accent']} !important`))
})

onEachApp('every change is one event that says what was and what is', async (_t, app) => {
  await patch(app, { name: 'Acme', colors: { accent: '#0b5fa5' } })
  await patch(app, { name: 'Acme' })
  await patchTokens(app, { light: { background: '#f4f4f0' }, radius_px: 12 })
  const actions = async (action: string) =>
    (await app.admin('GET', `/audit-logs?action=${action}`)).json['data'] as { metadata: Record<string, unknown> }[]
  assert.deepEqual(
    (await actions('branding.updated')).map(({ metadata }) => metadata['changes']),
    [{ name: { from: null, to: 'Acme' }, 'colors.accent': { from: null, to: '#0b5fa5' } }],
  )
  assert.deepEqual(
    (await actions('branding.design_tokens_updated')).map(({ metadata }) => metadata['changes']),
    [{ 'light.background': { from: null, to: '#f4f4f0' }, radius_px: { from: null, to: 12 } }],
  )
})

describe('colours that could not be read', () => {
  test('are refused by pair, ratio and setting, with a nearest colour that is then taken', async (t) => {
    const app = await createTestApp(t)
    const refused = await patch(app, { colors: { accent: '#ffcc00' } })
    assert.equal(refused.status, 400)
    assert.equal(refused.json['code'], 'contrast_too_low')
    assert.ok(pointersOf(refused).every((pointer) => pointer === '/colors/accent'))
    const link = pairsOf(refused).find(({ pair }) => pair === 'link_on_card')
    assert.deepEqual(
      { ...link, nearest: null },
      {
        theme: 'light',
        pair: 'link_on_card',
        setting: 'colors.accent',
        foreground: '#ffcc00',
        background: '#ffffff',
        ratio: 1.51,
        needed: 4.5,
        nearest: null,
      },
    )
    assert.equal((await read(app)).colors.accent, '#305eb7')
    assert.equal(brandingOf(await patch(app, { colors: { accent: link?.nearest } })).colors.accent, link?.nearest)
  })

  test('are found in the dark too, where an accent made from the light one always passes', async (t) => {
    const app = await createTestApp(t)
    const refused = await patch(app, { colors: { accent: '#0a2540', accent_dark: '#0a2540' } })
    assert.equal(refused.status, 400)
    assert.ok(pairsOf(refused).every(({ theme, setting }) => theme === 'dark' && setting === 'colors.accent_dark'))
    const taken = brandingOf(await patch(app, { colors: { accent: '#0a2540' } }))
    assert.notEqual(taken.palettes.dark['accent'], '#0a2540')
  })

  test('are refused among design tokens, which give way themselves', async (t) => {
    const app = await createTestApp(t)
    const refused = await patchTokens(app, { light: { background: '#808080', surface: '#fefefe' } })
    assert.equal(refused.json['code'], 'contrast_too_low')
    assert.deepEqual([...new Set(pointersOf(refused))], ['/light/background'])
    const nearest = pairsOf(refused)[0]?.nearest
    assert.equal((await patchTokens(app, { light: { background: nearest } })).status, 200)
    const label = await patchTokens(app, { dark: { on_accent: '#ffffff' } })
    assert.deepEqual([...new Set(pointersOf(label))], ['/dark/on_accent'])
  })
})

describe('what is no look', () => {
  test('BR2: no colour, font, number or name breaks out of the style sheet', async (t) => {
    const app = await createTestApp(t)
    const wrong = [
      { colors: { accent: 'red;}body{display:none' } },
      { colors: { accent: 'red' } },
      { colors: { accent: '#12345' } },
      { colors: { accent: '#123456;' } },
      { colors: { accent: '#123456\n' } },
      { colors: { accent: 'rgb(0 0 0)' } },
      { colors: { accent: 'url(https://evil.example)' } },
      { colors: { accent: 0 } },
      { colors: { accent: ['#123456'] } },
      { colors: { hover: '#123456' } },
      { colors: 'red' },
      { fonts: { body: 'Comic Sans MS' } },
      { fonts: { body: "x';}" } },
      { fonts: { body: '__proto__' } },
      { name: '' },
      { name: '   ' },
      { name: 'a\r\nBcc: eve@evil.example' },
      { name: 'a\u202eb' },
      { name: 'x'.repeat(61) },
      { logo: 'https://evil.example/x.png' },
    ]
    for (const json of wrong) {
      const answer = await patch(app, json)
      assert.equal(answer.status, 400, JSON.stringify(json))
      assert.equal(answer.json['code'], 'invalid_request', JSON.stringify(json))
    }
    const tokens = [
      { light: { background: 'red;}body{' } },
      { light: { background: '#fff}' } },
      { light: { '--x': '#ffffff' } },
      { neon: { background: '#ffffff' } },
      { radius_px: '6px;}' },
      { radius_px: 6.5 },
      { radius_px: -1 },
      { radius_px: 1e9 },
      { shadow: '0 0 1px red' },
      { logo_height_px: 1000 },
      { css: 'body{}' },
    ]
    for (const json of tokens) assert.equal((await patchTokens(app, json)).status, 400, JSON.stringify(json))
    const { text } = await app.send({ url: '/login' })
    assert.doesNotMatch(await sheetOf(app, text), /evil|display:none!|Comic/)
    assert.equal((await read(app)).updated_at, null)
  })

  test('is an address that a page must not lead to', async (t) => {
    const app = await createTestApp(t)
    for (const terms_url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://acme.example',
      'https://user:pass@acme.example',
      '//acme.example',
      'acme',
      'mailto:help@acme.example',
    ]) {
      const answer = await patch(app, { terms_url })
      assert.equal(answer.json['code'], 'branding_address_not_allowed', terms_url)
      assert.deepEqual(pointersOf(answer), ['/terms_url'])
    }
  })
})
