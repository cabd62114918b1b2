import assert from 'node:assert/strict'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { newEvents } from '#test/support/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { Form } from '#/platform/http/input/form.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { newSecret } from '#/platform/crypto/secrets.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { requestContext } from '#test/support/request-context.ts'
import { ApiKeys } from './api-keys.ts'
import { adminAuthenticator } from './authenticator.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { AdminPrincipal, OperatorSession } from './authenticator.ts'

const cookie = { isCsrfToken: () => false, requireFresh: () => {} }

const session = (systemRole: string | null): OperatorSession => ({
  userId: 'usr_1',
  systemRole,
  cookie,
})

interface Asking {
  readonly authorization?: string | string[]
  readonly session?: OperatorSession
}

async function setUp({ db, clock }: EngineFixture) {
  const apiKeys = new ApiKeys({ db, clock, events: newEvents({ clock }), limits: new Limits({ db, clock }) })
  const makeKey = async (...scopes: string[]) =>
    (await db.tx((tx) => apiKeys.create(tx, { name: 'ci', scopes }, systemActor('test')))).secret
  const callerOf = async (scope: string, asking: Asking, fullAccess?: true) => {
    const authenticate = adminAuthenticator({
      apiKeys,
      sessionOf: () => Promise.resolve(asking.session),
      tokenOf: () => Promise.reject(new Error('no token comes here')),
    })
    const caller = await authenticate(requestOf(asking), {
      kind: 'admin',
      scope,
      ...(fullAccess ? { fullAccess } : {}),
    })
    assert.ok(caller)
    return caller
  }
  const ask = async (scope: string, asking: Asking): Promise<AdminPrincipal> =>
    (await callerOf(scope, asking)).principal as AdminPrincipal
  return { makeKey, ask, callerOf }
}

function requestOf({ authorization }: Asking): UnauthenticatedRequest {
  const values = authorization === undefined ? [] : [authorization].flat()
  return {
    context: requestContext({ requestId: 'req_1', ip: '192.0.2.1' }),
    method: 'GET',
    url: '/',
    params: {},
    headers: { authorization: values.length > 0 ? values.join(', ') : undefined },
    headerValues: () => values,
    fromLoopback: false,
    queryForm: Form.empty,
    form: Form.empty,
  }
}

const refusedAs =
  (code: string, challenge = '') =>
  (error: unknown) => {
    assert.ok(error instanceof AppError)
    assert.equal(error.code.code, code)
    assert.equal(error.headers['www-authenticate'] ?? '', challenge)
    return true
  }
const INVALID = 'Bearer realm="mandate", error="invalid_token"'

onEachEngine('AD1: lets a key with the scope in, and knows it by its id', async (_t, fixture) => {
  const { makeKey, ask } = await setUp(fixture)
  const principal = await ask('users:read', { authorization: `Bearer ${await makeKey('users:read')}` })
  assert.equal(principal.kind, 'key')
  assert.match(principal.id, /^key_/)
  assert.deepEqual(principal.actor, {
    type: 'admin',
    id: principal.id,
    requestId: 'req_1',
    clientRequestId: null,
    ip: '192.0.2.1',
  })
})

onEachEngine('AD1: answers 401 with a challenge to no credential and to a wrong one', async (_t, fixture) => {
  const { makeKey, ask } = await setUp(fixture)
  const secret = await makeKey('*')
  await assert.rejects(ask('users:read', {}), refusedAs('unauthorized', 'Bearer realm="mandate"'))
  const wrong = [
    `Bearer ${newSecret('mandate_sk_')}`,
    'Bearer nonsense',
    'Bearer',
    `Bearer\t${secret}`,
    `Bearer  ${secret}`,
    ` Bearer ${secret} `,
    `Basic ${secret}`,
    secret,
    '',
    [`Bearer ${secret}`, `Bearer ${secret}`],
  ]
  for (const authorization of wrong) {
    await assert.rejects(ask('users:read', { authorization }), refusedAs('unauthorized', INVALID))
  }
})

onEachEngine('AD1: answers 401 to a key that was revoked', async (_t, fixture) => {
  const { makeKey, ask } = await setUp(fixture)
  const authorization = `Bearer ${await makeKey('*')}`
  await fixture.db.run(sql`UPDATE api_keys SET revoked_at = ${1}`)
  await assert.rejects(ask('users:read', { authorization }), refusedAs('unauthorized', INVALID))
})

onEachEngine('AD1: answers 403 and names the scope to a key without it', async (_t, fixture) => {
  const { makeKey, ask } = await setUp(fixture)
  const authorization = `Bearer ${await makeKey('users:read')}`
  const challenge = 'Bearer realm="mandate", error="insufficient_scope", scope="users:write"'
  await assert.rejects(ask('users:write', { authorization }), (error) => {
    assert.deepEqual((error as AppError).details, { required_scope: 'users:write' })
    return refusedAs('insufficient_scope', challenge)(error)
  })
})

onEachEngine('never falls back to the cookie when a key was sent', async (_t, fixture) => {
  const { ask } = await setUp(fixture)
  const asking = { authorization: 'Bearer wrong', session: session('owner') }
  await assert.rejects(ask('users:read', asking), refusedAs('unauthorized', INVALID))
})

onEachEngine('lets an operator in by session, with the scopes of the role', async (_t, fixture) => {
  const { ask } = await setUp(fixture)
  const principal = await ask('audit-logs:read', { session: session('auditor') })
  assert.deepEqual([principal.kind, principal.id, principal.actor.type], ['user', 'usr_1', 'admin'])
  await assert.rejects(ask('users:write', { session: session('auditor') }), (error) => {
    return error instanceof AppError && error.code.code === 'insufficient_scope'
  })
})

onEachEngine('AD1: answers 403 to a signed-in person without a role', async (_t, fixture) => {
  const { ask } = await setUp(fixture)
  await assert.rejects(ask('users:read', { session: session(null) }), refusedAs('forbidden'))
})

onEachEngine('SE3: says which cookie an operator was known by, and none for a key', async (_t, fixture) => {
  const { makeKey, callerOf } = await setUp(fixture)
  assert.equal((await callerOf('users:write', { session: session('owner') })).cookie, cookie)
  const byKey = await callerOf('users:write', {
    authorization: `Bearer ${await makeKey('*')}`,
    session: session('owner'),
  })
  assert.equal(byKey.cookie, undefined)
})

onEachEngine('AD13: opens what needs full access only to those to whom every scope is open', async (_t, fixture) => {
  const { makeKey, callerOf } = await setUp(fixture)
  const all = { authorization: `Bearer ${await makeKey('*')}` }
  const narrow = { authorization: `Bearer ${await makeKey('users:write')}` }
  assert.ok(await callerOf('users:write', all, true))
  assert.ok(await callerOf('users:write', { session: session('owner') }, true))
  assert.ok(await callerOf('users:write', narrow))
  for (const asking of [narrow, { session: session('operator') }]) {
    await assert.rejects(callerOf('users:write', asking, true), (error) => {
      assert.ok(error instanceof AppError)
      assert.deepEqual([error.code.code, error.details], ['insufficient_scope', { required_scope: '*' }])
      return true
    })
  }
})
