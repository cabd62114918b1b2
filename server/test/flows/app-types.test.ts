import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { createApplication, leastInput, outcomeOf } from '#test/support/apps.ts'

const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

// RFC 8252 and OAuth 2.1 §2.1: what an application may be follows from where it runs.
const refusals: [type: keyof typeof leastInput, more: object, pointer: string][] = [
  ['spa', { token_endpoint_auth_method: 'client_secret_basic' }, '/token_endpoint_auth_method'],
  ['spa', { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } }, '/token_endpoint_auth_method'],
  ['spa', { jwks: { keys: [jwk] } }, '/jwks'],
  ['spa', { grant_types: ['client_credentials'] }, '/grant_types'],
  ['spa', { grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] }, '/grant_types'],
  ['spa', { allowed_origins: [] }, '/allowed_origins'],
  ['spa', { redirect_uris: ['com.example.app:/callback'] }, '/redirect_uris/0'],
  ['native', { token_endpoint_auth_method: 'client_secret_post' }, '/token_endpoint_auth_method'],
  ['native', { redirect_uris: ['http://localhost/callback'] }, '/redirect_uris/0'],
  ['native', { redirect_uris: ['myapp://callback'] }, '/redirect_uris/0'],
  ['native', { redirect_uris: ['http://app.example.com/callback'] }, '/redirect_uris/0'],
  ['web', { token_endpoint_auth_method: 'none' }, '/token_endpoint_auth_method'],
  ['web', { token_endpoint_auth_method: 'private_key_jwt' }, '/jwks'],
  ['web', { jwks: { keys: [jwk] } }, '/jwks'],
  ['web', { grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'] }, '/grant_types'],
  ['web', { redirect_uris: [] }, '/redirect_uris'],
  ['web', { redirect_uris: ['http://app.example.com/callback'] }, '/redirect_uris/0'],
  ['web', { redirect_uris: ['https://app.example.com/#x'] }, '/redirect_uris/0'],
  ['web', { redirect_uris: ['com.example.app:/callback'] }, '/redirect_uris/0'],
  ['web', { post_logout_redirect_uris: ['com.example.app:/bye'] }, '/post_logout_redirect_uris/0'],
  ['web', { allowed_origins: ['https://app.example.com/'] }, '/allowed_origins/0'],
  ['web', { allowed_origins: ['https://App.example.com'] }, '/allowed_origins/0'],
  ['web', { allowed_origins: ['http://app.example.com'] }, '/allowed_origins/0'],
  ['web', { allowed_origins: ['*'] }, '/allowed_origins/0'],
  ['web', { allowed_origins: ['null'] }, '/allowed_origins/0'],
  ['web', { allowed_origins: ['capacitor://localhost'] }, '/allowed_origins/0'],
  ['web', { name: ' ' }, '/name'],
  ['web', { name: 'Sh\u202eop' }, '/name'],
  ['web', { metadata: { 'a b': 'x' } }, '/metadata/a b'],
  ['web', { metadata: { a: 'x'.repeat(256) } }, '/metadata/a'],
  ['machine', { redirect_uris: ['https://app.example.com/callback'] }, '/redirect_uris'],
  ['machine', { post_logout_redirect_uris: ['https://app.example.com/bye'] }, '/post_logout_redirect_uris'],
  ['machine', { backchannel_logout_uri: 'https://app.example.com/out' }, '/backchannel_logout_uri'],
  ['machine', { allowed_origins: ['https://app.example.com'] }, '/allowed_origins'],
  ['machine', { first_party: true }, '/first_party'],
  ['machine', { refresh_token_ttl_seconds: 3600 }, '/refresh_token_ttl_seconds'],
  ['machine', { grant_types: ['authorization_code'] }, '/grant_types'],
  ['machine', { token_endpoint_auth_method: 'none' }, '/token_endpoint_auth_method'],
]

test('RG1: an application gets nothing that does not fit where it runs, and reads which field it was', async (t) => {
  const app = await createTestApp(t)
  for (const [type, more, pointer] of refusals) {
    const answer = await app.admin('POST', '/admin/apps', { ...leastInput[type], ...more })
    const told = outcomeOf(answer)
    assert.ok(told.startsWith('400 invalid_request') && told.split(' ').length >= 3, `${type} ${JSON.stringify(more)}`)
    const { errors } = answer.json['details'] as { errors: { pointer: string }[] }
    assert.ok(
      errors.some((error) => error.pointer === pointer),
      `${type} ${JSON.stringify(more)}: ${answer.text}`,
    )
  }
  assert.equal((await app.admin('GET', '/admin/apps?include_total=true')).json['total'], 0)
})

test('a patch is held to the same rules as a whole', async (t) => {
  const app = await createTestApp(t)
  const [web, machine, spa] = [
    await createApplication(app, 'web'),
    await createApplication(app, 'machine'),
    await createApplication(app, 'spa'),
  ]
  const patches: [string, object, string][] = [
    [web.id, { redirect_uris: [] }, '400 invalid_request /redirect_uris'],
    [web.id, { jwks: { keys: [jwk] } }, '400 invalid_request /jwks'],
    [machine.id, { allowed_origins: ['https://app.example.com'] }, '400 invalid_request /allowed_origins'],
    [spa.id, { allowed_origins: [] }, '400 invalid_request /allowed_origins'],
    [web.id, { type: 'spa' }, '400 invalid_request /type'],
    [web.id, { client_secret: 'x' }, '400 invalid_request /client_secret'],
    [web.id, { trusted: false }, '400 invalid_request /trusted'],
  ]
  for (const [id, patch, told] of patches) {
    assert.equal(outcomeOf(await app.admin('PATCH', `/admin/apps/${id}`, patch)), told, JSON.stringify(patch))
  }
})

test('notes merge, ten at most', async (t) => {
  const app = await createTestApp(t)
  const notes = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`note-${from + i}`, 'x']))
  const { id } = await createApplication(app, 'web', { metadata: notes(0, 6) })
  const over = await app.admin('PATCH', `/admin/apps/${id}`, { metadata: notes(6, 5) })
  assert.equal(outcomeOf(over), '400 invalid_request /metadata')
  const fits = await app.admin('PATCH', `/admin/apps/${id}`, { metadata: { ...notes(6, 5), 'note-0': null } })
  assert.equal(Object.keys(fits.json['metadata'] as object).length, 10)
})

test('what fits is taken: loopback for native and development, device codes, web views, keys', async (t) => {
  const app = await createTestApp(t)
  await createApplication(app, 'web', { redirect_uris: ['http://localhost:3000/callback'] })
  await createApplication(app, 'spa', { redirect_uris: ['http://127.0.0.1:5173/'] })
  await createApplication(app, 'native', {
    redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'https://app.example.com/open'],
    allowed_origins: ['capacitor://localhost'],
  })
  await createApplication(app, 'native', {
    redirect_uris: [],
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  })
  const keyed = await createApplication(app, 'machine', {
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [jwk] },
  })
  assert.equal(keyed.secret, undefined)
  assert.equal(outcomeOf(await app.admin('POST', `/admin/apps/${keyed.id}/rotate-secret`)), '409 app_has_no_secret')
})
