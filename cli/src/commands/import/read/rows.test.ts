import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rowsOf } from './rows.ts'

async function* bytes(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text)
  for (let i = 0; i < all.length; i += size) yield all.subarray(i, i + size)
}

const read = async (text: string, size?: number) => {
  const rows = []
  for await (const { line, values, error } of rowsOf(bytes(text, size)))
    rows.push([line, Object.fromEntries(values), ...(error === undefined ? [] : [error])])
  return rows
}

describe('CSV', () => {
  test('is read with quotes, commas, doubled quotes and line breaks in them, cut anywhere', async () => {
    const text = 'email,name\r\n"a@example.com","Ann, ""the\r\nbest"""\r\nb@example.com,Bo\r\n'
    for (const size of [1, 2, 5, 1000]) {
      assert.deepEqual(await read(text, size), [
        [2, { email: 'a@example.com', name: 'Ann, "the\r\nbest"' }],
        [4, { email: 'b@example.com', name: 'Bo' }],
      ])
    }
  })

  test('may begin with a byte order mark, end without a line break and hold empty lines', async () => {
    assert.deepEqual(await read('\uFEFFEmail , Name\n\na@example.com,Ünal\n\n\nb@example.com,李'), [
      [3, { email: 'a@example.com', name: 'Ünal' }],
      [6, { email: 'b@example.com', name: '李' }],
    ])
  })

  test('says of a row with too few or too many columns what is wrong', async () => {
    const rows = await read('email,name\na@example.com\nb@example.com,Bo,more\nc@example.com,Cy\n')
    assert.deepEqual(
      rows.map(([line, , error]) => [line, error]),
      [
        [2, 'This row has 1 columns, and the header has 2.'],
        [3, 'This row has 3 columns, and the header has 2.'],
        [4, undefined],
      ],
    )
  })

  test('that can not be read says where', async () => {
    const why = (pattern: RegExp) => (error: { about: { why: string } }) => pattern.test(error.about.why)
    await assert.rejects(read('email\na@example.com\n"b@exam"ple.com\n'), why(/at line 3/))
    await assert.rejects(read('email\na@example.com\n"never closed\n'), why(/line 3/))
    await assert.rejects(read(`email\n"${'x'.repeat(1_100_000)}"\n`, 65_536), why(/line 2/))
  })

  test('with one column twice, or with nothing, is refused', async () => {
    await assert.rejects(read('email,Email\na@example.com,b@example.com\n'), /email is there twice/)
    await assert.rejects(read(''), /empty/)
  })

  test('has no columns that are members of every object', async () => {
    const rows = await read('email,__proto__,constructor\na@example.com,x,y\n')
    assert.equal(({} as Record<string, unknown>)['x'], undefined)
    assert.equal(rows.length, 1)
  })
})
