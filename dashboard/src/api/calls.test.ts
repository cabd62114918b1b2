import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls, curlOf, noteCall, withoutSecrets } from './calls.ts'

test('a call becomes the curl command that does the same', () => {
  const call = { method: 'PATCH', path: '/api/v1/users/usr_1?keys=revoke', body: { name: "O'Neil" } }
  assert.equal(
    curlOf(call, 'https://id.example.com'),
    [
      `curl -X PATCH 'https://id.example.com/api/v1/users/usr_1?keys=revoke' \\`,
      `  -H "Authorization: Bearer $MANDATE_API_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      String.raw`  -d '{"name":"O'\''Neil"}'`,
    ].join('\n'),
  )
})

test('what is named like a secret is not kept, however deep it stands', () => {
  const body = { email: 'a@example.com', password: 'five small boats', items: [{ client_secret: 's', scope: 'read' }] }
  assert.deepEqual(withoutSecrets(body), {
    email: 'a@example.com',
    password: '…',
    items: [{ client_secret: '…', scope: 'read' }],
  })
})

test('of a long list the beginning is kept', () => {
  const users = Array.from({ length: 500 }, (_, i) => ({ email: `${i}@example.com`, password_hash: 'x' }))
  const kept = withoutSecrets({ users }) as { users: unknown[] }
  assert.equal(kept.users.length, 51)
  assert.deepEqual([kept.users[0], kept.users[50]], [{ email: '0@example.com', password_hash: '…' }, '…'])
})

test('the newest two hundred calls are kept, newest first', () => {
  const call = { method: 'GET', body: undefined, status: 200, ms: 3, requestId: undefined, at: 0 }
  for (let i = 1; i <= 205; i++) noteCall({ ...call, path: `/${i}` })
  assert.equal(calls.get().length, 200)
  assert.equal(calls.get()[0]?.path, '/205')
})
