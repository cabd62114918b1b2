import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { outcome } from '#test/support/factors.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { askFor, logIn, NEW_PASSWORD, signUp, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'

const MAYA = 'maya@example.com'

/** Makes somebody with a system role whose address nobody has proven. */
async function makeOperator(
  app: TestApp,
  more: Record<string, unknown> = { password: GOOD_PASSWORD },
): Promise<string> {
  const made = await app.admin('POST', '/admin/users', { email: MAYA, system_role: 'operator', ...more })
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}

async function ask(app: TestApp, path: string): Promise<string> {
  const answer = await app.send({ url: `/api/v1/auth/${path}`, json: { email: MAYA } })
  await app.services.linkRequests.settled()
  return outcome(answer)
}

describe('the mailbox of somebody with a system role', () => {
  onEachApp('LG6, LG7: gets neither sign-in link nor reset before the address is proven', async (_t, app) => {
    const id = await makeOperator(app)
    assert.deepEqual([await ask(app, 'password/forgot'), await ask(app, 'magic-link/send')], ['200', '200'])
    assert.deepEqual(await mailOf(app, MAYA), [], 'and who asks is told what everybody is told')
    assert.equal((await app.admin('PATCH', `/users/${id}`, { email_verified: true })).status, 200)
    await ask(app, 'password/forgot')
    assert.equal((await mailOf(app, MAYA)).length, 1, 'another owner can help')
  })

  test('LG6, LG7: links from before a role was given open nothing either', async (t) => {
    const app = await createTestApp(t)
    const { id } = await signUp(app, MAYA)
    const visitor = new Visitor(app)
    const [reset, magic] = [await askFor(app, 'reset', MAYA), await askFor(app, 'magic', MAYA, visitor)]
    await app.admin('PATCH', `/users/${id}`, { system_role: 'owner' })
    const json = { token: reset, password: NEW_PASSWORD }
    assert.equal(outcome(await app.send({ url: '/api/v1/auth/password/reset', json })), '400 link_invalid')
    const clicked = await visitor.send({ url: '/api/v1/auth/magic-link/verify', json: { token: magic, confirm: true } })
    assert.equal(outcome(clicked), '400 link_invalid')
    assert.equal(outcome(await logIn(app, MAYA, GOOD_PASSWORD)), '200')
  })

  test('LG7: proves the address with the password only, and opens the account from then on', async (t) => {
    const app = await createTestApp(t)
    const id = await makeOperator(app)
    await app.admin('POST', `/users/${id}/verify/send`)
    const token = await tokenFor(app, MAYA, VERIFY)
    const verify = (more: object) => app.send({ url: '/api/v1/auth/email/verify', json: { token, ...more } })
    assert.equal(outcome(await verify({})), '403 link_needs_sign_in')
    assert.equal(outcome(await verify({ password: GOOD_PASSWORD })), '200')
    const reset = { token: await askFor(app, 'reset', MAYA), password: NEW_PASSWORD }
    assert.equal(outcome(await app.send({ url: '/api/v1/auth/password/reset', json: reset })), '200')
  })

  test('LG7: proves nothing for an operator without a password', async (t) => {
    const app = await createTestApp(t)
    const id = await makeOperator(app, {})
    await app.admin('POST', `/users/${id}/verify/send`)
    const json = { token: await tokenFor(app, MAYA, VERIFY) }
    assert.equal(outcome(await app.send({ url: '/api/v1/auth/email/verify', json })), '403 link_needs_sign_in')
  })
})
