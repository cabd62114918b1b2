import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { Type } from 'typebox'
import { isId } from '#/platform/ids.ts'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { eventType, systemActor } from './event.ts'
import { newEvents } from '#test/support/events.ts'
import { events as table } from './event-table.ts'

const doorOpened = eventType('door.opened', 'A door was opened.', Type.Object({ door: Type.String() }))
const actor = {
  type: 'user',
  id: 'usr_1',
  requestId: 'req_1',
  clientRequestId: 'deploy-4711',
  ip: '127.0.0.1',
} as const

describe('recording an event', () => {
  onEachEngine('writes one row that says who, what, to whom, from where and when', async (_t, { db, clock }) => {
    const events = newEvents({ clock })
    const id = await db.tx((tx) =>
      events.record(tx, doorOpened, {
        actor,
        target: { type: 'door', id: 'd1' },
        result: 'denied',
        data: { door: 'café' },
      }),
    )
    assert.ok(isId('aud', id))
    const row = await db.get(sql`SELECT ${table.columns} FROM events WHERE id = ${id}`)
    const { mac, ...entry } = row ? table.decode(row) : {}
    assert.match(mac ?? '', /^[\w-]{43}$/)
    assert.deepEqual(entry, {
      id,
      name: 'door.opened',
      actorType: 'user',
      actorId: 'usr_1',
      targetType: 'door',
      targetId: 'd1',
      result: 'denied',
      data: { door: 'café' },
      requestId: 'req_1',
      clientRequestId: 'deploy-4711',
      ip: '127.0.0.1',
      createdAt: clock.now(),
      sequence: null,
      hash: null,
    })
  })

  onEachEngine('stands for success, and needs neither target nor request', async (_t, { db, clock }) => {
    const input = { actor: systemActor('tests'), target: null, data: { door: 'd' } }
    const id = await db.tx((tx) => newEvents({ clock }).record(tx, doorOpened, input))
    const row = await db.get(sql`SELECT ${table.columns} FROM events WHERE id = ${id}`)
    assert.ok(row)
    const { result, targetId, requestId } = table.decode(row)
    assert.deepEqual({ result, targetId, requestId }, { result: 'success', targetId: null, requestId: null })
  })

  onEachEngine('alone takes a transaction of its own', async (_t, { db, clock }) => {
    const input = { actor, target: null, data: { door: 'd' } }
    const id = await newEvents({ clock }).recordAlone(db, doorOpened, input)
    assert.deepEqual(
      (await db.all(sql`SELECT id FROM events`)).map((row) => row['id']),
      [id],
    )
  })

  onEachEngine('is undone with its transaction', async (_t, { db, clock }) => {
    const events = newEvents({ clock })
    const undone = db.tx(async (tx) => {
      await events.record(tx, doorOpened, { actor, target: null, data: { door: 'd' } })
      throw new Error('undo')
    })
    await assert.rejects(undone, /undo/)
    assert.deepEqual(await db.all(sql`SELECT id FROM events`), [])
  })

  onEachEngine(
    'HT8 data outside the schema, such as a secret that slipped in, is refused',
    async (_t, { db, clock }) => {
      const events = newEvents({ clock })
      for (const data of [{}, { door: 1 }, { door: 'd', client_secret: 's' }]) {
        const record = db.tx((tx) =>
          events.record(tx, doorOpened, { actor, target: null, data: data as { door: string } }),
        )
        await assert.rejects(record, /the data of event door.opened does not fit its schema/)
      }
      assert.deepEqual(await db.all(sql`SELECT id FROM events`), [])
    },
  )
})
