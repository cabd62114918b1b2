import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { setOut, setUpProvider, signInThrough, TestProvider } from '#test/support/provider.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer } from '#test/support/app.ts'

const PROVIDERS = '/admin/oauth-providers'

const outcome = ({ status, json }: TestAnswer): string => `${status} ${String(json['code'])}`
const pointersOf = ({ json }: TestAnswer): string[] =>
  ((json['details'] as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer)

const google = { kind: 'google', client_id: 'g-client', client_secret: 'g-secret' }

const applePem = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })

test('AD5: an operator sets a provider up, sees it without its secret, changes and deletes it', async (t) => {
  const app = await createTestApp(t)
  const made = await app.admin('POST', PROVIDERS, google)
  assert.equal(made.status, 201, made.text)
  const { id, ...rest } = made.json
  assert.match(String(id), /^idp_/)
  assert.equal(made.headers['location'], `/api/v1${PROVIDERS}/${String(id)}`)
  assert.deepEqual(rest, {
    name: 'google',
    kind: 'google',
    display_name: 'Google',
    issuer: 'https://accounts.google.com',
    client_id: 'g-client',
    has_secret: true,
    scopes: 'openid email profile',
    enabled: true,
    callback_url: 'http://localhost:8080/api/v1/auth/providers/google/callback',
    created_at: '2026-01-15T12:00:00.000Z',
    updated_at: '2026-01-15T12:00:00.000Z',
  })
  const path = `${PROVIDERS}/${String(id)}`
  assert.deepEqual((await app.admin('GET', path)).json, made.json)
  app.clock.advance(1000)
  const patch = {
    display_name: 'Google Workspace',
    client_secret: 'g-secret-2',
    scopes: 'openid email',
    enabled: false,
  }
  const changed = await app.admin('PATCH', path, patch)
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(
    [changed.json['display_name'], changed.json['scopes'], changed.json['enabled'], changed.json['updated_at']],
    ['Google Workspace', 'openid email', false, '2026-01-15T12:00:01.000Z'],
  )
  assert.equal((await app.admin('PATCH', path, { scopes: null })).json['scopes'], 'openid email profile')

  const list = await app.admin('GET', `${PROVIDERS}?include_total=true`)
  assert.deepEqual([(list.json['data'] as unknown[]).length, list.json['total']], [1, 1])
  const shown = [made, changed, list, await app.admin('GET', path)].map(({ text }) => text).join()
  const stored = JSON.stringify(await app.database.db.all(sql`SELECT * FROM oauth_providers`))
  const told = JSON.stringify(await app.database.db.all(sql`SELECT data FROM events`))
  for (const place of [shown, stored, told, app.log.join()]) assert.ok(!place.includes('g-secret'), place.slice(0, 200))

  assert.equal((await app.admin('DELETE', path)).status, 204)
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal(outcome(await app.admin(method, path)), '404 provider_not_found')
  assert.equal(outcome(await app.admin('PATCH', path, {})), '404 provider_not_found')
  const events = await recorded(
    app.database.db,
    'oauth_provider.created',
    'oauth_provider.updated',
    'oauth_provider.deleted',
  )
  assert.deepEqual(
    events.map((row) => row['name']).toSorted(),
    ['created', 'deleted', 'updated', 'updated'].map((verb) => `oauth_provider.${verb}`),
  )
  const updates = events.filter((row) => row['name'] === 'oauth_provider.updated').map(({ data }) => data['changed'])
  assert.ok(updates.some((names) => (names as string[]).includes('client_secret')))
})

test('each kind asks for what it needs, and for nothing else', async (t) => {
  const app = await createTestApp(t)
  const post = (body: object) => app.admin('POST', PROVIDERS, body)
  const secret = { client_id: 'c', client_secret: 's' }
  const wrong: [object, ...string[]][] = [
    [{}, '/kind', '/client_id'],
    [{ kind: 'facebook', ...secret }, '/kind'],
    [{ ...google, trusted: true }, '/trusted'],
    [{ kind: 'google', client_id: 'c' }, '/client_secret'],
    [{ ...google, name: 'Not A Name' }, '/name'],
    [{ ...google, name: '../evil' }, '/name'],
    [{ ...google, issuer: 'https://evil.example' }, '/issuer'],
    [{ ...google, tenant: 'x' }, '/tenant'],
    [{ ...google, scopes: 'email profile' }, '/scopes'],
    [{ ...google, scopes: '' }, '/scopes'],
    [{ kind: 'microsoft', ...secret, tenant: 'a/b' }, '/tenant'],
    [{ kind: 'oidc', ...secret }, '/issuer'],
    [{ kind: 'oidc', ...secret, issuer: 'https://idp.example/?a=b' }, '/issuer'],
    [{ kind: 'oidc', ...secret, issuer: 'https://idp.example/#a' }, '/issuer'],
    [{ kind: 'oidc', ...secret, issuer: 'data:text/plain,x' }, '/issuer'],
    [{ kind: 'oidc', ...secret, issuer: 'idp.example' }, '/issuer'],
    [{ kind: 'oidc', ...secret, issuer: 'http://169.254.169.254' }, '/issuer'],
    [{ kind: 'oidc', ...secret, issuer: 'https://0x7f.1' }, '/issuer'],
    [{ kind: 'apple', ...secret }, '/team_id', '/key_id', '/client_secret'],
    [{ kind: 'apple', client_id: 'c', client_secret: applePem(), team_id: 'T' }, '/key_id'],
    [{ kind: 'github', ...secret, token_endpoint_auth_method: 'client_secret_basic' }, '/token_endpoint_auth_method'],
  ]
  for (const [body, ...pointers] of wrong) {
    const answer = await post(body)
    assert.equal(outcome(answer), '400 invalid_request', JSON.stringify(body))
    assert.deepEqual(pointersOf(answer).toSorted(), pointers.toSorted(), JSON.stringify(body))
  }
  const right: object[] = [
    google,
    { kind: 'github', ...secret },
    { kind: 'microsoft', ...secret, tenant: 'contoso.onmicrosoft.com' },
    { kind: 'apple', client_id: 'c', client_secret: applePem(), team_id: 'TEAM', key_id: 'KEY' },
    { kind: 'gitlab', ...secret },
    { kind: 'gitlab', name: 'own-gitlab', ...secret, issuer: 'https://gitlab.invalid' },
    { kind: 'discord', ...secret },
    {
      kind: 'oidc',
      client_id: 'public',
      issuer: 'https://idp.invalid/realms/main',
      token_endpoint_auth_method: 'client_secret_post',
    },
  ]
  for (const body of right) {
    const answer = await post(body)
    assert.equal(answer.status, 201, answer.text)
  }
  assert.equal(outcome(await post(google)), '409 provider_name_taken')
  assert.equal((await post({ ...google, name: 'google-2' })).status, 201)
  const { data } = (await app.admin('GET', `${PROVIDERS}?limit=200`)).json as { data: Record<string, string>[] }
  const issuers = Object.fromEntries(data.map(({ name, issuer }) => [name, issuer]))
  assert.equal(issuers['microsoft'], 'https://login.microsoftonline.com/contoso.onmicrosoft.com/v2.0')
  assert.equal(issuers['own-gitlab'], 'https://gitlab.invalid')
  const [apple] = data.filter(({ kind }) => kind === 'apple')
  const patched = await app.admin('PATCH', `${PROVIDERS}/${apple?.['id']}`, { client_secret: 'no key' })
  assert.deepEqual(pointersOf(patched), ['/client_secret'])
  for (const [field, value] of [
    ['kind', 'oidc'],
    ['name', 'x'],
    ['issuer', 'https://x.example'],
  ] as const)
    assert.equal(
      outcome(await app.admin('PATCH', `${PROVIDERS}/${apple?.['id']}`, { [field]: value })),
      '400 invalid_request',
    )
})

test('a new secret counts at once, and a deleted provider signs nobody in', async (t) => {
  const app = await createTestApp(t)
  const provider = await TestProvider.start(t)
  const id = await setUpProvider(app, provider, { client_secret: 'wrong' })
  assert.equal((await signInThrough(new Visitor(app), provider)).status, 502)
  await app.admin('PATCH', `${PROVIDERS}/${id}`, { client_secret: provider.clientSecret })
  assert.equal((await signInThrough(new Visitor(app), provider)).status, 303)
  await app.admin('PATCH', `${PROVIDERS}/${id}`, { token_endpoint_auth_method: 'client_secret_post' })
  assert.equal((await signInThrough(new Visitor(app), provider)).status, 303)

  const visitor = new Visitor(app)
  const back = provider.agree(await setOut(visitor))
  assert.equal((await app.admin('DELETE', `${PROVIDERS}/${id}`)).status, 204)
  assert.equal((await visitor.open(back)).status, 404)
  const [deleted] = await recorded(app.database.db, 'oauth_provider.deleted')
  assert.equal(deleted?.data['unlinked_accounts'], 1)
  // The next provider of that name starts anew: accounts of the old one open nothing.
  await setUpProvider(app, provider)
  assert.deepEqual(await app.database.db.all(sql`SELECT * FROM oauth_accounts`), [])
})

test('AD1: the routes need a key with the scope of providers', async (t) => {
  const app = await createTestApp(t)
  const calls: ['GET' | 'POST' | 'PATCH' | 'DELETE', string][] = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/idp_x'],
    ['PATCH', '/idp_x'],
    ['DELETE', '/idp_x'],
  ]
  for (const [method, below] of calls) {
    const url = `/api/v1${PROVIDERS}${below}`
    assert.equal((await app.send({ method, url, ...(method === 'GET' ? {} : { json: {} }) })).status, 401)
  }
})
