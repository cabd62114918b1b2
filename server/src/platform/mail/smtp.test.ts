import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyOf, headersOf, startSmtpServer } from '#test/support/smtp.ts'
import { outboundTo } from '#test/support/mail.ts'
import type { TestContext } from 'node:test'
import { MailFailure } from './mailer.ts'
import { SmtpMailer } from './smtp.ts'
import type { MailMessage } from './mailer.ts'
import type { SmtpOptions } from './smtp.ts'

const message: MailMessage = {
  id: 'eml_1',
  from: { name: 'Mandate', address: 'no-reply@id.example' },
  to: 'maya@example.com',
  subject: 'Grüße, Māya ✓',
  html: '<p>Ça va?</p>',
  text: 'Ça va?',
  date: Date.UTC(2026, 0, 15, 12),
}

function mailerFor(t: TestContext, port: number, options: Partial<SmtpOptions> = {}): SmtpMailer {
  const mailer = new SmtpMailer({
    host: '127.0.0.1',
    port,
    login: undefined,
    security: 'none',
    clientName: 'id.example',
    maxConnections: 1,
    dial: outboundTo().dial,
    timeouts: { connectMs: 2000, answerMs: 300, messageMs: 2000 },
    ...options,
  })
  t.after(() => mailer.close())
  return mailer
}

const failure = async (sending: Promise<void>): Promise<MailFailure> => {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof MailFailure, String(error))
  return error
}

describe('a mail server', () => {
  test('gets the message with its two parts, one recipient and the headers of a machine', async (t) => {
    const server = await startSmtpServer(t)
    await mailerFor(t, server.port).send(message)
    const [mail] = server.received
    assert.ok(mail)
    assert.equal(mail.from, 'no-reply@id.example')
    assert.deepEqual(mail.recipients, ['maya@example.com'])
    const headers = headersOf(mail)
    for (const header of [
      'From: Mandate <no-reply@id.example>',
      'To: maya@example.com',
      'Message-ID: <eml_1@id.example>',
      'Date: Thu, 15 Jan 2026 12:00:00 +0000',
      'Auto-Submitted: auto-generated',
    ]) {
      assert.ok(headers.includes(header), `${header} in\n${headers.join('\n')}`)
    }
    assert.match(bodyOf(mail), /text\/plain[^]*Ça va\?[^]*text\/html[^]*<p>Ça va\?<\/p>/)
    assert.equal(server.commands[0], 'EHLO id.example')
  })

  test('takes several messages over one connection, and gets the login it wants', async (t) => {
    const server = await startSmtpServer(t, { login: { user: 'mandate', password: 'pläin word' } })
    const mailer = mailerFor(t, server.port, { login: { user: 'mandate', password: 'pläin word' } })
    await mailer.send(message)
    await mailer.send({ ...message, id: 'eml_2' })
    assert.equal(server.received.length, 2)
    assert.equal(server.connections, 1)
  })

  test('EM2: sees no header and no command that a subject or a name brought', async (t) => {
    const server = await startSmtpServer(t)
    const mailer = mailerFor(t, server.port)
    for (const part of [
      { subject: 'Hello\r\nBcc: eve@evil.example' },
      { to: 'maya@example.com\r\nRCPT TO:<eve@evil.example>' },
      { from: { name: 'A\r\nBcc: eve@evil.example', address: 'a@id.example' } },
    ]) {
      assert.equal((await failure(mailer.send({ ...message, ...part }))).kind, 'refused')
    }
    assert.equal(server.connections, 0)
    await mailer.send({
      ...message,
      subject: 'Bcc: eve@evil.example',
      from: { name: 'A, "B" <x@y>', address: 'a@id.example' },
    })
    const [mail] = server.received
    assert.ok(mail)
    assert.deepEqual(mail.recipients, ['maya@example.com'])
    assert.ok(!headersOf(mail).some((header) => /^bcc/i.test(header)))
    assert.ok(headersOf(mail).includes('Subject: Bcc: eve@evil.example'))
  })

  test('ends a message whose recipient it does not know, but not one that its policy refuses', async (t) => {
    for (const [answer, kind] of [
      ['550 5.1.1 no such user', 'refused'],
      ['553 no', 'refused'],
      ['554 5.7.1 relaying denied', 'deferred'],
      ['450 4.2.0 greylisted', 'deferred'],
    ] as const) {
      const server = await startSmtpServer(t, {
        refuse: (command) => (command.startsWith('RCPT') ? answer : undefined),
      })
      const { kind: got, message: reason } = await failure(mailerFor(t, server.port).send(message))
      assert.equal(got, kind, answer)
      assert.equal(reason, `the mail server refused the recipient (it answered ${answer.slice(0, 3)})`)
    }
  })

  test('may not take the message now', async (t) => {
    const server = await startSmtpServer(t, { refuse: (command) => (command === 'DATA' ? '451 busy' : undefined) })
    assert.equal((await failure(mailerFor(t, server.port).send(message))).kind, 'deferred')
  })

  test('that refuses the sender refuses everything', async (t) => {
    const server = await startSmtpServer(t, {
      refuse: (command) => (command.startsWith('MAIL') ? '553 no' : undefined),
    })
    assert.equal((await failure(mailerFor(t, server.port).send(message))).kind, 'unreachable')
  })

  test('HT8: that repeats the password is not quoted', async (t) => {
    const server = await startSmtpServer(t, { login: { user: 'mandate', password: 'right' } })
    const login = { user: 'mandate', password: 'wrong-secret' }
    const error = await failure(mailerFor(t, server.port, { login }).send(message))
    assert.equal(error.kind, 'unreachable')
    assert.equal(error.message, 'the mail server did not accept user and password (it answered 535)')
    assert.doesNotMatch(JSON.stringify([error.message, error.stack, error.cause ?? null]), /wrong-secret/)
  })

  test('that is not there, says nothing or is no mail server is told apart', async (t) => {
    const gone = await startSmtpServer(t)
    const { port } = gone
    await gone.close()
    assert.match((await failure(mailerFor(t, port).send(message))).message, /could not be reached/)
    const silent = await startSmtpServer(t, { blackhole: true })
    const started = performance.now()
    const error = await failure(mailerFor(t, silent.port).send(message))
    assert.equal(error.kind, 'unreachable')
    assert.match(error.message, /did not answer in time/)
    assert.ok(performance.now() - started < 30_000)
  })

  test('without the TLS that was asked for gets neither password nor message', async (t) => {
    const login = { user: 'mandate', password: 'right' }
    for (const security of ['starttls', 'tls'] as const) {
      const server = await startSmtpServer(t, { login })
      const error = await failure(mailerFor(t, server.port, { login, security }).send(message))
      assert.equal(error.kind, 'unreachable', error.message)
      assert.deepEqual(server.received, [])
      assert.ok(!server.commands.some((line) => line.startsWith('AUTH')))
    }
  })
})

describe('the way to a mail server', () => {
  const to = (addresses: Readonly<Record<string, readonly string[]>>) =>
    outboundTo((host) => Promise.resolve(addresses[host] ?? [])).dial

  test('RG2: never leads to a link-local address, whatever name stands before it', async (t) => {
    const dial = to({
      'metadata.example': ['169.254.169.254'],
      'mixed.example': ['127.0.0.1', '169.254.169.254'],
      'six.example': ['fe80::1'],
      'mapped.example': ['::ffff:169.254.169.254'],
    })
    const server = await startSmtpServer(t)
    const names = ['metadata.example', 'mixed.example', 'six.example', 'mapped.example', '169.254.169.254', '[fe80::1]']
    for (const host of names) {
      const { kind, message: reason } = await failure(mailerFor(t, server.port, { host, dial }).send(message))
      const expected = host.startsWith('[') ? /could not be reached/ : /^the mail server is at an address that is never/
      assert.match(reason, expected, host)
      assert.equal(kind, 'unreachable')
    }
    assert.equal(server.connections, 0)
  })

  test('leads to this machine, as an operator named it, and to each address of a name until one answers', async (t) => {
    const server = await startSmtpServer(t)
    const dial = to({ 'mail.example': ['::1', '127.0.0.1'] })
    await mailerFor(t, server.port, { host: 'mail.example', dial }).send(message)
    assert.equal(server.received.length, 1)
  })

  test('EM3: is given up when a name server or a mail server says nothing in time', async (t) => {
    const silent = outboundTo(() => new Promise(() => {})).dial
    const timeouts = { connectMs: 50, answerMs: 300, messageMs: 2000 }
    const lost = await failure(mailerFor(t, 25, { host: 'mail.example', dial: silent, timeouts }).send(message))
    assert.match(lost.message, /did not answer in time/)
    const nowhere = to({})
    const gone = await failure(mailerFor(t, 25, { host: 'mail.example', dial: nowhere }).send(message))
    assert.match(gone.message, /could not be reached/)
  })

  test('looks a name up anew for each connection', async (t) => {
    const server = await startSmtpServer(t)
    let lookups = 0
    const { dial } = outboundTo(() => Promise.resolve(lookups++ === 0 ? ['127.0.0.1'] : ['169.254.169.254']))
    const first = mailerFor(t, server.port, { host: 'mail.example', dial })
    await first.send(message)
    await first.send({ ...message, id: 'eml_2' })
    first.close()
    await failure(mailerFor(t, server.port, { host: 'mail.example', dial }).send(message))
    assert.deepEqual([lookups, server.connections], [2, 1])
  })
})
