import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson, outcome } from '#test/support/factors.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const setLimit = async (app: TestApp, daily_limit: number): Promise<void> => {
  assert.equal((await app.admin('PATCH', '/admin/email-config', { daily_limit })).status, 200)
}

const signUp = (app: TestApp, i: number): Promise<TestAnswer> =>
  app.send({
    url: '/api/v1/auth/signup',
    json: { email: `stranger${i}@example.com`, password: GOOD_PASSWORD },
    remoteAddress: `198.51.100.${i}`,
  })

const subjectsOf = async (app: TestApp, to: string): Promise<string[]> =>
  (await mailOf(app, to)).map(({ subject }) => subject)

onEachApp('EM3: a flood of sign-ups keeps no reset, no sign-in link and no notice from its reader', async (_t, app) => {
  const maya = await FactorPerson.proven(app)
  await setLimit(app, 8)
  for (let i = 0; i < 20; i++) assert.equal((await signUp(app, i)).status, 201)
  const ask = (path: string, email: string) => app.send({ url: `/api/v1/auth/${path}`, json: { email } })
  for (const path of ['password/forgot', 'magic-link/send']) {
    for (let i = 0; i < 20; i += 5) await ask(path, `stranger${i}@example.com`)
    assert.ok((await ask(path, maya.email)).status < 300)
  }
  await app.services.linkRequests.settled()
  const changed = await maya.call('POST', '/auth/password/change', {
    current_password: GOOD_PASSWORD,
    new_password: 'violet-tractor-seven',
  })
  assert.equal(outcome(changed), '200')
  const subjects = await subjectsOf(app, maya.email)
  for (const subject of ['Choose a new password', 'Your sign-in link for Mandate', 'Your password was changed']) {
    assert.ok(subjects.includes(subject), `${subject} in ${subjects.join()}`)
  }
})

onEachApp('EM3: a link is said to be sent only when it will be', async (_t, app) => {
  const maya = await FactorPerson.signUp(app)
  assert.equal((await subjectsOf(app, maya.email)).length, 1)
  await setLimit(app, 2)
  const send = () => maya.call('POST', '/auth/email/verify/send')
  const full = await send()
  assert.equal(outcome(full), '429 rate_limited', 'the share of newcomers is used up')
  const asked = await app.admin('POST', `/users/${maya.id}/verify/send`)
  assert.equal(outcome(asked), '429 rate_limited', 'for an operator as well')
  await setLimit(app, 4)
  assert.deepEqual((await send()).json['sent'], true)
  assert.equal((await subjectsOf(app, maya.email)).length, 2)
})

test('RG2: a mail server at a link-local address is refused when it is saved and when it is used, in every mode', async (t) => {
  const resolver = (): Promise<string[]> => Promise.resolve(['169.254.169.254'])
  for (const mode of ['dev', 'production'] as const) {
    const app = await createTestApp(t, { mode, outbound: { resolver } })
    const configure = (host: string) =>
      app.admin('PATCH', '/admin/email-config', { provider: 'smtp', smtp: { host, port: 25, security: 'none' } })
    const literal = await configure('169.254.169.254')
    assert.equal(outcome(literal), '400 email_config_invalid')
    assert.deepEqual((literal.json['details'] as { errors: { pointer: string }[] }).errors[0]?.pointer, '/smtp/host')
    assert.equal((await configure('mail.example')).status, 200)
    const sent = await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' })
    assert.equal(outcome(sent), '503 email_not_sent')
    assert.match(String(sent.json['message']), /never reached/)
  }
})
