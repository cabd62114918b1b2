import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { sql } from '#/platform/db/sql.ts'
import type { MailBudget } from './template-kinds.ts'
import { makeMail, outboxOf, queueReset, SECRET_LINK } from '#test/support/mail.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OPERATOR = { type: 'admin', id: 'key_1', requestId: null, ip: null } as const

describe('queueing a message', () => {
  onEachEngine('HT8: keeps its link sealed, and nothing when the transaction fails', async (_t, { db, clock }) => {
    const mail = await makeMail({ db, clock })
    assert.equal(await queueReset(db, mail), true)
    const [row] = await outboxOf(db)
    assert.deepEqual(
      [row?.['template'], row?.['recipient'], row?.['state'], row?.['attempts']],
      ['reset', 'maya@example.com', 'queued', 0],
    )
    assert.match(String(row?.['variables_sealed']), /^v1\./)
    assert.doesNotMatch(JSON.stringify(row), /sesame/)
    const undone = db.tx(async (tx) => {
      await mail.emails.queue(tx, {
        template: 'welcome',
        to: 'maya@example.com',
        variables: { name: 'Maya', link: SECRET_LINK },
      })
      throw new Error('undo')
    })
    await assert.rejects(undone, /undo/)
    assert.equal((await outboxOf(db)).length, 1)
  })

  onEachEngine(
    'EM3: 50 at once to one person are 5, however the address is spelled, over two nodes',
    async (_t, { db, clock, url }) => {
      const other = await openDatabase({ url })
      try {
        const here = await makeMail({ db, clock })
        const there = await makeMail({ db: other.db, clock }, here.keys)
        const taken = await Promise.all(
          Array.from({ length: 50 }, (_, i) =>
            i % 2 === 0 ? queueReset(db, here, 'maya@example.com') : queueReset(other.db, there, 'MAYA@example.com'),
          ),
        )
        assert.equal(taken.filter(Boolean).length, 5)
        assert.equal((await outboxOf(db)).length, 5)
        assert.equal(await queueReset(db, here, 'other@example.com'), true, 'others are not bound')
        clock.advance(12 * 60_000)
        assert.equal(await queueReset(db, here), true, 'one more after a while')
        assert.equal(await queueReset(db, here), false)
      } finally {
        await other.close()
      }
    },
  )

  onEachEngine('EM3: asking for links keeps no notice from its reader', async (_t, { db, clock }) => {
    const mail = await makeMail({ db, clock })
    for (let i = 0; i < 6; i++) await queueReset(db, mail)
    const notice = (template: 'welcome') =>
      db.tx((tx) =>
        mail.emails.queue(tx, { template, to: 'maya@example.com', variables: { name: 'Maya', link: SECRET_LINK } }),
      )
    for (let i = 0; i < 20; i++) assert.equal(await notice('welcome'), true)
    assert.equal(await notice('welcome'), false)
  })

  onEachEngine('EM2: takes one plain address and nothing else', async (_t, { db, clock }) => {
    const mail = await makeMail({ db, clock })
    for (const to of [
      'a@example.com,b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'Maya <a@example.com>',
      '',
    ]) {
      await assert.rejects(queueReset(db, mail, to), TypeError, to)
    }
    assert.deepEqual(await outboxOf(db), [])
  })

  onEachEngine('EM3: sign-ups from everywhere leave half of the day to people', async (_t, { db, clock }) => {
    const mail = await makeMail({ db, clock })
    await mail.emailSettings.update({ daily_limit: 10 }, OPERATOR)
    const queue = (to: string, budget: MailBudget, source: string, lifetimeMs = HOUR) =>
      db.tx((tx) =>
        mail.emails.queue(tx, {
          template: 'verify',
          to,
          variables: { name: 'Maya', link: SECRET_LINK, expires_in: '30' },
          expiresAt: clock.now() + lifetimeMs,
          budget,
          source,
        }),
      )
    const strangers = []
    for (let i = 0; i < 9; i++) strangers.push(await queue(`stranger${i}@example.com`, 'newcomers', `198.51.100.${i}`))
    assert.equal(strangers.filter(Boolean).length, 5, 'what would not be sent is not kept')
    const people = []
    for (let i = 0; i < 12; i++) people.push(await queue(`person${i}@example.com`, 'people', '198.51.100.1'))
    assert.equal(people.filter(Boolean).length, 10, 'whatever strangers wait for')
    assert.equal(await queue('late@example.com', 'people', '198.51.100.1', 3 * DAY), true, 'tomorrow will do')
    await mail.worker.drain()
    const sent = await db.all(sql`SELECT budget FROM email_outbox WHERE state = 'sent' ORDER BY finished_at, id`)
    assert.equal(sent.length, 10)
    assert.ok(sent.filter(({ budget }) => budget === 'people').length >= 5)
    clock.advance(DAY)
    assert.equal(await queue('another@example.com', 'newcomers', '198.51.100.1'), true, 'a new day')
  })

  onEachEngine('EM3: one network has sixty messages an hour sent to strangers', async (_t, { db, clock }) => {
    const mail = await makeMail({ db, clock })
    await mail.emailSettings.update({ daily_limit: 1000 }, OPERATOR)
    const queue = (i: number, source: string | null, budget: MailBudget = 'newcomers') =>
      db.tx((tx) =>
        mail.emails.queue(tx, {
          template: 'verify',
          to: `person${i}@example.com`,
          variables: { name: 'Maya', link: SECRET_LINK, expires_in: '30' },
          budget,
          source,
        }),
      )
    let taken = 0
    for (let i = 0; i < 70; i++) if (await queue(i, `2001:db8:0:7::${i}`)) taken++
    assert.equal(taken, 60)
    assert.equal(await queue(100, '2001:db8:0:8::1'), true)
    assert.equal(await queue(101, '2001:db8:0:7::1', 'people'), true)
    assert.equal(await queue(102, null), true)
  })
})
