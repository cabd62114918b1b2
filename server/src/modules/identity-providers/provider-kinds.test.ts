import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindTraits } from './provider-kinds.ts'
import { UnusableProfile } from './profile.ts'
import type { ProviderKind } from './provider-kinds.ts'
import type { Claims } from './profile.ts'

function claimed(kind: ProviderKind, claims: Claims) {
  const traits = kindTraits[kind]
  assert.equal(traits.protocol, 'oidc')
  return traits.protocol === 'oidc' ? traits.profile(claims) : undefined
}

async function answered(kind: ProviderKind, answers: Record<string, unknown>) {
  const traits = kindTraits[kind]
  assert.equal(traits.protocol, 'oauth2')
  return traits.protocol === 'oauth2' ? traits.profile(async (url) => answers[url]) : undefined
}

const standard = { sub: 's', email: 'maya@example.com', name: 'Maya' }

test('OpenID providers vouch for an address by email_verified, as a boolean or in Apple’s words', () => {
  for (const kind of ['google', 'apple', 'gitlab', 'oidc'] as const) {
    assert.equal(claimed(kind, { ...standard, email_verified: true })?.emailVerified, true)
    assert.equal(claimed(kind, { ...standard, email_verified: 'true' })?.emailVerified, true)
    for (const email_verified of [undefined, null, false, 'false', 1, 'yes', {}, ['true']])
      assert.equal(claimed(kind, { ...standard, email_verified })?.emailVerified, false)
  }
})

test('RP5: Microsoft vouches for an address of a personal account or of a verified domain, not of any tenant', () => {
  const microsoft = (claims: Claims) => claimed('microsoft', { ...standard, ...claims })?.emailVerified
  assert.equal(microsoft({ tid: 'some-tenant', email_verified: true }), false, 'administrators set what they like')
  assert.equal(microsoft({ tid: 'some-tenant', xms_edov: false }), false)
  assert.equal(microsoft({ tid: 'some-tenant', xms_edov: true }), true)
  assert.equal(microsoft({ tid: 'some-tenant', xms_edov: 1 }), true)
  assert.equal(microsoft({ tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }), true)
  assert.equal(microsoft({ tid: '9188040d-6c67-4c5b-b112-36a304b66dad', email: undefined }), false)
})

test('GitHub tells who somebody is by number, and the primary address with its state', async () => {
  const user = { id: 583231, login: 'maya', name: null, email: 'public@example.com' }
  const github = (emails: unknown, more = {}) =>
    answered('github', {
      'https://api.github.com/user': { ...user, ...more },
      'https://api.github.com/user/emails': emails,
    })
  const primary = { email: 'maya@example.com', primary: true, verified: true }
  assert.deepEqual(await github([{ email: 'old@example.com', primary: false, verified: true }, primary]), {
    subject: '583231',
    email: 'maya@example.com',
    emailVerified: true,
    name: 'maya',
  })
  assert.equal((await github([{ ...primary, verified: false }], { name: 'Maya Lind' }))?.emailVerified, false)
  assert.equal((await github([{ ...primary, verified: false }], { name: 'Maya Lind' }))?.name, 'Maya Lind')
  for (const emails of [[], null, 'x', {}, [null, 7]]) assert.equal((await github(emails))?.email, null)
  await assert.rejects(github([primary], { id: undefined }), UnusableProfile)
})

test('Discord tells who somebody is, and whether the address is verified', async () => {
  const discord = (user: unknown) => answered('discord', { 'https://discord.com/api/v10/users/@me': user })
  const maya = {
    id: '80351110224678912',
    username: 'maya',
    global_name: 'Maya',
    email: 'maya@example.com',
    verified: true,
  }
  assert.deepEqual(await discord(maya), {
    subject: '80351110224678912',
    email: 'maya@example.com',
    emailVerified: true,
    name: 'Maya',
  })
  assert.equal((await discord({ ...maya, verified: undefined, global_name: null }))?.emailVerified, false)
  for (const answer of [null, [], 'x', { id: '' }, { id: 1.5 }, { id: {} }])
    await assert.rejects(discord(answer), UnusableProfile)
})

test('every kind has a name, an issuer of its own or a reason for none, and scopes that name the person', () => {
  for (const [kind, traits] of Object.entries(kindTraits)) {
    assert.ok(traits.label.length > 0)
    const issuer = traits.protocol === 'oidc' ? traits.issuer({}) : traits.endpoints.issuer
    if (kind === 'oidc') assert.equal(issuer, undefined)
    else assert.match(String(issuer), /^https:\/\//)
    assert.match(traits.scopes, /openid|user|identify/)
  }
})
