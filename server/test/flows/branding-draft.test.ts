import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { multipart, png } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

interface Look {
  readonly name: string
  readonly colors: { readonly accent: string }
  readonly logo: { readonly url: string } | null
  readonly design_tokens: Record<string, unknown>
  readonly palettes: Record<'light' | 'dark', Record<string, string>>
}

interface Draft extends Look {
  readonly is_draft: boolean
  readonly etag: string | null
  readonly published_version: number
  readonly changes: Record<string, { from: unknown; to: unknown }>
  readonly problems: { readonly theme: string; readonly setting: string | null; readonly nearest: string | null }[]
}

interface Version {
  readonly version: number
  readonly changes: Record<string, { from: unknown; to: unknown }>
  readonly restored_from: number | null
  readonly logo_removed: boolean
  readonly created_by: string | null
  readonly branding: Look
  readonly restoring_changes: Record<string, unknown>
}

const BRANDING = '/admin/branding'

function taken({ status, json, text }: TestAnswer, expected = 200): unknown {
  assert.equal(status, expected, text)
  return json
}
const asVersion = (answer: TestAnswer): Version => taken(answer) as Version
const published = async (app: TestApp): Promise<Look> => taken(await app.admin('GET', BRANDING)) as Look
const patch = async (app: TestApp, json: unknown): Promise<Look> =>
  taken(await app.admin('PATCH', BRANDING, json)) as Look
const readDraft = async (app: TestApp): Promise<Draft> => taken(await app.admin('GET', `${BRANDING}/draft`)) as Draft
const draft = async (app: TestApp, json: unknown): Promise<Draft> =>
  taken(await app.admin('PATCH', `${BRANDING}/draft`, json)) as Draft
const publish = (app: TestApp, { published_version, etag }: Pick<Draft, 'published_version' | 'etag'>) =>
  app.admin('POST', `${BRANDING}/draft/publish`, { published_version, etag })
const versions = async (app: TestApp, query = ''): Promise<Version[]> =>
  (taken(await app.admin('GET', `${BRANDING}/versions${query}`)) as { data: Version[] }).data
const restore = (app: TestApp, version: number, publishedVersion: number, more = {}) =>
  app.admin('POST', `${BRANDING}/versions/${version}/restore`, { published_version: publishedVersion, ...more })
const events = async (app: TestApp, action: string) =>
  (taken(await app.admin('GET', `/audit-logs?action=${action}`)) as { data: { metadata: Record<string, unknown> }[] })
    .data

function upload(app: TestApp, to: string, content: Buffer): Promise<TestAnswer> {
  const { headers, body } = multipart({ name: 'logo', filename: 'logo.png', content })
  const authorization = `Bearer ${app.adminKey}`
  return app.send({ method: 'POST', url: `/api/v1${BRANDING}${to}`, headers: { ...headers, authorization }, body })
}
const pathOf = ({ logo }: Look): string => new URL(logo?.url ?? '').pathname

const routes = [
  ['GET', '/draft', 'read'],
  ['PATCH', '/draft', 'write'],
  ['DELETE', '/draft', 'write'],
  ['POST', '/draft/logo', 'write'],
  ['POST', '/draft/publish', 'write'],
  ['GET', '/versions', 'read'],
  ['GET', '/versions/1', 'read'],
  ['POST', '/versions/1/restore', 'write'],
] as const

test('the routes of draft and versions ask for a key with branding:read or branding:write', async (t) => {
  const app = await createTestApp(t)
  await patch(app, { name: 'Acme' })
  const made = await app.database.db.tx((tx) =>
    app.services.apiKeys.create(tx, { name: 'test', scopes: ['branding:read'] }, systemActor('tests')),
  )
  for (const [method, path, scope] of routes) {
    const ask = (headers: Record<string, string>) => app.send({ method, url: `/api/v1${BRANDING}${path}`, headers })
    assert.equal((await ask({})).status, 401, path)
    const answer = await ask({ authorization: `Bearer ${made.secret}` })
    assert.equal(answer.status, scope === 'read' ? 200 : 403, path)
  }
})

onEachApp('a draft is seen by nobody until it is published, and then by everybody on every node', async (t, app) => {
  const other = await app.secondNode(t)
  const none = await readDraft(app)
  assert.deepEqual(
    [none.is_draft, none.etag, none.published_version, none.changes, none.problems, none.name],
    [false, null, 1, {}, [], 'Mandate'],
  )
  const begun = await draft(app, { name: 'Acme', colors: { accent: '#B00' }, design_tokens: { radius_px: 12 } })
  assert.deepEqual(begun.changes, {
    name: { from: null, to: 'Acme' },
    'colors.accent': { from: null, to: '#bb0000' },
    radius_px: { from: null, to: 12 },
  })
  assert.deepEqual([begun.is_draft, begun.name, begun.palettes.light['accent']], [true, 'Acme', '#bb0000'])
  assert.deepEqual(await readDraft(app), begun)
  assert.equal((await published(app)).name, 'Mandate')
  assert.match((await app.send({ url: '/login' })).text, / · Mandate<\/title>/)
  const version = asVersion(await publish(app, begun))
  assert.deepEqual([version.version, version.changes, version.restoring_changes], [2, begun.changes, {}])
  assert.equal(version.branding.name, 'Acme')
  const after = await published(app)
  assert.deepEqual([after.name, after.colors.accent, after.design_tokens], ['Acme', '#bb0000', { radius_px: 12 }])
  assert.match((await app.send({ url: '/login' })).text, / · Acme<\/title>/)
  await until(async () => / · Acme<\/title>/.test((await other.send({ url: '/login' })).text))
  assert.equal((await readDraft(app)).is_draft, false)
  assert.deepEqual(
    (await events(app, 'branding.published')).map(({ metadata }) => metadata),
    [{ version: 2, changes: begun.changes }],
  )
})

onEachApp('a draft that somebody else changed is not thrown away by whoever saw it before', async (_t, app) => {
  const seen = await draft(app, { name: 'Acme' })
  const now = await draft(app, { support_url: 'https://acme.example/help' })
  const throwAway = ({ etag }: { etag: string | null }) =>
    app.admin('DELETE', `${BRANDING}/draft?etag=${encodeURIComponent(String(etag))}`)
  const late = await throwAway(seen)
  assert.deepEqual([late.status, late.json['code']], [409, 'branding_changed'])
  assert.deepEqual(await readDraft(app), now)
  assert.equal((await throwAway(now)).status, 204)
  assert.equal((await readDraft(app)).is_draft, false)
  assert.equal((await throwAway(now)).status, 204, 'there is none any more')
})

onEachApp('a draft is thrown away, and one that says what is published anyway is none', async (_t, app) => {
  await draft(app, { name: 'Acme' })
  assert.equal((await app.admin('DELETE', `${BRANDING}/draft`)).status, 204)
  assert.equal((await app.admin('DELETE', `${BRANDING}/draft`)).status, 204)
  assert.equal((await readDraft(app)).is_draft, false)
  await draft(app, { name: 'Acme', design_tokens: { light: { text: '#111111' }, radius_px: 8 } })
  await draft(app, { design_tokens: { light: { text: null } } })
  assert.deepEqual((await readDraft(app)).design_tokens['radius_px'], 8)
  await draft(app, { design_tokens: null })
  const { changes } = await draft(app, { colors: { accent: '#0b5fa5' } })
  assert.deepEqual(Object.keys(changes), ['name', 'colors.accent'])
  assert.equal((await draft(app, { name: null, colors: { accent: null } })).is_draft, false)
  assert.equal((await events(app, 'branding.draft_reverted')).length, 1)
  assert.deepEqual(await versions(app), [])
})

describe('publishing', () => {
  test('is refused while words could not be read, which the draft tells with colours that could', async (t) => {
    const app = await createTestApp(t)
    const begun = await draft(app, { colors: { accent: '#ffcc00' }, design_tokens: { dark: { on_accent: '#ffffff' } } })
    assert.ok(begun.problems.some(({ theme, setting }) => theme === 'light' && setting === 'colors.accent'))
    assert.ok(begun.problems.some(({ setting }) => setting === 'design_tokens.dark.on_accent'))
    const refused = await publish(app, begun)
    assert.deepEqual([refused.status, refused.json['code']], [400, 'contrast_too_low'])
    assert.deepEqual((refused.json['details'] as { pairs: unknown }).pairs, begun.problems)
    assert.equal((await published(app)).colors.accent, '#305eb7')
    const nearest = begun.problems.find(({ setting }) => setting === 'colors.accent')?.nearest
    const mended = await draft(app, { colors: { accent: nearest }, design_tokens: null })
    assert.deepEqual(mended.problems, [])
    assert.equal((await publish(app, mended)).status, 200)
  })

  test('is refused when the draft, or what is published, is not what the caller saw', async (t) => {
    const app = await createTestApp(t)
    const first = await draft(app, { name: 'Acme' })
    const second = await draft(app, { name: 'Acme Corp' })
    const refused = await publish(app, first)
    assert.deepEqual([refused.status, refused.json['code']], [409, 'branding_changed'])
    await patch(app, { support_url: 'https://acme.example/help' })
    assert.equal((await publish(app, second)).status, 409)
    assert.equal((await published(app)).name, 'Mandate')
    const now = await readDraft(app)
    assert.deepEqual(now.changes, { name: { from: null, to: 'Acme Corp' } })
    const won = await Promise.all([publish(app, now), publish(app, now), publish(app, now)])
    assert.deepEqual(won.map(({ status }) => status).toSorted(), [200, 404, 404])
    assert.equal(won.find(({ status }) => status === 404)?.json['code'], 'branding_draft_not_found')
    assert.deepEqual(
      (await versions(app)).map(({ version }) => version),
      [3, 2, 1],
    )
  })

  test('takes nothing back that others changed at once meanwhile', async (t) => {
    const app = await createTestApp(t)
    await draft(app, { colors: { accent: '#0b5fa5' }, design_tokens: { light: { text: '#111111' } } })
    await patch(app, { name: 'Acme', support_url: 'https://acme.example/help' })
    await app.admin('PATCH', `${BRANDING}/design-tokens`, { light: { muted: '#444444' }, radius_px: 12 })
    const now = await readDraft(app)
    assert.equal(now.name, 'Acme')
    assert.deepEqual(Object.keys(now.changes), ['colors.accent', 'light.text'])
    assert.equal((await publish(app, now)).status, 200)
    const after = await published(app)
    assert.deepEqual([after.name, after.colors.accent], ['Acme', '#0b5fa5'])
    assert.deepEqual(after.design_tokens, { light: { text: '#111111', muted: '#444444' }, radius_px: 12 })
  })
})

onEachApp('a logo of the draft is on no page before it is published, and is not lost meanwhile', async (_t, app) => {
  const first = taken(await upload(app, '/logo', png(64, 64)), 201) as Look
  const begun = taken(await upload(app, '/draft/logo', png(80, 64)), 201) as Draft
  assert.deepEqual(Object.keys(begun.changes), ['logo'])
  assert.equal(pathOf(await published(app)), pathOf(first))
  for (let width = 90; width < 97; width++) {
    app.clock.advance(1000)
    await upload(app, '/logo', png(width, 64))
  }
  assert.equal((await app.send({ url: pathOf(begun) })).status, 200)
  assert.deepEqual((await app.admin('DELETE', `${BRANDING}/logo?dry_run=true`)).json['counts'], { logos: 5 })
  assert.equal((await app.admin('DELETE', `${BRANDING}/logo`)).status, 204)
  assert.equal((await app.send({ url: pathOf(begun) })).status, 200)
  assert.equal((await publish(app, await readDraft(app))).status, 200)
  assert.equal(pathOf(await published(app)), pathOf(begun))
  assert.equal((await draft(app, { logo: null })).logo, null)
  assert.equal(pathOf(await published(app)), pathOf(begun))
  for (let width = 90; width < 97; width++) {
    app.clock.advance(1000)
    await upload(app, '/draft/logo', png(width, 64))
  }
  assert.equal((await app.send({ url: pathOf(begun) })).status, 200)
})

test('a logo of the draft stays although the clock of its node is behind that of the others', async (t) => {
  const app = await createTestApp(t)
  for (let width = 90; width < 97; width++) await upload(app, '/logo', png(width, 64))
  app.clock.advance(-60_000)
  const begun = taken(await upload(app, '/draft/logo', png(80, 64)), 201) as Draft
  assert.deepEqual(Object.keys(begun.changes), ['logo'])
  assert.equal((await app.send({ url: pathOf(begun) })).status, 200)
})

test('a draft loses the logo with the published one, of which it had nothing of its own', async (t) => {
  const app = await createTestApp(t)
  await upload(app, '/logo', png(64, 64))
  await draft(app, { name: 'Acme' })
  await app.admin('DELETE', `${BRANDING}/logo`)
  const { logo, changes } = await readDraft(app)
  assert.deepEqual([logo, Object.keys(changes)], [null, ['name']])
})

describe('what a draft refuses', () => {
  test('BR2: are the values that the published look refuses', async (t) => {
    const app = await createTestApp(t)
    for (const json of [
      { colors: { accent: 'red;}body{display:none' } },
      { name: 'a\u202eb' },
      { design_tokens: { light: { background: 'url(https://evil.example)' } } },
      { design_tokens: { css: 'x' } },
      { support_url: 'javascript:alert(1)' },
      { logo: 'https://evil.example/x.png' },
      { palettes: {} },
    ]) {
      assert.equal((await app.admin('PATCH', `${BRANDING}/draft`, json)).status, 400, JSON.stringify(json))
    }
    const svg = await upload(app, '/draft/logo', Buffer.from('<svg onload="alert(1)"/>'))
    assert.equal(svg.json['code'], 'logo_type_not_supported')
    assert.equal((await readDraft(app)).is_draft, false)
  })
})

describe('the versions', () => {
  test('begin with what was there, and have each change, however it was made', async (t) => {
    const app = await createTestApp(t)
    assert.deepEqual(await versions(app), [])
    await patch(app, { name: 'Acme' })
    await patch(app, { name: 'Acme' })
    await app.admin('PATCH', `${BRANDING}/design-tokens`, { radius_px: 12 })
    await upload(app, '/logo', png(64, 64))
    await publish(app, await draft(app, { colors: { accent: '#0b5fa5' } }))
    const all = await versions(app)
    assert.deepEqual(
      all.map(({ version, changes }) => [version, Object.keys(changes)]),
      [
        [5, ['colors.accent']],
        [4, ['logo']],
        [3, ['radius_px']],
        [2, ['name']],
        [1, []],
      ],
    )
    assert.ok(all.slice(0, 4).every(({ created_by: by }) => by?.startsWith('key_')))
    assert.equal(all[4]?.created_by, null)
    const page = await app.admin('GET', `${BRANDING}/versions?limit=2`)
    const rest = await versions(app, `?limit=3&cursor=${encodeURIComponent(String(page.json['next_cursor']))}`)
    assert.deepEqual(
      rest.map(({ version }) => version),
      [3, 2, 1],
    )
    const third = asVersion(await app.admin('GET', `${BRANDING}/versions/3`))
    assert.deepEqual([third.branding.name, third.branding.logo], ['Acme', null])
    assert.deepEqual(Object.keys(third.restoring_changes), ['colors.accent', 'logo'])
    for (const none of [6, '0', '1e0', 'x', '9'.repeat(40)]) {
      const { status, json } = await app.admin('GET', `${BRANDING}/versions/${none}`)
      assert.deepEqual([status, json['code']], [404, 'branding_version_not_found'], String(none))
    }
  })

  test('are the last fifty', async (t) => {
    const app = await createTestApp(t)
    for (let i = 0; i < 52; i++) await patch(app, { name: `Acme ${i}` })
    const all = await versions(app, '?limit=200')
    assert.deepEqual([all.length, all[0]?.version, all.at(-1)?.version], [50, 53, 4])
    assert.equal((await app.admin('GET', `${BRANDING}/versions/3`)).status, 404)
  })
})

onEachApp('a version is published again as a new one, unless somebody published since', async (_t, app) => {
  await patch(app, { name: 'Acme', colors: { accent: '#0b5fa5' } })
  await patch(app, { name: 'Acme Corp' })
  const refused = await restore(app, 1, 2)
  assert.deepEqual([refused.status, refused.json['code']], [409, 'branding_changed'])
  const back = asVersion(await restore(app, 2, 3))
  assert.deepEqual(
    [back.version, back.restored_from, back.changes],
    [4, 2, { name: { from: 'Acme Corp', to: 'Acme' } }],
  )
  assert.equal((await published(app)).name, 'Acme')
  // What is published already needs no version more.
  assert.equal(asVersion(await restore(app, 4, 4)).version, 4)
  assert.equal((await versions(app)).length, 4)
  assert.deepEqual(
    (await events(app, 'branding.version_restored')).map(({ metadata }) => metadata),
    [
      {
        ...{ version: 4, restored_from: 2, logo_removed: false, kept_as_draft: false },
        changes: { name: { from: 'Acme Corp', to: 'Acme' } },
      },
    ],
  )
})

onEachApp('undoing a publish brings the look from before back, and the draft', async (_t, app) => {
  const begun = await draft(app, { name: 'Acme', design_tokens: { radius_px: 12 } })
  taken(await publish(app, begun))
  taken(await restore(app, 1, 2, { keep_as_draft: true }))
  assert.equal((await published(app)).name, 'Mandate')
  const again = await readDraft(app)
  assert.deepEqual([again.changes, again.etag], [begun.changes, begun.etag])
  const other = await draft(app, { name: 'Other' })
  await patch(app, { support_url: 'https://acme.example/help' })
  taken(await restore(app, 1, other.published_version + 1, { keep_as_draft: true }))
  assert.equal((await readDraft(app)).name, 'Other')
  const told = (await events(app, 'branding.version_restored')).map(({ metadata }) => metadata['kept_as_draft'])
  assert.deepEqual(told.toSorted(), [false, true])
})

onEachApp('a version whose logo was removed says so, and loses nothing else', async (_t, app) => {
  await patch(app, { name: 'Acme' })
  await upload(app, '/logo', png(64, 64))
  await app.admin('DELETE', `${BRANDING}/logo`)
  await patch(app, { name: 'Acme Corp' })
  assert.deepEqual(
    (await versions(app)).map(({ version, logo_removed: isRemoved }) => [version, isRemoved]),
    [
      [5, false],
      [4, false],
      [3, true],
      [2, false],
      [1, false],
    ],
  )
  const back = asVersion(await restore(app, 3, 5))
  assert.deepEqual([back.version, back.branding.name, back.branding.logo, back.logo_removed], [6, 'Acme', null, false])
  const [event] = await events(app, 'branding.version_restored')
  assert.equal(event?.metadata['logo_removed'], true)
})

test('what an older release kept, with fewer choices, is read with the built-in ones', async (t) => {
  const app = await createTestApp(t)
  const { db } = app.database
  await patch(app, { name: 'Acme' })
  await draft(app, { name: 'Acme Corp' })
  await db.run(sql`UPDATE branding_versions SET document = '{"name":"Old"}' WHERE version = 1`)
  await db.run(sql`UPDATE branding_drafts SET document = '{"name":"Next"}', base = '{}'`)
  const first = asVersion(await app.admin('GET', `${BRANDING}/versions/1`))
  assert.deepEqual([first.branding.name, first.branding.design_tokens], ['Old', {}])
  assert.deepEqual((await readDraft(app)).changes, { name: { from: 'Acme', to: 'Next' } })
  assert.equal(asVersion(await restore(app, 1, 2)).branding.name, 'Old')
})

onEachApp('sentences are drafted, published, kept and restored with the rest', async (_t, app) => {
  const begun = await draft(app, {
    texts: { en: { sign_in_title: 'Welcome to {name}' }, es: { footer: 'Acme S. L.' } },
  })
  assert.deepEqual(Object.keys(begun.changes), ['texts.en.sign_in_title', 'texts.es.footer'])
  assert.doesNotMatch((await app.send({ url: '/login' })).text, /Welcome to/)
  await patch(app, { texts: { en: { footer: 'Acme Ltd' } } })
  taken(await publish(app, await readDraft(app)))
  const page = (await app.send({ url: '/login' })).text
  assert.match(page, /Welcome to Mandate/)
  assert.match(page, /Acme Ltd/)
  taken(await restore(app, 2, 3))
  assert.doesNotMatch((await app.send({ url: '/login' })).text, /Welcome to/)
  assert.match((await app.send({ url: '/login' })).text, /Acme Ltd/)
  const back = asVersion(await restore(app, 1, 4))
  assert.deepEqual(Object.keys(back.changes), ['texts.en.footer'])
})
