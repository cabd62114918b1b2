import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRoutes } from '#test/contract/all-routes.ts'
import { operationsPage } from './operations-page.ts'

const routes = allRoutes()
const published = operationsPage(routes, '')

test('the page of operations grows by what is new', () => {
  const older = published.replace(/^\| `agents\.rotateSecret`.*\n/m, '')
  assert.notEqual(older, published)
  assert.equal(operationsPage(routes, older), published)
})

test('the page of operations is not written while it would lose an id', () => {
  const fewer = routes.filter(({ operationId }) => operationId !== 'agents.rotateSecret')
  assert.throws(() => operationsPage(fewer, published), /agents\.rotateSecret would be gone/)
  const lineTakenOff = published.replace(/^\| `agents\.rotateSecret`.*\n/m, '')
  assert.equal(operationsPage(fewer, lineTakenOff), lineTakenOff)
})
