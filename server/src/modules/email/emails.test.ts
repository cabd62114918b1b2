import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { openDatabase } from '#/platform/db/open.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { makeMail, outboxOf, queueReset, SECRET_LINK } from '#test/support/mail.ts'

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
})
