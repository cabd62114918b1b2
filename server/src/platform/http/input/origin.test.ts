import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#/platform/errors/app-error.ts'
import { ownOrigins, requireOwnOrigin } from './origin.ts'

const own = ownOrigins('https://id.example')

test('lets our own pages and programs pass', () => {
  for (const headers of [
    {},
    { origin: 'https://id.example' },
    { origin: 'https://id.example', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
  ]) {
    requireOwnOrigin(headers, own)
  }
})

test('SE3: refuses what a foreign page, a sandbox or a neighbour sent', () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://id.example' },
    { origin: 'https://id.example:444' },
    { origin: 'https://id.example.evil.example' },
    { origin: 'https://id.example, https://evil.example' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '' },
    { origin: 'https://id.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
  ]) {
    assert.throws(() => requireOwnOrigin(headers, own), { code: commonErrors.csrf_failed }, JSON.stringify(headers))
  }
})

test('a server on one’s own machine goes by all its names, with its own port only', () => {
  const origins = ownOrigins('http://localhost:8080')
  assert.deepEqual([...origins], ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
})

test('a path in the base URL is no part of the origin', () => {
  assert.deepEqual([...ownOrigins('https://example.com/id')], ['https://example.com'])
})
