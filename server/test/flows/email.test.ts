import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { createTestApp } from '#test/support/app.ts'
import { linkTo, mailOf } from '#test/support/mailbox.ts'
import { bodyOf, headersOf, startSmtpServer } from '#test/support/smtp.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import type { TestSmtpServer } from '#test/support/smtp.ts'

const MINUTE = 60_000
const PASSWORD = 'smtp-pass-9f31'

const queueReset = (app: TestApp, to: string, name = 'Maya') =>
  app.database.db.tx((tx) =>
    app.services.emails.queue(tx, {
      template: 'reset',
      to,
      variables: { name, link: `${app.baseUrl}/reset?token=open-sesame`, expires_in: '30' },
    }),
  )

const smtpTo = (server: Pick<TestSmtpServer, 'port'>, smtp: object = {}) => ({
  provider: 'smtp',
  smtp: { host: '127.0.0.1', port: server.port, security: 'none', ...smtp },
})

const fieldsOf = (answer: TestAnswer): string[] =>
  ((answer.json['details'] as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer)

const keyWith = async (app: TestApp, ...scopes: string[]): Promise<string> => {
  const made = await app.database.db.tx((tx) =>
    app.services.apiKeys.create(tx, { name: 'test', scopes }, systemActor('tests')),
  )
  return made.secret
}

const withKey = (app: TestApp, key: string | undefined, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string) =>
  app.send({
    method,
    url: `/api/v1${url}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    ...(method === 'POST' || method === 'PATCH' ? { json: {} } : {}),
  })

const auditOf = async (app: TestApp, action: string) => {
  const answer = await app.admin('GET', `/audit-logs?action=${action}`)
  return answer.json['data'] as { actor_type: string; target_id: string | null; metadata: Record<string, unknown> }[]
}

const reading = [
  ['GET', '/admin/email-config'],
  ['GET', '/admin/email-preview/reset'],
  ['GET', '/admin/email-templates'],
  ['GET', '/admin/email-templates/reset'],
  ['POST', '/admin/email-templates/reset/preview'],
] as const
const writing = [
  ['PATCH', '/admin/email-config'],
  ['POST', '/admin/test-email'],
  ['PATCH', '/admin/email-templates/reset'],
  ['POST', '/admin/email-templates/reset/send-test'],
  ['POST', '/admin/email-templates/reset/reset'],
  ['GET', '/admin/dev/emails'],
  ['GET', '/admin/dev/emails/eml_1'],
  ['DELETE', '/admin/dev/emails'],
] as const

describe('the routes of e-mail', () => {
  test('ask for a key with email:read; what decides where mail goes, and the inbox, for full access', async (t) => {
    const app = await createTestApp(t)
    const reader = await keyWith(app, 'email:read')
    for (const [method, url] of [...reading, ...writing]) {
      assert.equal((await withKey(app, undefined, method, url)).status, 401, url)
      assert.equal((await withKey(app, await keyWith(app, 'users:*'), method, url)).status, 403, url)
    }
    for (const [method, url] of reading) assert.equal((await withKey(app, reader, method, url)).status, 200, url)
    const writer = await keyWith(app, 'email:write')
    for (const key of [reader, writer]) {
      for (const [method, url] of writing) assert.equal((await withKey(app, key, method, url)).status, 403, url)
    }
  })
})

describe('how mail is sent', () => {
  test('begins with the dev inbox, says who mail comes from and how much of it left', async (t) => {
    const app = await createTestApp(t, { baseUrl: 'https://id.example' })
    const { status, json } = await app.admin('GET', '/admin/email-config')
    assert.equal(status, 200)
    assert.deepEqual(json, {
      provider: 'dev',
      from_address: null,
      from_name: null,
      daily_limit: null,
      smtp: { host: null, port: 587, user: null, password: null, security: 'starttls' },
      sender: 'Mandate <no-reply@id.example>',
      status: { tier: 'dev', configured: false, sent_today: 0, daily_limit: 100, waiting: 0 },
    })
    await queueReset(app, 'maya@example.com')
    const before = (await app.admin('GET', '/admin/email-config')).json['status']
    assert.deepEqual(before, { tier: 'dev', configured: false, sent_today: 0, daily_limit: 100, waiting: 1 })
    await mailOf(app, 'maya@example.com')
    const after = (await app.admin('GET', '/admin/email-config')).json['status']
    assert.deepEqual(after, { tier: 'dev', configured: false, sent_today: 1, daily_limit: 100, waiting: 0 })
  })

  test('a merge patch changes what it names and null goes back; another node follows', async (t) => {
    const app = await createTestApp(t)
    const node = await app.secondNode(t)
    const first = await app.admin('PATCH', '/admin/email-config', {
      provider: 'smtp',
      from_address: 'hello@acme.example',
      from_name: 'Acme',
      daily_limit: 5000,
      smtp: { host: 'mail.acme.example', port: 465, security: 'tls', user: 'acme', password: PASSWORD },
    })
    assert.equal(first.status, 200, first.text)
    assert.equal(first.json['sender'], 'Acme <hello@acme.example>')
    const smtp = { host: 'mail.acme.example', port: 465, user: 'acme', password: '********', security: 'tls' }
    assert.deepEqual(first.json['smtp'], smtp)
    assert.deepEqual(first.json['status'], {
      tier: 'smtp',
      configured: true,
      sent_today: 0,
      daily_limit: 5000,
      waiting: 0,
    })
    assert.deepEqual((await node.admin('GET', '/admin/email-config')).status, 200)
    assert.equal((await node.services.emailSettings.current()).smtpHost, 'mail.acme.example')
    const second = await app.admin('PATCH', '/admin/email-config', {
      from_name: null,
      daily_limit: null,
      smtp: { password: '********' },
    })
    assert.deepEqual(second.json['smtp'], smtp, 'the mask leaves the password alone')
    assert.equal(second.json['sender'], 'Mandate <hello@acme.example>')
    const third = await app.admin('PATCH', '/admin/email-config', {
      provider: null,
      smtp: { host: null, port: null, user: null, password: null, security: null },
    })
    assert.equal(third.json['provider'], 'dev')
    assert.deepEqual(third.json['smtp'], { host: null, port: 587, user: null, password: null, security: 'starttls' })
    const events = await auditOf(app, 'email.config_updated')
    assert.equal(events.length, 3)
    const unchanged = await app.admin('PATCH', '/admin/email-config', { provider: 'dev' })
    assert.equal(unchanged.status, 200)
    assert.equal((await auditOf(app, 'email.config_updated')).length, 3, 'what changes nothing is no event')
  })

  test('HT8: the password is nowhere to be read: not in answers, the database, the audit log or the log', async (t) => {
    const app = await createTestApp(t)
    const server = await startSmtpServer(t, { login: { user: 'mandate', password: 'another' } })
    const config = smtpTo(server, { user: 'mandate', password: PASSWORD })
    const answers = [
      await app.admin('PATCH', '/admin/email-config', config),
      await app.admin('GET', '/admin/email-config'),
      // The server refuses the login and repeats the password.
      await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' }),
      await app.admin('PATCH', '/admin/email-config', { smtp: { password: `${PASSWORD}-2` } }),
      await app.admin('GET', '/audit-logs'),
    ]
    await queueReset(app, 'maya@example.com')
    await app.app.jobs.runNow('email.send')
    assert.equal(answers[2]?.status, 503)
    const { db } = app.database
    const rows = [
      await db.all(sql`SELECT * FROM email_config`),
      await db.all(sql`SELECT * FROM events`),
      await db.all(sql`SELECT * FROM settings`),
      await db.all(sql`SELECT * FROM jobs`),
      await db.all(sql`SELECT * FROM email_outbox`),
      await db.all(sql`SELECT * FROM idempotency_records`),
    ]
    const everything = answers.map(({ text }) => text).join('') + JSON.stringify(rows) + app.log.join('')
    assert.doesNotMatch(
      everything,
      new RegExp(`${PASSWORD}|${Buffer.from(PASSWORD).toString('base64').slice(0, 12)}|sesame`),
    )
    const changes = (await auditOf(app, 'email.config_updated')).map(({ metadata }) => metadata['changes'] as object)
    const ofPassword = changes.find((one) => Object.keys(one).length === 1)
    assert.deepEqual(ofPassword, { 'smtp.password': { from: '********', to: '********' } })
  })

  test('refuses what could not send, or would give the password away', async (t) => {
    const app = await createTestApp(t)
    const patch = (body: object) => app.admin('PATCH', '/admin/email-config', body)
    const wrong: [object, string][] = [
      [{ provider: 'smtp' }, '/smtp/host'],
      [{ smtp: { user: 'mandate' } }, '/smtp/password'],
      [{ smtp: { password: PASSWORD } }, '/smtp/password'],
      [{ smtp: { host: 'mail.example', user: 'm', password: PASSWORD, security: 'none' } }, '/smtp/security'],
    ]
    for (const [body, pointer] of wrong) {
      const answer = await patch(body)
      assert.deepEqual([answer.status, answer.json['code']], [400, 'email_config_invalid'], JSON.stringify(body))
      assert.deepEqual(fieldsOf(answer), [pointer])
    }
    assert.equal((await patch({ smtp: { host: 'mail.example', user: 'm', password: PASSWORD } })).status, 200)
    for (const smtp of [{ host: 'evil.example' }, { port: 2525 }, { host: 'evil.example', password: '********' }]) {
      const moved = await patch({ smtp })
      assert.deepEqual([moved.status, fieldsOf(moved)], [400, ['/smtp/password']], JSON.stringify(smtp))
    }
    assert.equal((await patch({ smtp: { host: 'new.example', password: PASSWORD } })).status, 200)
    assert.equal((await patch({ smtp: { host: 'other.example', user: null, password: null } })).status, 200)
  })

  test('EM2: refuses unknown fields, addresses that are two, and names that are headers', async (t) => {
    const app = await createTestApp(t)
    const wrong: [object, string][] = [
      [{ colour: 'red' }, '/colour'],
      [{ smtp: { hots: 'x' } }, '/smtp/hots'],
      [{ provider: 'carrier-pigeon' }, '/provider'],
      [{ from_address: 'a@x.example,b@y.example' }, '/from_address'],
      [{ from_address: 'a@x.example\r\nBcc: b@y.example' }, '/from_address'],
      [{ from_name: 'A\r\nBcc: b@y.example' }, '/from_name'],
      [{ from_name: '' }, '/from_name'],
      [{ daily_limit: 0 }, '/daily_limit'],
      [{ smtp: { host: 'mail.example\r\n' } }, '/smtp/host'],
      [{ smtp: { host: 'http://mail.example' } }, '/smtp/host'],
      [{ smtp: { port: 70_000 } }, '/smtp/port'],
      [{ smtp: { security: 'maybe' } }, '/smtp/security'],
      [{ smtp: { password: 'a\nb' } }, '/smtp/password'],
    ]
    for (const [body, pointer] of wrong) {
      const answer = await app.admin('PATCH', '/admin/email-config', body)
      assert.deepEqual([answer.status, fieldsOf(answer)], [400, [pointer]], JSON.stringify(body))
    }
  })
})

describe('a test message', () => {
  test('arrives at a mail server, with login', async (t) => {
    const app = await createTestApp(t)
    const login = { user: 'mandate', password: PASSWORD }
    const server = await startSmtpServer(t, { login })
    assert.equal((await app.admin('PATCH', '/admin/email-config', smtpTo(server, login))).status, 200)
    const answer = await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' })
    assert.deepEqual([answer.status, answer.json], [200, { sent: true, to: 'maya@example.com' }])
    const spanish = await app.admin('POST', '/admin/test-email?locale=es', { to: 'maya@example.com' })
    assert.equal(spanish.status, 200)
    const subjects = server.received.map((mail) => headersOf(mail).find((header) => header.startsWith('Subject')))
    assert.deepEqual(subjects, ['Subject: Mandate can send mail', 'Subject: Mandate puede enviar correo'])
    const [event] = await auditOf(app, 'email.test_sent')
    assert.deepEqual(event?.metadata, { to: 'maya@example.com', template: null })
  })

  test('says in words why it did not leave', async (t) => {
    const app = await createTestApp(t)
    const server = await startSmtpServer(t)
    await app.admin('PATCH', '/admin/email-config', smtpTo(server))
    await server.close()
    const answer = await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' })
    assert.deepEqual([answer.status, answer.json['code']], [503, 'email_not_sent'])
    assert.equal(answer.json['message'], 'The message could not be sent: the mail server could not be reached.')
    const template = await app.admin('POST', '/admin/email-templates/reset/send-test', { to: 'maya@example.com' })
    assert.equal(template.status, 503)
    assert.deepEqual(await auditOf(app, 'email.test_sent'), [])
  })

  test('EM2: goes to one plain address', async (t) => {
    const app = await createTestApp(t)
    for (const to of [
      'a@x.example,b@y.example',
      'a@x.example\r\nBcc: b@y.example',
      'A <a@x.example>',
      '',
      '('.repeat(9000),
    ]) {
      for (const url of ['/admin/test-email', '/admin/email-templates/reset/send-test']) {
        const answer = await app.admin('POST', url, { to })
        assert.deepEqual([answer.status, fieldsOf(answer)], [400, ['/to']], to)
      }
    }
    assert.equal((await app.admin('POST', '/admin/test-email', {})).status, 400)
  })

  test('EM3: one mailbox gets ten an hour, and a full day stops them all', async (t) => {
    const app = await createTestApp(t)
    const send = (to: string) => app.admin('POST', '/admin/test-email', { to })
    const statuses = []
    for (let i = 0; i < 11; i++)
      statuses.push((await send(i % 2 === 0 ? 'maya@example.com' : 'MAYA@example.com')).status)
    assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429])
    await app.admin('PATCH', '/admin/email-config', { daily_limit: 10 })
    const full = await send('leon@example.com')
    assert.deepEqual([full.status, full.json['code']], [429, 'email_limit_reached'])
    assert.equal(full.headers['retry-after'], String(12 * 3600))
  })
})

describe('the dev inbox', () => {
  test('shows what would have been sent, with its links', async (t) => {
    const app = await createTestApp(t)
    await queueReset(app, 'maya@example.com')
    app.clock.advance(1)
    await queueReset(app, 'leon@example.com')
    await app.app.jobs.runNow('email.send')
    const list = await app.admin('GET', '/admin/dev/emails?include_total=true')
    assert.equal(list.status, 200)
    assert.equal(list.json['total'], 2)
    const [mail] = (await app.admin('GET', '/admin/dev/emails?to=maya@example.com')).json['data'] as Record<
      string,
      string
    >[]
    assert.deepEqual(Object.keys(mail ?? {}), ['id', 'to', 'subject', 'html', 'text', 'created_at'])
    assert.equal(mail?.['to'], 'maya@example.com')
    assert.equal(mail['subject'], 'Choose a new password')
    assert.match(mail['text'] ?? '', /Choose a new password: http:\/\/localhost:8080\/reset\?token=open-sesame/)
    const one = await app.admin('GET', `/admin/dev/emails/${mail['id']}`)
    assert.deepEqual([one.status, one.json], [200, mail])
    assert.equal(await linkTo(app, 'maya@example.com', /password/), `${app.baseUrl}/reset?token=open-sesame`)
    const page = await app.admin('GET', '/admin/dev/emails?limit=1')
    assert.equal((page.json['data'] as unknown[]).length, 1)
    const next = await app.admin(
      'GET',
      `/admin/dev/emails?limit=1&cursor=${encodeURIComponent(String(page.json['next_cursor']))}`,
    )
    assert.equal((next.json['data'] as { to: string }[]).length, 1)
    assert.equal(next.json['next_cursor'], null)
    assert.equal((await app.admin('GET', '/admin/dev/emails?cursor=x')).status, 400)
  })

  test('is emptied, on record', async (t) => {
    const app = await createTestApp(t)
    await queueReset(app, 'maya@example.com')
    const [mail] = await mailOf(app, 'maya@example.com')
    const cleared = await app.admin('DELETE', '/admin/dev/emails')
    assert.deepEqual([cleared.status, cleared.json['dry_run']], [200, false])
    assert.ok(Number(cleared.json['deleted_emails']) > 0)
    assert.deepEqual((await app.admin('GET', '/admin/dev/emails')).json['data'], [])
    const gone = await app.admin('GET', `/admin/dev/emails/${mail?.id}`)
    assert.deepEqual([gone.status, gone.json['code']], [404, 'dev_email_not_found'])
    assert.deepEqual((await auditOf(app, 'email.inbox_cleared'))[0]?.metadata, { count: 1 })
  })

  test('is closed while mail is really sent', async (t) => {
    const app = await createTestApp(t)
    await queueReset(app, 'maya@example.com')
    const [mail] = await mailOf(app, 'maya@example.com')
    await app.admin('PATCH', '/admin/email-config', { provider: 'smtp', smtp: { host: 'mail.example' } })
    for (const [method, url] of [
      ['GET', '/admin/dev/emails'],
      ['GET', `/admin/dev/emails/${mail?.id}`],
      ['DELETE', '/admin/dev/emails'],
    ] as const) {
      const answer = await app.admin(method, url)
      assert.deepEqual([answer.status, answer.json['code']], [404, 'dev_inbox_off'], url)
    }
  })
})

describe('a template', () => {
  test('is built in, in two languages, and lists what it may use', async (t) => {
    const app = await createTestApp(t)
    const { status, json } = await app.admin('GET', '/admin/email-templates')
    assert.equal(status, 200)
    const data = json['data'] as { id: string; customized: boolean; variables: string[] }[]
    assert.deepEqual(
      data.map(({ id }) => id),
      [
        'verify',
        'reset',
        'magic_link',
        'invitation',
        'welcome',
        'new_sign_in',
        'password_changed',
        'email_changed',
        'mfa_changed',
        'passkey_added',
        'account_linked',
        'operator_changed',
        'webhook_disabled',
        'account_deleted',
      ],
    )
    assert.ok(data.every(({ customized }) => !customized))
    assert.deepEqual(data[1]?.variables, ['name', 'link', 'expires_in', 'product_name', 'email'])
    assert.equal(json['next_cursor'], null)
    const spanish = await app.admin('GET', '/admin/email-templates/reset?locale=es')
    assert.equal(spanish.json['subject'], 'Elige una contraseña nueva')
    assert.equal((await app.admin('GET', '/admin/email-templates?locale=tlh')).status, 400)
  })

  test('takes an operator’s words, sends them, and goes back; each on record', async (t) => {
    const app = await createTestApp(t)
    const patch = {
      subject: 'Your way back to {{product_name}}',
      html: '<p>Dear {{name}}, <a href="{{link}}">here</a>.</p>',
    }
    const updated = await app.admin('PATCH', '/admin/email-templates/reset', patch)
    assert.equal(updated.status, 200, updated.text)
    assert.deepEqual(
      [updated.json['subject'], updated.json['html'], updated.json['customized'], updated.json['updated_at']],
      [patch.subject, patch.html, true, '2026-01-15T12:00:00.000Z'],
    )
    await queueReset(app, 'maya@example.com')
    const [mail] = await mailOf(app, 'maya@example.com')
    assert.equal(mail?.subject, 'Your way back to Mandate')
    assert.match(mail.text, /^Dear Maya, here: http:\/\/localhost:8080\/reset\?token=open-sesame\./)
    const spanish = await app.admin('GET', '/admin/email-templates/reset?locale=es')
    assert.equal(spanish.json['customized'], false, 'other languages keep theirs')

    app.clock.advance(1)
    const half = await app.admin('PATCH', '/admin/email-templates/reset', { html: null })
    assert.deepEqual([half.json['subject'], half.json['customized']], [patch.subject, true])
    assert.match(String(half.json['html']), /<h1>Choose a new password<\/h1>/)
    const reset = await app.admin('POST', '/admin/email-templates/reset/reset')
    assert.deepEqual(
      [reset.status, reset.json['subject'], reset.json['customized']],
      [200, 'Choose a new password', false],
    )
    assert.equal((await app.admin('POST', '/admin/email-templates/reset/reset')).status, 200, 'again is no mistake')
    const updates = await auditOf(app, 'email_template.updated')
    assert.deepEqual(
      updates.map(({ target_id, metadata }) => [target_id, metadata['changed']]),
      [
        ['reset', ['html']],
        ['reset', ['subject', 'html']],
      ],
    )
    assert.equal((await auditOf(app, 'email_template.reset')).length, 1)
  })

  test('EM1: an expression is no template: the answer names what it does not know, and nothing is saved', async (t) => {
    const app = await createTestApp(t)
    for (const [body, pointer, named] of [
      [{ html: '<p>{{constructor.constructor("return process")()}}</p>' }, '/html', 'constructor.constructor'],
      [{ html: '<p>{{__proto__}}</p>' }, '/html', '__proto__'],
      [{ html: '<p>{{password}}</p>' }, '/html', '{{password}}'],
      [{ html: '<p>Dear {{name}}</p>' }, '/html', 'must have {{link}}'],
      [{ subject: '{{toString}}' }, '/subject', 'toString'],
      [{ subject: 'Hello\r\nBcc: eve@evil.example' }, '/subject', 'one line'],
      [{ html: '<a href="{{name}}">x</a>' }, '/html', '{{name}}'],
    ] as const) {
      const answer = await app.admin('PATCH', '/admin/email-templates/reset', body)
      assert.deepEqual([answer.status, answer.json['code']], [400, 'email_template_invalid'], JSON.stringify(body))
      const { errors } = answer.json['details'] as { errors: { pointer: string; message: string }[] }
      assert.equal(errors[0]?.pointer, pointer)
      assert.ok(errors[0].message.includes(named), errors[0].message)
      const preview = await app.admin('POST', '/admin/email-templates/reset/preview', body)
      assert.equal(preview.status, 400)
    }
    assert.equal((await app.admin('GET', '/admin/email-templates/reset')).json['customized'], false)
    for (const body of [
      { body: 'x' },
      { subject: '' },
      { subject: 'x'.repeat(201) },
      { html: 1 },
      { html: 'x'.repeat(100_001) },
    ]) {
      assert.equal((await app.admin('PATCH', '/admin/email-templates/reset', body)).status, 400)
    }
    const huge = await app.admin('PATCH', '/admin/email-templates/reset', { html: 'x'.repeat(600_000) })
    assert.equal(huge.status, 413)
  })

  test('EM1: what a person calls themselves is never evaluated, and never markup', async (t) => {
    const app = await createTestApp(t)
    const name = '{{link}} {{constructor}} <img src=x onerror=alert(1)>'
    await app.admin('PATCH', '/admin/email-templates/reset', {
      subject: 'For {{name}}',
      html: '<p title="{{name}}">{{name}}</p><a href="{{link}}">Go on</a>',
    })
    await queueReset(app, 'maya@example.com', name)
    const [mail] = await mailOf(app, 'maya@example.com')
    assert.equal(mail?.subject, `For ${name}`)
    assert.ok(mail.text.startsWith(name))
    assert.doesNotMatch(mail.html, /<img/)
    assert.ok(mail.html.includes('{{link}} {{constructor}}'), 'what stands in the name stays as it is')
  })

  test('is previewed with samples or given values, saved or not', async (t) => {
    const app = await createTestApp(t)
    const url = '/admin/email-templates/new_sign_in/preview'
    const sample = await app.admin('POST', url, {})
    assert.equal(sample.status, 200)
    assert.deepEqual(Object.keys(sample.json), ['subject', 'html', 'text'])
    assert.match(String(sample.json['text']), /Hello Maya Lind,[^]*- Device: Firefox on Linux/)
    const given = await app.admin('POST', `${url}?locale=es`, {
      subject: '{{name}}: {{device}}',
      variables: { name: 'Zoë', device: 'Tablet\r\n' },
    })
    assert.equal(given.json['subject'], 'Zoë: Tablet')
    assert.match(String(given.json['text']), /^Nuevo acceso/)
    assert.equal((await app.admin('GET', '/admin/email-templates/new_sign_in')).json['customized'], false)
    for (const variables of [{ nmae: 'x' }, { link: 'https://evil.example/' }, { time: 'noon' }, { name: 1 }]) {
      assert.equal((await app.admin('POST', url, { variables })).status, 400, JSON.stringify(variables))
    }
  })

  test('EM1: shows itself in a sandbox that runs and sends nothing', async (t) => {
    const app = await createTestApp(t)
    const page = await app.admin('GET', '/admin/email-preview/magic_link?locale=es')
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(page.text, /^<!doctype html>[^]*Entra en Mandate/)
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /^sandbox; default-src 'none'; style-src 'unsafe-inline';/)
    assert.doesNotMatch(policy, /script-src|allow-/)
    assert.equal(page.headers['x-content-type-options'], 'nosniff')
  })

  test('sends itself with samples', async (t) => {
    const app = await createTestApp(t)
    const answer = await app.admin('POST', '/admin/email-templates/invitation/send-test', { to: 'maya@example.com' })
    assert.deepEqual([answer.status, answer.json], [200, { sent: true, to: 'maya@example.com' }])
    const [mail] = await mailOf(app, 'maya@example.com')
    assert.equal(mail?.subject, 'Alex Moreau invites you to Harbour Works')
    assert.match(mail.text, /invites you, maya@example\.com, to/)
    assert.deepEqual((await auditOf(app, 'email.test_sent'))[0]?.metadata, {
      to: 'maya@example.com',
      template: 'invitation',
    })
  })

  test('that nobody knows is not found', async (t) => {
    const app = await createTestApp(t)
    for (const [method, url, body] of [
      ['GET', '/admin/email-templates/unknown', undefined],
      ['GET', '/admin/email-templates/constructor', undefined],
      ['PATCH', '/admin/email-templates/unknown', { subject: 'x' }],
      ['POST', '/admin/email-templates/unknown/preview', {}],
      ['POST', '/admin/email-templates/unknown/send-test', { to: 'maya@example.com' }],
      ['POST', '/admin/email-templates/unknown/reset', undefined],
      ['GET', '/admin/email-preview/unknown', undefined],
      ['GET', '/admin/email-preview/__proto__', undefined],
    ] as const) {
      const answer = await app.admin(method, url, body)
      assert.deepEqual([answer.status, answer.json['code']], [404, 'email_template_not_found'], url)
    }
  })
})

describe('mail that is queued', () => {
  test('EM3: a mail server that swallows everything delays no request and fails none', async (t) => {
    const app = await createTestApp(t)
    const server = await startSmtpServer(t, { blackhole: true })
    await app.admin('PATCH', '/admin/email-config', smtpTo(server))
    await queueReset(app, 'maya@example.com')
    const sending = app.app.jobs.runNow('email.send')
    while (server.connections === 0) await pause(5)
    const started = performance.now()
    for (let i = 1; i < 50; i++) await queueReset(app, 'maya@example.com')
    assert.ok(performance.now() - started < 30_000, 'queueing waits for nobody')
    await server.close()
    await sending
    const { status } = (await app.admin('GET', '/admin/email-config')).json as { status: { waiting: number } }
    assert.equal(status.waiting, 5, 'fifty for one mailbox are five')
  })

  test('arrives by SMTP as it would in the inbox, in the reader’s language', async (t) => {
    const app = await createTestApp(t)
    const server = await startSmtpServer(t)
    await app.admin('PATCH', '/admin/email-config', smtpTo(server))
    await app.database.db.tx((tx) =>
      app.services.emails.queue(tx, {
        template: 'mfa_changed',
        to: 'maya@example.com',
        locale: 'es',
        variables: { name: 'Maya', change: 'disabled', time: '2026-01-15T12:00:00Z', link: `${app.baseUrl}/account` },
      }),
    )
    await app.app.jobs.runNow('email.send')
    const [mail] = server.received
    assert.ok(mail)
    assert.ok(headersOf(mail).includes('Subject: Acceso en dos pasos: desactivado'))
    assert.match(bodyOf(mail), /El 15 de enero de 2026 a las 12:00 UTC cambió algo/)
  })

  test('given up is an event that operators find', async (t) => {
    const app = await createTestApp(t)
    const server = await startSmtpServer(t, {
      refuse: (line) => (line.startsWith('RCPT') ? '550 5.1.1 gone' : undefined),
    })
    await app.admin('PATCH', '/admin/email-config', smtpTo(server))
    await queueReset(app, 'maya@example.com')
    await app.app.jobs.runNow('email.send')
    const [event] = await auditOf(app, 'email.failed')
    assert.equal(event?.actor_type, 'system')
    assert.match(event.target_id ?? '', /^eml_/)
    assert.deepEqual(event.metadata, {
      template: 'reset',
      to: 'maya@example.com',
      attempts: 1,
      reason: 'the mail server refused the recipient (it answered 550)',
    })
    app.clock.advance(MINUTE)
    await app.app.jobs.runNow('email.send')
    assert.equal((await auditOf(app, 'email.failed')).length, 1)
  })
})
