import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiDocument } from '#test/support/document.ts'
import { templateOf } from '#/platform/openapi/openapi.ts'
import { apiDocument, documentedRoutes } from './all-routes.ts'

describe('the names of routes', () => {
  const operations = new Map([...new ApiDocument(apiDocument()).operations()])
  const routes = documentedRoutes()

  test('are the operation ids of the document', () => {
    const named = routes.map(({ path, route, operationId }) => [`${route.method} ${templateOf(path)}`, operationId])
    assert.deepEqual(
      [...operations].map(([request, operation]) => [request, operation['operationId']]).toSorted(),
      named.toSorted(),
    )
  })

  test('are methods of an SDK: none is also the noun of others', () => {
    const names = routes.map(({ operationId }): string => operationId)
    assert.deepEqual(
      names.filter((name) => names.some((other) => other.startsWith(`${name}.`))),
      [],
    )
  })

  test('end in list where the operation goes on with a cursor, which is what an SDK pages through', () => {
    const paged = [...operations.values()].filter((operation) =>
      (operation['parameters'] as { name: string }[]).some(({ name }) => name === 'cursor'),
    )
    assert.ok(paged.length >= 30)
    assert.deepEqual(
      paged.map((operation) => String(operation['operationId'])).filter((name) => !name.endsWith('.list')),
      [],
    )
  })
})
