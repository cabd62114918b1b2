import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makeMail, outboxOf, queueReset, SECRET_LINK, useServer } from '#test/support/mail.ts'
import { bodyOf, startSmtpServer } from '#test/support/smtp.ts'
import type { Db } from '#/platform/db/db.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const stateOf = async (db: Db) => (await outboxOf(db)).map((row) => row['state'])
const failures = async (db: Db) =>
  (await db.all(sql`SELECT data FROM events WHERE name = 'email.failed'`)).map(
    (row) => JSON.parse(row['data'] as string) as Record<string, unknown>,
  )
const everythingIn = async (db: Db) =>
  JSON.stringify(await Promise.all([outboxOf(db), db.all(sql`SELECT * FROM events`), db.all(sql`SELECT * FROM jobs`)]))

describe('sending', () => {
  onEachEngine('brings each message to its reader, and forgets the link', async (t, { db, clock }) => {
    const server = await startSmtpServer(t)
    const mail = await makeMail({ db, clock })
    await useServer(mail, server, { from_address: 'hello@id.example', from_name: 'Acme' })
    for (let i = 0; i < 9; i++) await queueReset(db, mail, `person${i}@example.com`)
    await mail.worker.drain()
    assert.deepEqual(
      server.received.flatMap(({ recipients }) => recipients).toSorted(),
      Array.from({ length: 9 }, (_, i) => `person${i}@example.com`),
    )
    const [first] = server.received
    assert.ok(first)
    assert.equal(first.from, 'hello@id.example')
    assert.ok(bodyOf(first).includes(SECRET_LINK))
    assert.match(first.raw, /^From: Acme <hello@id\.example>$/m)
    assert.ok((await stateOf(db)).every((state) => state === 'sent'))
    assert.ok((await outboxOf(db)).every((row) => row['variables_sealed'] === null))
    assert.equal((await mail.mailTransport.status()).sentToday, 9)
    assert.ok(server.connections <= 4)
  })

  onEachEngine('sends each of many messages once, from two nodes at a time', async (t, { db, clock, url }) => {
    const server = await startSmtpServer(t)
    const other = await openDatabase({ url })
    try {
      const here = await makeMail({ db, clock })
      const there = await makeMail({ db: other.db, clock }, here.keys)
      await useServer(here, server)
      for (let i = 0; i < 20; i++) await queueReset(db, here, `person${i}@example.com`)
      await Promise.all([here.worker.drain(), there.worker.drain()])
      await here.worker.drain()
      const recipients = server.received.flatMap((one) => one.recipients)
      assert.equal(recipients.length, 20)
      assert.equal(new Set(recipients).size, 20)
    } finally {
      await other.close()
    }
  })

  onEachEngine(
    'EM3: while the mail server is down everything waits, and nothing counts against a message',
    async (t, { db, clock }) => {
      const server = await startSmtpServer(t)
      const mail = await makeMail({ db, clock })
      await useServer(mail, server)
      const { port } = server
      await server.close()
      await queueReset(db, mail)
      for (let i = 0; i < 15; i++) {
        await mail.worker.drain()
        clock.advance(HOUR)
      }
      const [row] = await outboxOf(db)
      assert.deepEqual([row?.['state'], row?.['attempts']], ['queued', 0])
      assert.equal(row?.['last_error'], 'the mail server could not be reached')
      assert.equal((await mail.mailTransport.status()).sentToday, 0)
      await server.listen(port)
      await mail.worker.drain()
      assert.deepEqual(await stateOf(db), ['sent'])
      assert.equal(server.received.length, 1)
      assert.doesNotMatch(JSON.stringify(mail.logged) + (await everythingIn(db)), /sesame/)
    },
  )

  onEachEngine('gives up at once what a mailbox refuses for good, and says so', async (t, { db, clock }) => {
    const refuse = (command: string) => (command.startsWith('RCPT TO:<gone@') ? '550 5.1.1 no such user' : undefined)
    const server = await startSmtpServer(t, { refuse })
    const mail = await makeMail({ db, clock })
    await useServer(mail, server)
    await queueReset(db, mail, 'gone@example.com')
    clock.advance(1)
    await queueReset(db, mail, 'here@example.com')
    await mail.worker.drain()
    assert.deepEqual(await stateOf(db), ['failed', 'sent'])
    assert.deepEqual(await failures(db), [
      {
        template: 'reset',
        to: 'gone@example.com',
        attempts: 1,
        reason: 'the mail server refused the recipient (it answered 550)',
      },
    ])
    assert.equal((await outboxOf(db))[0]?.['variables_sealed'], null)
    assert.equal((await mail.mailTransport.status()).sentToday, 1, 'what did not leave is not counted')
    assert.doesNotMatch(JSON.stringify(mail.logged) + (await everythingIn(db)), /sesame/)
  })

  onEachEngine(
    'tries again what is not wanted now, ever later, and gives up after the tenth time',
    async (t, { db, clock }) => {
      let commands = 0
      const refuse = (command: string) => (command.startsWith('RCPT') && ++commands ? '450 4.2.0 later' : undefined)
      const server = await startSmtpServer(t, { refuse })
      const mail = await makeMail({ db, clock })
      await useServer(mail, server)
      await queueReset(db, mail)
      const waits: number[] = []
      while ((await stateOf(db))[0] === 'queued') {
        await mail.worker.drain()
        const due = Number((await outboxOf(db))[0]?.['next_at'])
        if ((await stateOf(db))[0] === 'queued') waits.push((due - clock.now()) / MINUTE)
        clock.set(due - 1)
        await mail.worker.drain()
        clock.advance(1)
      }
      for (const [i, least] of [0.5, 2, 8, 32, 128, 240, 240, 240, 240].entries()) {
        const wait = waits[i] ?? 0
        assert.ok(wait >= least && wait <= least * 1.1, `${wait} minutes after attempt ${i + 1}`)
      }
      assert.equal(waits.length, 9)
      assert.equal(commands, 10, 'never before it is due')
      assert.equal((await failures(db))[0]?.['attempts'], 10)
    },
  )

  onEachEngine('never sends what is pointless by now', async (t, { db, clock }) => {
    const server = await startSmtpServer(t)
    const mail = await makeMail({ db, clock })
    await useServer(mail, server)
    await queueReset(db, mail, 'maya@example.com', clock.now() + 30 * MINUTE)
    await queueReset(db, mail, 'leon@example.com')
    clock.advance(30 * MINUTE)
    await mail.worker.drain()
    clock.advance(3 * DAY)
    assert.deepEqual(
      server.received.flatMap(({ recipients }) => recipients),
      ['leon@example.com'],
    )
    assert.deepEqual(
      (await failures(db)).map(({ to, reason }) => [to, reason]),
      [['maya@example.com', 'it waited for too long']],
    )
  })

  onEachEngine(
    'EM3: when the day is full the rest waits for the next day, or for a higher limit',
    async (t, { db, clock }) => {
      const server = await startSmtpServer(t)
      const mail = await makeMail({ db, clock })
      await useServer(mail, server, { daily_limit: 3 })
      for (let i = 0; i < 6; i++) await queueReset(db, mail, `person${i}@example.com`)
      await mail.worker.drain()
      assert.equal(server.received.length, 3)
      assert.deepEqual((await stateOf(db)).toSorted(), ['queued', 'queued', 'queued', 'sent', 'sent', 'sent'])
      await mail.emailSettings.update({ daily_limit: 4 }, { type: 'admin', id: 'key_1', requestId: null, ip: null })
      clock.advance(15 * MINUTE)
      await mail.worker.drain()
      assert.equal(server.received.length, 4)
      clock.set(Date.UTC(2026, 0, 16))
      await mail.worker.drain()
      assert.equal(server.received.length, 6)
      assert.deepEqual(await failures(db), [])
    },
  )

  onEachEngine(
    'EM3: what people wait for takes turns with what strangers have us send, however much that is',
    async (t, { db, clock }) => {
      const server = await startSmtpServer(t)
      const mail = await makeMail({ db, clock })
      await useServer(mail, server)
      const queue = (to: string, budget: 'people' | 'newcomers') =>
        db.tx((tx) =>
          mail.emails.queue(tx, {
            template: 'verify',
            to,
            variables: { name: 'Maya', link: SECRET_LINK, expires_in: '30' },
            budget,
          }),
        )
      for (let i = 0; i < 30; i++) await queue(`stranger${i}@example.com`, 'newcomers')
      clock.advance(1000)
      for (let i = 0; i < 3; i++) await queue(`person${i}@example.com`, 'people')
      await mail.worker.drain()
      const order = server.received.map(({ recipients }) => recipients[0] ?? '')
      assert.equal(order.length, 33)
      assert.ok(Math.max(...[0, 1, 2].map((i) => order.indexOf(`person${i}@example.com`))) < 12, order.join())
    },
  )

  onEachEngine(
    'a message that can not be written is logged and tried again, and keeps no other back',
    async (t, { db, clock }) => {
      const server = await startSmtpServer(t)
      const mail = await makeMail({ db, clock })
      await useServer(mail, server)
      await queueReset(db, mail, 'broken@example.com')
      await db.run(sql`UPDATE email_outbox SET variables_sealed = 'v1.broken'`)
      clock.advance(1)
      await queueReset(db, mail, 'fine@example.com')
      await mail.worker.drain()
      assert.deepEqual(await stateOf(db), ['queued', 'sent'])
      assert.match(JSON.stringify(await outboxOf(db)), /could not be written/)
      assert.ok(mail.logged.some((line) => 'err' in line))
    },
  )
})

describe('a mail server that failed', () => {
  onEachEngine(
    'is knocked at ever more seldom, at once when the settings change, and counts as one failure for all',
    async (t, { db, clock }) => {
      const server = await startSmtpServer(t)
      const mail = await makeMail({ db, clock })
      const { mailTransport: transport } = mail
      const { port } = server
      await useServer(mail, { port })
      await server.close()
      const letter = {
        id: 'eml_1',
        to: 'maya@example.com',
        budget: 'people' as const,
        subject: 'x',
        html: 'x',
        text: 'x',
      }
      const fail = () => assert.rejects(transport.send(letter), { name: 'MailFailure', kind: 'unreachable' })
      const secondsOfRest = async () => {
        let seconds = 0
        for (; !(await transport.isReachable()); seconds++) clock.advance(1000)
        return seconds
      }
      const rests: number[] = []
      for (let i = 0; i < 9; i++) {
        await Promise.all([fail(), fail(), fail()])
        rests.push(await secondsOfRest())
      }
      assert.deepEqual(rests, [5, 10, 20, 40, 80, 160, 300, 300, 300])
      await fail()
      clock.advance(1)
      await useServer(mail, { port }, { from_name: 'Another' })
      assert.equal(await transport.isReachable(), true)
      await fail()
      assert.equal(await secondsOfRest(), 5)
      await fail()
      await server.listen(port)
      await transport.send(letter)
      assert.equal(await transport.isReachable(), true)
      await server.close()
      await fail()
      clock.advance(-DAY)
      assert.equal(await transport.isReachable(), true, 'F12 a clock that went back stops nothing')
      transport.close()
    },
  )
})
