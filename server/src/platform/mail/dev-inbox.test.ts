import assert from 'node:assert/strict'
import { sql } from '#/platform/db/sql.ts'
import { foundation } from '#test/support/admin-api.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { DevInbox } from './dev-inbox.ts'
import { MailFailure } from './mailer.ts'

const mail = (id: string, to: string) => ({
  id,
  from: { name: 'Mandate', address: 'no-reply@id.example' },
  to,
  subject: `For ${to}`,
  html: `<a href="https://id.example/reset?token=sesame">${id}</a>`,
  text: 'https://id.example/reset?token=sesame',
  date: 0,
})
const all = { before: undefined, limit: 10, includeTotal: true }

onEachEngine('keeps messages, lists them newest first and for one recipient', async (_t, { db, clock }) => {
  const inbox = new DevInbox(await foundation({ db, clock }))
  await inbox.send(mail('eml_1', 'a@example.com'))
  clock.advance(1)
  await inbox.send(mail('eml_2', 'b@example.com'))
  clock.advance(1)
  await inbox.send(mail('eml_3', 'a@example.com'))
  const ids = async (...of: Parameters<DevInbox['list']>) => (await inbox.list(...of)).rows.map(({ id }) => id)
  assert.deepEqual(await ids(all), ['eml_3', 'eml_2', 'eml_1'])
  assert.deepEqual(await ids(all, 'a@example.com'), ['eml_3', 'eml_1'])
  assert.equal((await inbox.list(all, 'A@Example.com')).total, 2)
  const before = { createdAt: clock.now(), id: 'eml_3' }
  const page = await inbox.list({ before, limit: 1, includeTotal: false })
  assert.deepEqual([page.rows.map(({ id }) => id), page.next?.id], [['eml_2'], 'eml_2'], 'and there are more')
  const found = await inbox.find('eml_2')
  assert.equal(found?.recipient, 'b@example.com')
  assert.equal(found?.text, 'https://id.example/reset?token=sesame')
  assert.equal(await inbox.find('eml_4'), undefined)
})

onEachEngine('a second attempt at a message brings no second message', async (_t, { db, clock }) => {
  const inbox = new DevInbox(await foundation({ db, clock }))
  await inbox.send(mail('eml_1', 'a@example.com'))
  await inbox.send(mail('eml_1', 'a@example.com'))
  assert.equal((await inbox.list(all)).total, 1)
})

onEachEngine('HT8: keeps no link in the clear, and is empty when cleared', async (_t, { db, clock }) => {
  const inbox = new DevInbox(await foundation({ db, clock }))
  await inbox.send(mail('eml_1', 'a@example.com'))
  assert.doesNotMatch(JSON.stringify(await db.all(sql`SELECT * FROM dev_emails`)), /sesame/)
  assert.equal(await db.tx((tx) => inbox.clear(tx)), 1)
  assert.equal((await inbox.list(all)).total, 0)
})

onEachEngine('EM2: refuses what a mail server would be refused', async (_t, { db, clock }) => {
  const inbox = new DevInbox(await foundation({ db, clock }))
  await assert.rejects(inbox.send({ ...mail('eml_1', 'a@example.com'), subject: 'a\nb' }), MailFailure)
  assert.equal((await inbox.list(all)).total, 0)
})
