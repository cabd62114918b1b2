import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { createApplication } from '#test/support/apps.ts'
import { HOST, newRule, newUpstream, simulate } from '#test/support/gateway.ts'
import { signUp } from '#test/support/recovery.ts'
import { canary } from '#test/support/canary.ts'

const proxy = '/admin/proxy'

test('none of its routes is there while the gateway is turned off', async (t) => {
  const app = await createTestApp(t, { gateway: false })
  for (const path of ['/rules', '/rules/db', '/upstreams', '/status', '/lifecycle']) {
    const { status, json } = await app.admin('GET', `${proxy}${path}`)
    assert.deepEqual([status, json['code']], [404, 'route_not_found'], path)
  }
  for (const path of ['/rules/db', '/upstreams', '/simulate', '/start', '/stop', '/reload'])
    assert.equal((await app.admin('POST', `${proxy}${path}`, {})).status, 404, path)
  assert.equal((await app.send({ url: '/api/v1/proxy/auth' })).status, 404)
})

test('a host is what browsers send, is not ours, and is one upstream', async (t) => {
  const app = await createTestApp(t)
  const wrong = [
    'Reports.example.com',
    'reports.example.com:80',
    'a b',
    'a/b',
    'user@a',
    '',
    'localhost:9000',
    '127.0.0.1:81',
    '*.a',
    'a..b',
  ]
  for (const host of wrong) assert.equal((await app.admin('POST', `${proxy}/upstreams`, { host })).status, 400, host)
  const first = await app.admin('POST', `${proxy}/upstreams`, {
    host: 'reports.example.com',
    upstream: 'http://10.0.0.5',
  })
  assert.deepEqual(
    [first.status, first.json['resource'], first.json['app_id']],
    [201, 'http://reports.example.com', null],
  )
  const again = await app.admin('POST', `${proxy}/upstreams`, { host: 'reports.example.com' })
  assert.deepEqual([again.status, again.json['code']], [409, 'proxy_host_exists'])
})

test('requests go to an origin, never round in circles', async (t) => {
  const app = await createTestApp(t)
  const id = await newUpstream(app, { host: 'a.example.com' })
  const wrong = [
    '10.0.0.5',
    'ftp://10.0.0.5',
    'http://10.0.0.5/path',
    'http://u:p@10.0.0.5',
    'http://10.0.0.5/',
    'http:10.0.0.5',
    'http://localhost:8080',
    'http://a.example.com',
  ]
  for (const upstream of wrong) {
    assert.equal(
      (await app.admin('POST', `${proxy}/upstreams`, { host: 'b.example.com', upstream })).status,
      400,
      upstream,
    )
    assert.equal((await app.admin('PATCH', `${proxy}/upstreams/${id}`, { upstream })).status, 400, upstream)
  }
  const moved = await app.admin('PATCH', `${proxy}/upstreams/${id}`, { upstream: 'https://inner.example.com:8443' })
  assert.deepEqual([moved.status, moved.json['upstream']], [200, 'https://inner.example.com:8443'])
  assert.equal((await app.admin('PATCH', `${proxy}/upstreams/${id}`, { upstream: null })).json['upstream'], null)
})

describe('a rule is refused that', () => {
  const cases: Readonly<Record<string, readonly [Record<string, unknown>, string]>> = {
    'asks for something unknown': [{ require: 'tier:pro' }, '/require/0'],
    'asks for nothing': [{ require: [] }, '/require'],
    'is open to everybody and asks for more': [{ require: ['anonymous', 'agent'] }, '/require'],
    'is open to everybody who has a scope': [{ require: 'anonymous', scopes: ['a'] }, '/require'],
    'fits no path': [{ pattern: '/a/../b' }, '/pattern'],
    'names a method that goes nowhere': [{ methods: ['TRACE'] }, '/methods/0'],
    'holds nowhere': [{ upstream_id: null }, '/upstream_id'],
    'holds at a host that is not there': [{ upstream_id: 'ups_x' }, '/upstream_id'],
    'holds at an application that is not there': [{ upstream_id: null, app_id: 'app_x' }, '/app_id'],
  }
  for (const [what, [change, pointer]] of Object.entries(cases)) {
    test(what, async (t) => {
      const app = await createTestApp(t)
      const rule = {
        upstream_id: await newUpstream(app),
        name: 'A rule',
        pattern: '/*',
        require: 'authenticated',
        ...change,
      }
      const { status, json, text } = await app.admin('POST', `${proxy}/rules/db`, rule)
      assert.equal(status, 400, text)
      const { errors } = json['details'] as { errors: { pointer: string }[] }
      assert.ok(
        errors.some((it) => it.pointer.startsWith(pointer)),
        text,
      )
    })
  }
})

test('the rule with the highest priority that fits decides, of two alike the older; nothing else comes through', async (t) => {
  const app = await createTestApp(t)
  const upstream = await newUpstream(app)
  const rule = async (rest: Record<string, unknown>): Promise<string> => {
    app.clock.advance(1)
    return newRule(app, { upstream_id: upstream, ...rest })
  }
  const open = await rule({ pattern: '/public/*' })
  const older = await rule({ pattern: '/reports/*', require: 'authenticated', methods: ['GET'] })
  await rule({ pattern: '/reports/*', require: 'agent', methods: ['GET'] })
  const high = await rule({ pattern: '/reports/secret', require: 'role:Analyst', priority: 5 })
  await rule({ pattern: '/off', enabled: false })
  const decided = async (path: string, more: Record<string, unknown> = {}) => {
    const { decision, reason, matched_rule: matched } = await simulate(app, { path, ...more })
    return [decision, reason, (matched as { id: string } | null)?.id]
  }
  assert.deepEqual(await decided('/public'), ['allow', 'allowed', open])
  assert.deepEqual(await decided('/reports/a'), ['deny', 'not_signed_in', older])
  assert.deepEqual(await decided('/reports/a', { method: 'HEAD' }), ['deny', 'not_signed_in', older])
  assert.deepEqual(await decided('/reports/a', { method: 'POST' }), ['deny', 'no_rule', undefined])
  assert.deepEqual(await decided('/reports/secret/'), ['deny', 'not_signed_in', high])
  assert.deepEqual(await decided('/Reports/Secret'), ['deny', 'ambiguous_path', high])
  assert.deepEqual(await decided('/off'), ['deny', 'no_rule', undefined])
  assert.deepEqual(await decided('/'), ['deny', 'no_rule', undefined])
  assert.deepEqual(await decided('/public/../reports'), ['deny', 'ambiguous_path', undefined])
  assert.deepEqual(await decided('/public', { method: 'TRACE' }), ['deny', 'method_not_allowed', undefined])
  assert.deepEqual(await decided('/public', { host: 'nobody.example.com' }), ['deny', 'unknown_host', undefined])
})

test('everything that a rule asks for must hold', async (t) => {
  const app = await createTestApp(t)
  const upstream = await newUpstream(app)
  const rule = await newRule(app, { upstream_id: upstream })
  const decided = async (require: unknown, identity: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const cleared = { scopes: [], acr: null, max_age_seconds: null }
    const set = await app.admin('PATCH', `${proxy}/rules/db/${rule}`, { ...cleared, require, ...more })
    assert.equal(set.status, 200, set.text)
    const { reason, unmet } = await simulate(app, { identity })
    return unmet === null ? reason : `${String(reason)} ${String(unmet)}`
  }
  const maya = { user_id: 'usr_maya', roles: ['Editor'], permissions: ['documents:*'], organizations: ['harbour'] }
  const bot = { agent_id: 'agt_bot', scopes: ['notes:read'] }
  assert.equal(await decided('authenticated', maya), 'allowed')
  assert.equal(await decided('authenticated', bot), 'allowed')
  assert.equal(await decided('agent', maya), 'not_an_agent agent')
  assert.equal(await decided(['agent', 'role:editor'], { ...maya, ...bot }), 'allowed')
  assert.equal(await decided('role:Owner', maya), 'missing_role role:Owner')
  assert.equal(await decided('role:Editor', { ...bot, roles: ['Editor'] }), 'missing_role role:Editor')
  assert.equal(await decided('permission:documents:write', maya), 'allowed')
  assert.equal(await decided('permission:keys:write', maya), 'missing_permission permission:keys:write')
  assert.equal(await decided(['role:Editor', 'org:harbour'], maya), 'allowed')
  assert.equal(await decided(['role:Editor', 'org:quay'], maya), 'not_a_member org:quay')
  assert.equal(await decided('scope:notes:read', bot), 'allowed')
  assert.equal(await decided('scope:notes:read', maya), 'missing_scope scope:notes:read')
  assert.equal(
    await decided('authenticated', bot, { scopes: ['notes:read', 'notes:write'] }),
    'missing_scope scope:notes:write',
  )
  const strong = { acr: 'urn:mandate:acr:2fa' }
  assert.equal(await decided('authenticated', maya, strong), 'step_up_required acr:urn:mandate:acr:2fa')
  assert.equal(await decided('authenticated', { ...maya, acr: 'phr' }, strong), 'allowed')
  const recent = { max_age_seconds: 60 }
  assert.equal(
    await decided('authenticated', { ...maya, authenticated_seconds_ago: 61 }, recent),
    'step_up_required max_age_seconds:60',
  )
  assert.equal(await decided('authenticated', { ...maya, authenticated_seconds_ago: 60 }, recent), 'allowed')
})

test('a simulation of somebody who is there asks what is so of them', async (t) => {
  const app = await createTestApp(t)
  const person = await signUp(app, 'maya@example.com')
  const upstream = await newUpstream(app)
  await newRule(app, { upstream_id: upstream, require: ['role:Editor', 'permission:documents:read', 'org:harbour'] })
  const ask = () => simulate(app, { identity: { user_id: person.id } })
  assert.equal((await ask())['reason'], 'missing_role')
  const role = await app.admin('POST', '/roles', { name: 'Editor' })
  await app.admin('POST', `/users/${person.id}/roles`, { role_id: role.json['id'] })
  assert.equal((await ask())['reason'], 'missing_permission')
  const permission = await app.admin('POST', '/permissions', { permission: 'documents:read' })
  await app.admin('POST', `/roles/${String(role.json['id'])}/permissions`, { permission_id: permission.json['id'] })
  assert.equal((await ask())['reason'], 'not_a_member')
  await app.admin('POST', '/admin/organizations', { name: 'Harbour', slug: 'harbour', owner_id: person.id })
  const allowed = await ask()
  assert.deepEqual(allowed['headers'], {
    'X-User-ID': person.id,
    'X-User-Email': 'maya@example.com',
    'X-User-Roles': 'Editor',
    'X-Auth-Method': 'session',
  })
  await app.admin('PATCH', `/users/${person.id}`, { disabled: true })
  assert.equal((await ask())['reason'], 'missing_role', 'whoever is disabled has nothing')
})

test('PX11: a simulation sends nothing anywhere', async (t) => {
  const app = await createTestApp(t)
  const silent = await canary(t)
  const upstream = await newUpstream(app, { upstream: silent.url })
  await newRule(app, { upstream_id: upstream })
  assert.equal((await simulate(app, { path: '/a?b' }))['path'], '/a?b')
  assert.equal(silent.hits(), 0)
})

test('the rules of an application hold at its hosts, and go with it', async (t) => {
  const app = await createTestApp(t)
  const application = await createApplication(app, 'web')
  await newUpstream(app, { app_id: application.id })
  const other = await newUpstream(app, { host: 'other.localhost' })
  const rule = await newRule(app, { app_id: application.id })
  assert.equal((await simulate(app, {}))['decision'], 'allow')
  assert.equal((await simulate(app, { host: 'other.localhost' }))['reason'], 'no_rule')
  assert.equal((await app.admin('DELETE', `/admin/apps/${application.id}`)).status, 204)
  assert.equal((await app.admin('GET', `${proxy}/rules/db/${rule}`)).status, 404)
  const { json } = await app.admin('GET', `${proxy}/upstreams?host=${HOST}`)
  assert.equal((json['data'] as { app_id: unknown }[])[0]?.app_id, null)
  assert.equal((await app.admin('GET', `${proxy}/upstreams/${other}`)).status, 200)
})

test('a change acts on another node within a second, and shows in the order of its rules', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const upstream = await newUpstream(app)
  await newRule(app, { upstream_id: upstream, name: 'last' })
  await newRule(app, { upstream_id: upstream, name: 'first', priority: 1, methods: ['GET'] })
  const set = await node.admin('GET', `${proxy}/rules`)
  const [host] = set.json['hosts'] as { host: string; rules: { name: string; methods: string[] }[] }[]
  assert.deepEqual(
    host?.rules.map(({ name }) => name),
    ['first', 'last'],
  )
  assert.deepEqual(host?.rules[0]?.methods, ['GET', 'HEAD'])
  await app.admin('DELETE', `${proxy}/upstreams/${upstream}`)
  const until = performance.now() + 1100
  while (performance.now() < until && (await simulate(node, {}))['reason'] !== 'unknown_host');
  assert.equal((await simulate(node, {}))['reason'], 'unknown_host')
})

test('PX6: a rule that nobody can read lets nobody through', async (t) => {
  const app = await createTestApp(t)
  const upstream = await newUpstream(app)
  const rule = await newRule(app, { upstream_id: upstream })
  await app.database.db.run(sql`UPDATE proxy_rules SET require = '["tomorrow:x"]' WHERE id = ${rule}`)
  app.services.ruleSets.invalidate()
  const { status } = await app.admin('POST', `${proxy}/simulate`, { host: HOST, path: '/' })
  assert.equal(status, 503)
})
