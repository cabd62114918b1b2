import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#test/support/engines.ts'
import { render, sql } from './sql.ts'
import {
  flag,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  named,
  table,
  text,
  textOrNull,
  word,
  wordOrNull,
} from './table.ts'

const things = table('things', {
  id: text,
  note: textOrNull,
  size: integer,
  doneAt: integerOrNull,
  isOpen: flag,
  state: word<'new' | 'old'>(),
  kind: wordOrNull<'a'>(),
  tags: json<string[]>(),
  extra: jsonOrNull<{ deep: number }>(),
})
const thing = {
  id: 'x',
  note: null,
  size: 2 ** 45,
  doneAt: null,
  isOpen: true,
  state: 'new',
  kind: null,
  tags: ['a', 'é'],
  extra: { deep: 1 },
} as const
const create = sql`CREATE TABLE things (id TEXT PRIMARY KEY, note TEXT, size BIGINT, done_at BIGINT, is_open INTEGER,
  state TEXT, kind TEXT, tags TEXT, extra TEXT)`

onEachEngine('an entity comes back as it was inserted and changed', async (_t, { db }) => {
  await db.run(create)
  await db.run(things.insert({ ...thing, tags: [...thing.tags] }))
  const read = async () => things.decode((await db.get(sql`SELECT ${things.columns} FROM things`)) ?? {})
  assert.deepEqual(await read(), thing)
  await db.run(sql`UPDATE things SET ${things.assign({ isOpen: false, extra: null, doneAt: 5 })} WHERE id = ${'x'}`)
  assert.deepEqual(await read(), { ...thing, isOpen: false, extra: null, doneAt: 5 })
})

test('columns carry the alias of their table', () => {
  const small = table('small', { id: text, createdAt: integer })
  assert.equal(render(small.columnsOf('s'), 'sqlite').text, 's.id, s.created_at')
})

test('a column can have another name than its field', () => {
  const small = table('small', { id: text, ip: named('address', textOrNull) })
  assert.equal(render(small.columns, 'sqlite').text, 'id, address')
  assert.equal(render(small.assign({ ip: '::1' }), 'sqlite').text, 'address = ?')
  assert.deepEqual(small.decode({ id: 'x', address: '::1' }), { id: 'x', ip: '::1' })
})

test('a change without fields or with an unknown one is refused', () => {
  assert.throws(() => things.assign({}), TypeError)
  assert.throws(() => things.assign({ unknown: 1 } as never), TypeError)
})
