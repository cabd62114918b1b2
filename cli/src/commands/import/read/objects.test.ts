import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isJson } from './beginning.ts'
import { lineObjectsOf, objectsOf } from './objects.ts'
import type { Found } from './objects.ts'

async function* bytes(text: string, size: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text)
  for (let i = 0; i < all.length; i += size) yield all.subarray(i, i + size)
}

const collect = async (found: AsyncIterable<Found>): Promise<Found[]> => {
  const all: Found[] = []
  for await (const one of found) all.push(one)
  return all
}

const two: readonly Found[] = [
  { position: 1, value: { email: 'a@example.com', name: 'Ünal' } },
  { position: 2, value: { email: 'b@example.com', tags: [{ deep: [1] }] } },
]
const values = two.map(({ value }) => value)

describe('JSON', () => {
  test('is read as a list, or as the list in an object, cut anywhere', async () => {
    for (const text of [
      `\uFEFF ${JSON.stringify(values)}\n`,
      JSON.stringify({ realm: 'x', clients: [{ users: [1] }], users: values, more: {} }, null, 2),
    ])
      for (const size of [1, 3, 1000]) assert.deepEqual(await collect(objectsOf(bytes(text, size))), two, text)
  })

  test('is read line by line, and a line may be empty', async () => {
    const text = `${JSON.stringify(values[0])}\r\n\n${JSON.stringify(values[1])}`
    for (const size of [1, 3, 1000]) {
      const found = await collect(lineObjectsOf(bytes(text, size)))
      assert.deepEqual(
        found.map(({ position }) => position),
        [1, 3],
      )
      assert.deepEqual(
        found.map(({ value }) => value),
        values,
      )
    }
  })

  test('that is broken or cut off says where', async () => {
    await assert.rejects(collect(objectsOf(bytes('{"users":[{"a":1},{"b":', 5))), /behind entry 1/)
    await assert.rejects(collect(objectsOf(bytes('[{"a":1},oops]', 5))), /behind entry 1/)
    await assert.rejects(collect(objectsOf(bytes('hello', 5))), /can't be read/)
    await assert.rejects(collect(lineObjectsOf(bytes('{"a":1}\n{"b":\n', 5))), /in line 2/)
  })

  test('is told from CSV by its first character', async () => {
    for (const [text, expected] of [
      ['\uFEFF\n [', true],
      ['{"a":1}', true],
      ['id,email', false],
      ['', false],
    ] as const) {
      const { json, text: rest } = await isJson(bytes(text, 2))
      assert.equal(json, expected, text)
      const chunks: Uint8Array[] = []
      for await (const chunk of rest) chunks.push(chunk)
      assert.equal(Buffer.concat(chunks).toString(), text)
    }
  })
})
