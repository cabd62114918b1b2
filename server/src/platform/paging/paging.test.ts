import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { httpFixture } from '#test/support/http.ts'
import { decodeCursor, encodeCursor, ListQuery, listOf, pageOf, pageOfAll, pageRequest, pageView } from './paging.ts'
import { route } from '#/platform/http/routing/route.ts'

const rows = Array.from({ length: 5 }, (_, i) => ({ id: `usr_${9 - i}`, createdAt: 1_000_000 - i }))
const Entry = Type.Object({ id: Type.String() })
const list = route({
  name: 'things.list',
  method: 'GET',
  url: '/things',
  auth: { kind: 'public' },
  summary: 'List',
  tag: 'tests',
  schema: { query: ListQuery, response: { 200: listOf(Entry) } },
  handler: ({ query }) => {
    const { before, limit, includeTotal } = pageRequest(query)
    const left = rows.filter(({ createdAt }) => before === undefined || createdAt < before.createdAt)
    return pageView(pageOf(left.slice(0, limit + 1), limit, includeTotal ? rows.length : undefined), ({ id }) => ({
      id,
    }))
  },
})
const { send } = httpFixture({ areas: [{ area: 'api', routes: [list] }] })

interface Listed {
  readonly data: { id: string }[]
  readonly next_cursor: string | null
  readonly total?: number
}
const read = async (query: string): Promise<Listed> =>
  (await send({ url: `/api/v1/things?${query}` })).json as unknown as Listed

test('a list is walked page by page to its end', async () => {
  const ids: string[] = []
  let behind: string | null = ''
  while (behind !== null) {
    const answer: Listed = await read(`limit=2${behind}`)
    assert.ok(answer.data.length <= 2)
    ids.push(...answer.data.map(({ id }) => id))
    behind = answer.next_cursor && `&cursor=${encodeURIComponent(answer.next_cursor)}`
  }
  assert.deepEqual(ids, ['usr_9', 'usr_8', 'usr_7', 'usr_6', 'usr_5'])
})

test('what stands in memory as a whole is paged as a list of the database is: newest first, of one moment by id', () => {
  const position = (createdAt: number, id: string) => ({ createdAt, id })
  const all = [position(1, 'a'), position(2, 'b'), position(2, 'c'), position(3, 'd')]
  const page = (limit: number, before?: (typeof all)[number]) =>
    pageOfAll(all, (it) => it, { limit, before, includeTotal: true })
  assert.deepEqual(
    page(9).rows.map(({ id }) => id),
    ['d', 'c', 'b', 'a'],
  )
  assert.deepEqual([page(9).next, page(4).next, page(9).total], [undefined, undefined, 4])
  const seen: string[] = []
  let next: (typeof all)[number] | undefined
  do {
    const { rows: found, next: behind } = page(2, next)
    seen.push(found.map(({ id }) => id).join(''))
    next = behind
  } while (next !== undefined)
  assert.deepEqual(seen, ['dc', 'ba'])
  assert.deepEqual(page(9, position(2, 'bb')).rows, [position(2, 'b'), position(1, 'a')])
})

test('the total comes only when it is asked for', async () => {
  assert.equal('total' in (await read('')), false)
  assert.equal((await read('include_total=true')).total, 5)
  assert.equal((await read('limit=200')).next_cursor, null)
})

test('a limit that is none of ours is a 400 that names it', async () => {
  for (const limit of ['0', '201', '-1', '1.5', 'ten', '1e2']) {
    const answer = await send({ url: `/api/v1/things?limit=${limit}` })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /"\/limit"/)
  }
})

test('a cursor we did not write is a 400', async () => {
  const wrong = [
    'x',
    '|',
    '2026-01-01|a',
    '2026-01-01T00:00:00.000Z|',
    '2026-13-01T00:00:00.000Z|usr_1',
    '2026-02-30T00:00:00.000Z|usr_1',
    "2026-01-01T00:00:00.000Z|a' OR 1=1",
    '2026-01-01T00:00:00Z|usr_1',
  ]
  for (const cursor of wrong) {
    const answer = await send({ url: `/api/v1/things?cursor=${encodeURIComponent(cursor)}` })
    assert.deepEqual([answer.status, answer.json['code']], [400, 'invalid_cursor'], cursor)
  }
})

test('a cursor is the time and the id of the last entry', () => {
  const position = { createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6), id: 'usr_1' }
  assert.equal(encodeCursor(position), '2026-01-02T03:04:05.006Z|usr_1')
  assert.deepEqual(decodeCursor(encodeCursor(position)), position)
  assert.equal(decodeCursor(undefined), undefined)
})
