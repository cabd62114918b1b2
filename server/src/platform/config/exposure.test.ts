import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExposed } from './exposure.ts'

test('a server is exposed by the address it listens on or the name it is known by', () => {
  const local = 'http://localhost:8080'
  const cases: [host: string | null, baseUrl: string, exposed: boolean][] = [
    [null, local, false],
    ['127.0.0.1', 'http://127.0.0.1:9000/auth', false],
    ['::1', 'http://[::1]:9000', false],
    ['localhost', local, false],
    ['0.0.0.0', local, true],
    ['::', local, true],
    ['192.168.1.4', local, true],
    [null, 'https://id.example.com', true],
    [null, 'https://localhost.example.com', true],
    [null, 'http://127.0.0.1.example.com', true],
  ]
  for (const [host, baseUrl, exposed] of cases)
    assert.equal(isExposed({ host, baseUrl }), exposed, `${host} ${baseUrl}`)
})
