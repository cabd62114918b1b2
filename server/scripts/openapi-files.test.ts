import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '#/platform/openapi/components.ts'
import { apiDocument } from '#test/contract/all-routes.ts'
import { openApiFiles } from './openapi-files.ts'

test('the files of all tags together are the document that is served', () => {
  const document = apiDocument()
  const together = [...openApiFiles(document).values()].reduce(merged, {})
  assert.deepEqual(together, document)
})

test('operations stand by path and method, and a schema with the one tag that refers to it', () => {
  const operation = (tag: string, schema: string): Json => ({ tags: [tag], ref: `#/components/schemas/${schema}` })
  const files = openApiFiles({
    openapi: '3.1.0',
    paths: {
      '/b': { post: operation('two', 'Both'), get: operation('two', 'Two') },
      '/a': { get: operation('two', 'Two'), put: operation('one', 'One') },
    },
    components: { schemas: { One: { ref: '#/components/schemas/Both' }, Two: {}, Both: {}, Unused: {} } },
  })
  assert.equal(
    JSON.stringify(files.get('two')),
    JSON.stringify({
      paths: {
        '/a': { get: operation('two', 'Two') },
        '/b': { get: operation('two', 'Two'), post: operation('two', 'Both') },
      },
      components: { schemas: { Two: {} } },
    }),
  )
  assert.deepEqual(files.get('one')?.['components'], { schemas: { One: { ref: '#/components/schemas/Both' } } })
  assert.deepEqual(files.get('shared'), { openapi: '3.1.0', components: { schemas: { Both: {}, Unused: {} } } })
})

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(one: Json, other: Json): Json {
  const values = Object.entries(other).map(([key, value]) => {
    const before = one[key]
    return [key, isJson(before) && isJson(value) ? merged(before, value) : value]
  })
  return { ...one, ...(Object.fromEntries(values) as Json) }
}
