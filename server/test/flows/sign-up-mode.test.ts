import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { outcome } from '#test/support/factors.ts'
import { newOrganization, orgCall } from '#test/support/organizations.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { setUpProvider, signInThrough, TestProvider } from '#test/support/provider.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'

const configure = async (app: TestApp, settings: Record<string, unknown>): Promise<void> => {
  const answer = await app.admin('PATCH', '/admin/config', settings)
  assert.equal(answer.status, 200, answer.text)
}

const signUp = async (app: TestApp, email: string): Promise<string> =>
  outcome(await app.send({ url: '/api/v1/auth/signup', json: { email, password: GOOD_PASSWORD } }))

const CLOSED = '403 sign_up_closed'

onEachApp('with signup.mode invited only invited addresses sign up, while the invitation is open', async (_t, app) => {
  const { id, owner } = await newOrganization(app)
  await configure(app, { 'signup.mode': 'invited' })
  assert.equal(await signUp(app, 'noor@example.com'), CLOSED)
  const json = { email: 'Noor@example.com', role: 'member' }
  assert.equal((await orgCall(owner, 'POST', `/${id}/invitations`, json)).status, 201)
  assert.equal(await signUp(app, 'omar@example.com'), CLOSED)
  assert.equal(await signUp(app, 'NOOR@example.com'), '201')
  await orgCall(owner, 'POST', `/${id}/invitations`, { email: 'late@example.com', role: 'member' })
  app.clock.advance(7 * 86_400_000)
  assert.equal(await signUp(app, 'late@example.com'), CLOSED)
})

test('with signup.mode domains the whole domain decides, in its canonical form', async (t) => {
  const app = await createTestApp(t)
  await configure(app, { 'signup.mode': 'domains', 'signup.domains': ['corp.example'] })
  assert.equal(await signUp(app, 'maya@Corp.Example'), '201')
  for (const email of ['a@evil-corp.example', 'a@sub.corp.example', 'a@corp.example.evil.example', 'a@example']) {
    assert.match(await signUp(app, email), /^(403 sign_up_closed|400 invalid_email)$/, email)
  }
  await configure(app, { 'signup.domains': [] })
  assert.equal(await signUp(app, 'noor@corp.example'), CLOSED)
  const wrong = await app.admin('PATCH', '/admin/config', { 'signup.domains': ['@corp.example'] })
  assert.equal(wrong.status, 400)
})

test('LG1: with signup.mode off a sign-up tells nothing about who has an account, and operators still make some', async (t) => {
  const app = await createTestApp(t)
  assert.equal(await signUp(app, 'maya@example.com'), '201')
  await configure(app, { 'signup.mode': 'off' })
  assert.deepEqual([await signUp(app, 'maya@example.com'), await signUp(app, 'noor@example.com')], [CLOSED, CLOSED])
  const made = await app.admin('POST', '/admin/users', { email: 'noor@example.com', password: GOOD_PASSWORD })
  assert.equal(made.status, 201)
})

test('with signup.mode off the pages offer no account, and the form makes none', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  assert.match((await visitor.open('/login')).text, /href="\/signup"/)
  const form = await visitor.open('/signup')
  assert.equal(form.status, 200)
  await configure(app, { 'signup.mode': 'domains' })
  const refused = await visitor.submit('/signup', { email: 'maya@example.com', password: GOOD_PASSWORD })
  assert.equal(refused.status, 403)
  assert.match(refused.text, /New accounts are not open to this address/)
  await configure(app, { 'signup.mode': 'off' })
  assert.doesNotMatch((await visitor.open('/login')).text, /href="\/signup/)
  const closed = await visitor.open('/signup')
  assert.equal(closed.status, 403)
  assert.match(closed.text, /Nobody can create an account here/)
  assert.doesNotMatch(closed.text, /name="password"/)
})

test('a provider lets nobody in who may not sign up, and everybody who is known', async (t) => {
  const app = await createTestApp(t)
  const provider = await TestProvider.start(t)
  await setUpProvider(app, provider)
  await configure(app, { 'signup.mode': 'off' })
  const refused = await signInThrough(new Visitor(app), provider)
  assert.equal(refused.status, 403)
  assert.match(refused.text, /You can not sign up here/)
  await configure(app, { 'signup.mode': 'domains', 'signup.domains': ['example.com'] })
  assert.equal((await signInThrough(new Visitor(app), provider)).status, 303)
  await configure(app, { 'signup.mode': 'off' })
  assert.equal((await signInThrough(new Visitor(app), provider)).status, 303)
})
