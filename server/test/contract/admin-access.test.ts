import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '#/platform/crypto/secrets.ts'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAgent, requestToken } from '#test/support/oauth.ts'
import { isAdmin, operationsOf } from '#test/support/route-table.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

/** Admin routes that nobody has to sign in for, each for a reason of its own. */
const openAdminRoutes = [
  'GET /api/v1/admin/bootstrap/status',
  'GET /api/v1/admin/firstboot/key',
  'POST /api/v1/admin/bootstrap/consume',
]

/** Credentials that open no admin route, by what they are: the headers, and the status they get. */
async function uselessCredentials(app: TestApp): Promise<Record<string, [Record<string, string>, number]>> {
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const makeKey = async (scopes: string[], end?: string) => {
    const input = { name: 'useless', scopes }
    const made = await app.database.db.tx((tx) => app.services.apiKeys.create(tx, input, systemActor('test')))
    if (end) await app.database.db.run(sql`UPDATE api_keys SET expires_at = 1 WHERE id = ${made.key.id}`)
    return made
  }
  const revoked = await makeKey(['*'])
  await app.database.db.run(sql`UPDATE api_keys SET revoked_at = 1 WHERE id = ${revoked.key.id}`)
  const token = await requestToken(app, await createAgent(app), { grant_type: 'client_credentials' })
  const signup = await app.send({
    url: '/api/v1/auth/signup',
    json: { email: 'maya@example.com', password: 'plum-harbour-lantern' },
  })
  const cookie = String(signup.headers['set-cookie']).split(';')[0] ?? ''
  return {
    'no key': [{}, 401],
    'a wrong key': [bearer(newSecret('mandate_sk_')), 401],
    'a revoked key': [bearer(revoked.secret), 401],
    'an expired key': [bearer((await makeKey(['*'], 'expired')).secret), 401],
    'a key without the scope': [bearer((await makeKey(['nothing:read'])).secret), 403],
    'an access token': [bearer(token.json['access_token'] as string), 401],
    'the cookie of a person without a role': [{ cookie }, 403],
  }
}

test('AD1: no admin route opens to a credential that does not fit', async (t) => {
  const app = await createTestApp(t)
  const operations = (await operationsOf(app)).filter(isAdmin)
  const credentials = Object.entries(await uselessCredentials(app))
  const wrong: string[] = []
  let asked = 0
  for (const { method, path, scope } of operations) {
    for (const [name, [headers, expected]] of credentials) {
      // From an address each, or the limit on guessing would answer.
      const remoteAddress = `10.0.${Math.floor(asked / 250)}.${(asked % 250) + 1}`
      const url = path.replace(/\{[^}]+\}/g, 'x')
      const answer = await app.send({ method, url, headers, remoteAddress })
      asked += 1
      if (!isRefusal(answer, expected, scope)) wrong.push(`${method} ${path} answered ${answer.status} to ${name}`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.equal(asked, operations.length * 7)
  assert.ok(operations.length >= 20, `only ${operations.length} admin routes found`)
})

/** The status, with the challenge that RFC 6750 §3 asks for, and for a narrow key the scope it lacks. */
function isRefusal({ status, headers, json }: TestAnswer, expected: number, scope: string | undefined): boolean {
  if (status !== expected) return false
  if (status === 401) return String(headers['www-authenticate']).startsWith('Bearer ')
  const details = json['details'] as Record<string, unknown>
  return json['code'] !== 'insufficient_scope' || details['required_scope'] === scope
}

test('every route below /api/v1/admin asks for an admin, but for three', async (t) => {
  const app = await createTestApp(t)
  const open = (await operationsOf(app))
    .filter((operation) => operation.path.startsWith('/api/v1/admin/') && !isAdmin(operation))
    .map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(open.toSorted(), openAdminRoutes)
})
