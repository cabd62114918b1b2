import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { eventCatalogue } from '#/composition/catalogue.ts'
import { attempts } from '#/modules/statistics/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAgent, TestPerson } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'

/** The value of a series, whose name and labels are written as Prometheus does. */
async function valueOf(app: TestApp, series: string): Promise<number | undefined> {
  const { text } = await app.send({
    url: '/metrics',
    headers: { authorization: `Bearer ${app.adminKey}`, host: 'localhost' },
  })
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('sign-ins are counted by their way and how they ended', async (t) => {
  const app = await createTestApp(t)
  const person = await TestPerson.signUp(app)
  const before = (await valueOf(app, 'mandate_sign_ins_total{way="password",result="success"}')) ?? 0
  const login = (password: string) => app.send({ url: '/api/v1/auth/login', json: { email: person.email, password } })
  await login('not-the-password-at-all')
  assert.equal(await valueOf(app, 'mandate_sign_ins_total{way="password",result="failure"}'), 1)
  assert.equal(await valueOf(app, 'mandate_sign_ins_total{way="password",result="success"}'), before)
})

test('token requests are counted by grant and how they ended, refusals by their code', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const ask = (form: Record<string, string>) =>
    app.send({ url: '/oauth/token', form: { client_id: agent.clientId, client_secret: agent.secret ?? '', ...form } })
  assert.equal((await ask({ grant_type: 'client_credentials' })).status, 200)
  assert.equal((await ask({ grant_type: 'client_credentials', scope: 'never-registered' })).status, 400)
  assert.equal((await ask({ grant_type: 'made-up-by-a-stranger' })).status, 400)
  const count = (grant: string, result: string) =>
    valueOf(app, `mandate_token_requests_total{grant="${grant}",result="${result}"}`)
  assert.equal(await count('client_credentials', 'issued'), 1)
  assert.equal(await count('client_credentials', 'invalid_scope'), 1)
  assert.equal(await count('none', 'unsupported_grant_type'), 1)
  assert.equal(await valueOf(app, 'mandate_http_refusals_total{code="unsupported_grant_type"}'), 1)
})

test('what waits, how late jobs are, keys and the database are told', async (t) => {
  const app = await createTestApp(t)
  assert.equal(await valueOf(app, 'mandate_queue_waiting{queue="email.send"}'), 0)
  assert.ok(((await valueOf(app, 'mandate_audit_unsealed_entries')) ?? 0) > 0)
  app.clock.advance(3_600_000)
  assert.equal(await valueOf(app, 'mandate_signing_key_age_seconds{algorithm="ES256"}'), 3600)
  assert.ok(((await valueOf(app, 'mandate_audit_unsealed_age_seconds')) ?? 0) >= 3600)
  await app.app.jobs.runNow('events.seal')
  assert.equal(await valueOf(app, 'mandate_audit_unsealed_entries'), 0)
  assert.equal(await valueOf(app, 'mandate_job_failing{job="events.seal"}'), 0)
  await app.app.jobs.runNow('clients.reap')
  assert.equal(await valueOf(app, 'mandate_job_lag_seconds{job="clients.reap"}'), 0)
  app.clock.advance(2 * 3_600_000)
  assert.equal(await valueOf(app, 'mandate_job_lag_seconds{job="clients.reap"}'), 2 * 3600)
  assert.ok(((await valueOf(app, 'mandate_database_size_bytes')) ?? 0) > 0)
})

test('the health report says when production sends no mail', async (t) => {
  const app = await createTestApp(t, { mode: 'production' })
  const codes = async () =>
    ((await app.admin('GET', '/admin/health')).json['warnings'] as { code: string }[]).map(({ code }) => code)
  assert.deepEqual(await codes(), ['mail_not_sent'])
  const smtp = { host: 'mail.example.com', port: 587, security: 'starttls' }
  const set = await app.admin('PATCH', '/admin/email-config', { provider: 'smtp', smtp })
  assert.equal(set.status, 200, set.text)
  assert.deepEqual(await codes(), [])
})

test('the guide names every metric of ours, and none that there is not', async (t) => {
  const app = await createTestApp(t)
  const { text } = await app.send({ url: '/metrics', headers: { authorization: `Bearer ${app.adminKey}` } })
  const told = [...text.matchAll(/^# HELP (mandate_\w+)/gm)].map(([, name]) => name)
  const guide = readFileSync(new URL('../../../docs/guides/metrics-and-logs.md', import.meta.url), 'utf8')
  const named = [...guide.matchAll(/\bmandate_\w+/g)].map(([name]) => name)
  assert.deepEqual([...new Set(named)].toSorted(), told.toSorted())
})

test('every label has few values, whatever strangers send', async (t) => {
  const app = await createTestApp(t)
  for (let n = 0; n < 30; n++) {
    await app.send({ url: `/made-up-${n}` })
    await app.send({ url: '/oauth/token', form: { grant_type: `made-up-${n}`, client_id: `made-up-${n}` } })
    await app.send({ url: '/api/v1/auth/login', json: { email: `made-up-${n}@example.com`, password: `made-up-${n}` } })
  }
  const { text } = await app.send({ url: '/metrics', headers: { authorization: `Bearer ${app.adminKey}` } })
  assert.doesNotMatch(text, /made-up/)
})

test('the events that count as attempts to sign in are events that there are', () => {
  const names = new Set(eventCatalogue.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(attempts).filter((name) => !names.has(name)),
    [],
  )
})
