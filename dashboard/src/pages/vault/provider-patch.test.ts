import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VaultProvider } from '@mandate/sdk'
import { changeTo, draftOf } from './provider-patch.ts'

const provider: VaultProvider = {
  ...{ id: 'vp_1', name: 'github', kind: 'oauth', template: 'github', display_name: 'GitHub', active: true },
  ...{ auth_url: 'https://github.example/authorize', token_url: 'https://github.example/token' },
  ...{ client_id: 'c', has_secret: true, scopes: ['repo'], icon_url: null, extra_auth_params: {} },
  ...{ quirks: { scope_separator: ',' }, allowed_clients: null, proxy: null },
  callback_url: 'https://id.example/api/v1/vault/callback/github',
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
}
const draft = draftOf(provider)

test('only what changed is sent, and it is taken back by what was', () => {
  const change = changeTo(draft, { ...draft, display_name: 'Our GitHub', allowed_clients: [] })
  assert.deepEqual(change, {
    patch: { display_name: 'Our GitHub', allowed_clients: [] },
    back: { display_name: 'GitHub', allowed_clients: null },
    movesTokens: false,
  })
})

test('an empty secret keeps the one there is', () => {
  assert.equal(changeTo(draft, { ...draft, client_secret: '' }), undefined)
})

test('a secret goes along where it was typed, and cannot be taken back', () => {
  const change = changeTo(draft, { ...draft, display_name: 'Ours', client_secret: 's' })
  assert.deepEqual(change?.patch, { display_name: 'Ours', client_secret: 's' })
  assert.equal(change.back, undefined)
  assert.deepEqual(changeTo(draft, { ...draft, client_secret: 's' })?.patch, { client_secret: 's' })
})

for (const changed of [
  { token_url: 'https://elsewhere.example/token' },
  { client_id: 'd' },
  { quirks: { refresh_url: 'https://elsewhere.example/refresh' } },
  { proxy: { hosts: ['https://api.github.example'], allow: [{ paths: ['/*'] }] } },
]) {
  test(`another ${Object.keys(changed).join()} may throw tokens away, which nothing brings back`, () => {
    const change = changeTo(draft, { ...draft, ...changed })
    assert.deepEqual(change?.patch, changed)
    assert.deepEqual([change.movesTokens, change.back], [true, undefined])
  })
}

test('members are sent whole, since the server replaces them so', () => {
  const many = { ...draft, extra_auth_params: { audience: 'a', prompt: 'consent' } }
  const change = changeTo(many, { ...many, extra_auth_params: { audience: 'b', prompt: 'consent' } })
  assert.deepEqual(change?.patch, { extra_auth_params: { audience: 'b', prompt: 'consent' } })
  assert.deepEqual(change.back, { extra_auth_params: { audience: 'a', prompt: 'consent' } })
})

test('nothing of a client is said of a provider that takes keys', () => {
  const byKey = draftOf({ ...provider, kind: 'api_key', auth_url: null, token_url: null, client_id: null, quirks: {} })
  assert.deepEqual(Object.keys(byKey), ['display_name', 'icon_url', 'scopes', 'allowed_clients', 'proxy'])
})
