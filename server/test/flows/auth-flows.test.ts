import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { canary } from '#test/support/canary.ts'
import { listen } from '#test/support/listen.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { made } from '#test/contract/worked-calls/call.ts'

const FACTOR = { type: 'require_mfa_enrollment', config: {} }

const create = (app: TestApp, fields: object = {}): Promise<TestAnswer> =>
  app.admin('POST', '/admin/flows', { name: 'Factors', trigger: 'login', steps: [FACTOR], ...fields })

const wrongFields = ({ json }: TestAnswer): Record<string, string> => {
  const { errors } = json['details'] as { errors: { pointer: string; message: string }[] }
  return Object.fromEntries(errors.map(({ pointer, message }) => [pointer, message]))
}

describe('auth flows as operators write them:', () => {
  onEachApp('each change is a version, and the secret is shown once', async (_t, app) => {
    const made = await create(app, { conditions: { email_domain: 'example.com' } })
    assert.equal(made.status, 201, made.text)
    const { id, secret, ...shown } = made.json
    assert.match(String(secret), /^whsec_/)
    assert.equal(made.headers['location'], `/api/v1/admin/flows/${String(id)}`)
    assert.deepEqual([shown['version'], shown['enabled'], shown['priority']], [1, true, 0])
    const patched = await app.admin('PATCH', `/admin/flows/${String(id)}`, {
      priority: 7,
      conditions: { email_domain: null, new_device: true },
    })
    assert.deepEqual([patched.json['version'], patched.json['conditions']], [2, { new_device: true }])
    const same = await app.admin('PATCH', `/admin/flows/${String(id)}`, { priority: 7 })
    assert.equal(same.json['version'], 2, 'what changes nothing is no version')
    const cleared = await app.admin('PATCH', `/admin/flows/${String(id)}`, { conditions: null, enabled: false })
    assert.deepEqual([cleared.json['version'], cleared.json['conditions']], [3, {}])
    const versions = await app.admin('GET', `/admin/flows/${String(id)}/versions?limit=2`)
    const [latest, before] = versions.json['data'] as Record<string, unknown>[]
    assert.deepEqual([latest?.['version'], latest?.['enabled'], before?.['version']], [3, false, 2])
    const rest = await app.admin(
      'GET',
      `/admin/flows/${String(id)}/versions?cursor=${encodeURIComponent(String(versions.json['next_cursor']))}`,
    )
    assert.deepEqual(
      (rest.json['data'] as Record<string, unknown>[]).map((it) => it['conditions']),
      [{ email_domain: 'example.com' }],
    )
    const rotated = await app.admin('POST', `/admin/flows/${String(id)}/rotate-secret`, { overlap_seconds: 60 })
    assert.notEqual(rotated.json['secret'], secret)
    const read = await app.admin('GET', `/admin/flows/${String(id)}`)
    assert.equal('secret' in read.json, false)
    assert.notEqual(read.json['old_secret_until'], null)
    const list = await app.admin('GET', '/admin/flows?trigger=login&enabled=true&include_total=true')
    assert.equal(list.json['total'], 0)
    assert.equal((await app.admin('DELETE', `/admin/flows/${String(id)}`)).status, 204)
    assert.equal((await app.admin('GET', `/admin/flows/${String(id)}`)).status, 404)
    assert.equal((await app.admin('GET', `/admin/flows/${String(id)}/runs`)).status, 404)
  })

  test('FL1: what is wrong with a step is named by its place', async (t) => {
    const app = await createTestApp(t)
    const then = [{ type: 'set_metadata', config: { key: '__proto__', value: 1 } }]
    const answer = await create(app, {
      steps: [
        { type: 'dance' },
        { type: 'delay', config: { seconds: 60 } },
        {
          type: 'conditional',
          config: { condition: { moon_phase: 1 }, then: [...then, { type: 'delay', config: {} }] },
        },
        { type: 'require_mfa_enrollment', config: { extra: true } },
      ],
      conditions: { user_is_nice: true },
    })
    assert.equal(answer.status, 400)
    const wrong = wrongFields(answer)
    assert.match(wrong['/steps/0/type'] ?? '', /must be one of require_email_verification/)
    assert.match(wrong['/steps/1/config/seconds'] ?? '', /<= 5/)
    assert.match(wrong['/steps/2/config/condition/moon_phase'] ?? '', /not a known condition/)
    assert.match(wrong['/steps/2/config/then/0/config/key'] ?? '', /form/)
    assert.match(wrong['/steps/2/config/then/1/config/seconds'] ?? '', /required/)
    assert.match(wrong['/steps/3/config/extra'] ?? '', /not a known field/)
    assert.match(wrong['/conditions/user_is_nice'] ?? '', /not a known condition/)
    const inside = {
      type: 'conditional',
      config: { condition: {}, then: [{ ...FACTOR, on_error: 'shrug', when: {} }] },
    }
    const odd = wrongFields(await create(app, { steps: [inside] }))
    assert.match(odd['/steps/0/config/then/0/on_error'] ?? '', /one of deny, continue/)
    assert.match(odd['/steps/0/config/then/0/when'] ?? '', /not a known field/)
  })

  test('FL3: what a step leads to or names is there, and none of what runs this server', async (t) => {
    const app = await createTestApp(t)
    const owner = await made(app, '/admin/users', { email: 'owner@example.com' })
    const harbour = { name: 'Harbour', slug: 'harbour', owner_id: owner }
    const organization = await made(app, '/admin/organizations', harbour)
    const inOrg = (role: string) => ({ type: 'add_to_org', config: { organization_id: organization, role } })
    const answer = await create(app, {
      steps: [
        { type: 'assign_role', config: { role_id: 'owner' } },
        inOrg('owner'),
        inOrg('captain'),
        { type: 'add_to_org', config: { organization_id: 'org_1' } },
        { type: 'redirect', config: { url: 'https://elsewhere.example/terms' } },
        { type: 'webhook', config: { url: 'http://169.254.169.254/latest' } },
      ],
      conditions: { user_has_role: 'operator' },
    })
    const wrong = wrongFields(answer)
    assert.match(wrong['/steps/0/config/role_id'] ?? '', /id of a role/)
    assert.match(wrong['/steps/1/config/role'] ?? '', /not be owner/)
    assert.match(wrong['/steps/2/config/role'] ?? '', /name of a role/)
    assert.match(wrong['/steps/3/config/organization_id'] ?? '', /id of an organization/)
    assert.match(wrong['/steps/4/config/url'] ?? '', /flows.redirect_origins/)
    assert.match(wrong['/steps/5/config/url'] ?? '', /may not be called/)
    assert.match(wrong['/conditions/user_has_role'] ?? '', /id of a role/)
    await app.admin('PATCH', '/admin/config', { 'flows.redirect_origins': ['https://elsewhere.example'] })
    const sound = await create(app, {
      steps: [inOrg('admin'), { type: 'redirect', config: { url: 'https://elsewhere.example/terms' } }],
    })
    assert.equal(sound.status, 201, sound.text)
  })

  test('FL2: a flow has an end: steps, depth and what keeps people waiting are bounded', async (t) => {
    const app = await createTestApp(t)
    const nested = (depth: number): object =>
      depth === 0 ? FACTOR : { type: 'conditional', config: { condition: {}, then: [nested(depth - 1)] } }
    assert.equal((await create(app, { steps: [nested(3)] })).status, 201)
    assert.match(JSON.stringify(wrongFields(await create(app, { steps: [nested(4)] }))), /4 deep/)
    const delays = Array.from({ length: 4 }, () => ({ type: 'delay', config: { seconds: 1 } }))
    assert.match(wrongFields(await create(app, { steps: delays }))['/steps/3'] ?? '', /at most 3/)
    const many = { type: 'conditional', config: { condition: {}, then: Array.from({ length: 30 }, () => FACTOR) } }
    assert.match(wrongFields(await create(app, { steps: [many] }))['/steps'] ?? '', /30/)
    assert.equal((await create(app, { steps: [] })).status, 400)
  })

  test('FL3: nobody does by a flow what they may not do without one', async (t) => {
    const app = await createTestApp(t)
    const role = await made(app, '/roles', { name: 'Reader' })
    const key = await app.admin('POST', '/api-keys', { name: 'flows', scopes: ['flows:write'] })
    const headers = { authorization: `Bearer ${String(key.json['key'])}` }
    const assign = { type: 'assign_role', config: { role_id: role } }
    const inBranch = { type: 'conditional', config: { condition: {}, then: [FACTOR], else: [assign] } }
    const body = (step: object) => ({ name: 'x', trigger: 'login', steps: [step] })
    const post = (step: object) => app.send({ url: '/api/v1/admin/flows', headers, json: body(step) })
    for (const [step, scope] of [
      [assign, 'roles:write'],
      [inBranch, 'roles:write'],
      [{ type: 'webhook', config: { url: 'https://hooks.example.com' } }, 'users:read'],
      [{ type: 'set_metadata', config: { key: 'a', value: 1 } }, 'users:write'],
      [{ type: 'add_to_org', config: { organization_id: 'org_1' } }, 'organizations:write'],
    ] as const) {
      const refused = await post(step)
      assert.equal(refused.status, 403, refused.text)
      assert.deepEqual((refused.json['details'] as Record<string, unknown>)['required_scope'], scope)
    }
    assert.equal((await post(FACTOR)).status, 201)
  })

  test('the steps and conditions that there are come with the schema of what they take', async (t) => {
    const app = await createTestApp(t)
    const { json } = await app.admin('GET', '/admin/flows/steps')
    const steps = json['steps'] as { type: string; config: Record<string, unknown> }[]
    assert.equal(steps.length, 12)
    assert.deepEqual(steps.find(({ type }) => type === 'delay')?.config['required'], ['seconds'])
    assert.equal((json['conditions'] as unknown[]).length, 14)
  })
})

onEachApp('FL3: nobody turns on steps that somebody saves at the same moment without their scopes', async (_t, app) => {
  const role = await made(app, '/roles', { name: 'Reader' })
  const key = await app.admin('POST', '/api-keys', { name: 'flows', scopes: ['flows:write'] })
  const headers = { authorization: `Bearer ${String(key.json['key'])}` }
  for (let round = 0; round < 5; round++) {
    const id = String((await create(app, { enabled: false })).json['id'])
    const steps = [{ type: 'assign_role', config: { role_id: role } }]
    const [saved] = await Promise.all([
      app.admin('PATCH', `/admin/flows/${id}`, { steps, enabled: false }),
      app.send({ method: 'PATCH', url: `/api/v1/admin/flows/${id}`, headers, json: { enabled: true } }),
    ])
    assert.equal(saved.status, 200, saved.text)
    const { json } = await app.admin('GET', `/admin/flows/${id}`)
    assert.equal(json['enabled'], false, 'turned on before, and then saved as turned off, or refused')
  }
})

describe('a version of an auth flow', () => {
  const restore = (app: TestApp, flow: string, version: number | string, current: number): Promise<TestAnswer> =>
    app.admin('POST', `/admin/flows/${flow}/versions/${version}/restore`, { current_version: current })

  const definitionOf = ({ json }: TestAnswer): Record<string, unknown> => {
    const { name, trigger, steps, enabled, priority, conditions } = json
    return { name, trigger, steps, enabled, priority, conditions }
  }

  onEachApp('is restored exactly, as a new version, and so is what was before', async (_t, app) => {
    const first = await create(app, { priority: 3, conditions: { metadata_eq: { plan: 'team', seats: 5 } } })
    const id = String(first.json['id'])
    const changes = { name: 'Others', trigger: 'signup', enabled: false, priority: 0, conditions: null }
    const second = await app.admin('PATCH', `/admin/flows/${id}`, {
      ...changes,
      steps: [{ type: 'delay', config: { seconds: 1 } }],
    })
    const back = await restore(app, id, 1, 2)
    assert.deepEqual([back.status, back.json['version']], [200, 3], back.text)
    assert.deepEqual(definitionOf(back), definitionOf(first))
    const undone = await restore(app, id, 2, 3)
    assert.equal(undone.json['version'], 4)
    assert.deepEqual(definitionOf(undone), definitionOf(second))
    const same = await restore(app, id, 2, 4)
    assert.deepEqual([same.status, same.json['version']], [200, 4], 'what is the same already is no version')
    const { json } = await app.admin('GET', '/audit-logs?action=flow.updated')
    assert.equal((json['data'] as unknown[]).length, 3)
  })

  onEachApp('FL3: is not restored over what somebody saved meanwhile, nor where it is not kept', async (_t, app) => {
    const id = String((await create(app)).json['id'])
    await app.admin('PATCH', `/admin/flows/${id}`, { priority: 1 })
    await app.admin('PATCH', `/admin/flows/${id}`, { priority: 2 })
    const late = await restore(app, id, 1, 2)
    assert.deepEqual([late.status, late.json['code']], [409, 'flow_changed'])
    const { json } = await app.admin('GET', `/admin/flows/${id}`)
    assert.deepEqual([json['version'], json['priority']], [3, 2])
    for (const version of [9, 0, 2_147_483_648, 'x']) {
      const none = await restore(app, id, version, 3)
      assert.deepEqual([none.status, none.json['code']], [404, 'flow_version_not_found'], String(version))
    }
    assert.equal((await restore(app, 'flow_1', 1, 1)).json['code'], 'flow_not_found')
    const twice = await Promise.all([restore(app, id, 1, 3), restore(app, id, 2, 3)])
    assert.deepEqual(twice.map(({ status }) => status).toSorted(), [200, 409], 'of two at once, one wins')
  })

  test('FL3: whose role, organization or address is gone is refused by the step that names it', async (t) => {
    const app = await createTestApp(t)
    const owner = await made(app, '/admin/users', { email: 'owner@example.com' })
    const organization = await made(app, '/admin/organizations', { name: 'Harbour', slug: 'harbour', owner_id: owner })
    const role = await made(app, '/roles', { name: 'Reader' })
    await app.admin('PATCH', '/admin/config', { 'flows.redirect_origins': ['https://elsewhere.example'] })
    const created = await create(app, {
      enabled: false,
      steps: [
        FACTOR,
        { type: 'assign_role', config: { role_id: role } },
        { type: 'add_to_org', config: { organization_id: organization } },
        { type: 'redirect', config: { url: 'https://elsewhere.example/terms' } },
      ],
      conditions: { in_org: organization },
    })
    const id = String(created.json['id'])
    assert.equal((await app.admin('PATCH', `/admin/flows/${id}`, { steps: [FACTOR], conditions: null })).status, 200)
    await app.admin('DELETE', `/roles/${role}`)
    await app.admin('DELETE', `/admin/organizations/${organization}`)
    await app.admin('PATCH', '/admin/config', { 'flows.redirect_origins': [] })
    const refused = await restore(app, id, 1, 2)
    assert.equal(refused.status, 400, refused.text)
    const wrong = wrongFields(refused)
    assert.match(wrong['/steps/1/config/role_id'] ?? '', /id of a role/)
    assert.match(wrong['/steps/2/config/organization_id'] ?? '', /id of an organization/)
    assert.match(wrong['/steps/3/config/url'] ?? '', /flows.redirect_origins/)
    assert.match(wrong['/conditions/in_org'] ?? '', /id of an organization/)
    assert.equal((await app.admin('GET', `/admin/flows/${id}`)).json['version'], 2)
  })

  test('FL3: needs the scopes of its steps to be restored', async (t) => {
    const app = await createTestApp(t)
    const role = await made(app, '/roles', { name: 'Reader' })
    const id = String((await create(app, { steps: [{ type: 'assign_role', config: { role_id: role } }] })).json['id'])
    await app.admin('PATCH', `/admin/flows/${id}`, { steps: [FACTOR] })
    const key = await app.admin('POST', '/api-keys', { name: 'flows', scopes: ['flows:write'] })
    const headers = { authorization: `Bearer ${String(key.json['key'])}` }
    const refused = await app.send({
      url: `/api/v1/admin/flows/${id}/versions/1/restore`,
      headers,
      json: { current_version: 2 },
    })
    assert.equal(refused.status, 403, refused.text)
    assert.equal((refused.json['details'] as Record<string, unknown>)['required_scope'], 'roles:write')
  })

  test('can be tried out as it was, also when the flow is something else today', async (t) => {
    const app = await createTestApp(t)
    const id = String((await create(app)).json['id'])
    await app.admin('PATCH', `/admin/flows/${id}`, {
      steps: [{ type: 'require_email_verification' }],
      enabled: false,
    })
    const tried = async (version?: number): Promise<unknown[]> => {
      const { json } = await app.admin('POST', `/admin/flows/${id}/test`, { version, user: { email_verified: true } })
      const [step] = json['timeline'] as { type: string }[]
      return [json['version'], json['taken'], step?.type]
    }
    assert.deepEqual(await tried(1), [1, true, 'require_mfa_enrollment'])
    assert.deepEqual(await tried(), [2, false, 'require_email_verification'])
    const none = await app.admin('POST', `/admin/flows/${id}/test`, { version: 3 })
    assert.deepEqual([none.status, none.json['code']], [404, 'flow_version_not_found'])
  })
})

describe('a dry run of an auth flow', () => {
  onEachApp('FL3: says what each step would do and what its conditions saw, and does none of it', async (t, app) => {
    const silent = await canary(t)
    const role = await made(app, '/roles', { name: 'Reader' })
    const flow = await made(app, '/admin/flows', {
      name: 'Everything',
      trigger: 'signup',
      conditions: { email_domain: 'example.com' },
      steps: [
        { type: 'require_email_verification' },
        { type: 'require_password_strength', config: { min_length: 14 } },
        { type: 'webhook', config: { url: silent.url } },
        { type: 'set_metadata', config: { key: 'plan', value: 'team' } },
        {
          type: 'conditional',
          config: {
            condition: { new_device: true },
            then: [{ type: 'assign_role', config: { role_id: role } }],
            else: [FACTOR],
          },
        },
        { type: 'custom_check', config: { condition: { ip_in: '10.0.0.0/8' }, message: 'Only from the office.' } },
        FACTOR,
      ],
    })
    const tried = await app.admin('POST', `/admin/flows/${flow}/test`, {
      user: { email: 'maya@example.com', email_verified: true },
      password: 'short one',
      new_device: true,
      ip: '192.0.2.7',
    })
    assert.equal(tried.status, 200, tried.text)
    assert.deepEqual([tried.json['outcome'], tried.json['taken']], ['denied', true])
    const timeline = tried.json['timeline'] as {
      step: string
      outcome: string
      would: string
      saw: { saw: unknown }[]
    }[]
    assert.deepEqual(
      timeline.map(({ step, outcome }) => [step, outcome]),
      [
        ['/steps/0', 'passed'],
        ['/steps/1', 'waiting'],
        ['/steps/2', 'passed'],
        ['/steps/3', 'passed'],
        ['/steps/4', 'passed'],
        ['/steps/4/config/then/0', 'passed'],
        ['/steps/5', 'denied'],
      ],
    )
    assert.equal(timeline[6]?.saw[0]?.saw, '192.0.2.7')
    assert.match(timeline[6]?.would ?? '', /Only from the office/)
    const other = await app.admin('POST', `/admin/flows/${flow}/test`, { user: { email: 'maya@other.example' } })
    assert.equal(other.json['outcome'], 'not_taken')
    assert.deepEqual((other.json['saw'] as { saw: unknown }[])[0]?.saw, 'other.example')
    assert.equal(silent.hits(), 0, 'no call goes out')
  })

  onEachApp('calls only when it is asked to, marked as a test, and takes the verdict as it comes', async (t, app) => {
    const bodies: Record<string, unknown>[] = []
    let verdict = '{"action":"deny","message":"Not today."}'
    const server = await listen(t, async (request, response) => {
      bodies.push(JSON.parse(await text(request)) as Record<string, unknown>)
      response.end(verdict)
    })
    const flow = await made(app, '/admin/flows', {
      name: 'Ask',
      trigger: 'login',
      steps: [{ type: 'webhook', config: { url: server.url } }, FACTOR],
    })
    const user = await made(app, '/admin/users', { email: 'maya@example.com' })
    const tryOut = (query = '') => app.admin('POST', `/admin/flows/${flow}/test${query}`, { user_id: user })
    assert.equal((await tryOut()).json['outcome'], 'waiting')
    assert.equal(bodies.length, 0)
    const denied = await tryOut('?live_webhooks=true')
    assert.equal(denied.json['outcome'], 'denied', denied.text)
    const [body] = bodies
    const data = body?.['data'] as Record<string, unknown>
    assert.deepEqual(
      [body?.['test'], data['run_id'], (data['user'] as Record<string, unknown>)['id']],
      [true, null, user],
    )
    verdict = 'nonsense'
    assert.equal((await tryOut('?live_webhooks=true')).json['outcome'], 'failed')
    const runs = await app.admin('GET', `/admin/flows/${flow}/runs`)
    assert.deepEqual(runs.json['data'], [], 'a dry run is no run')
    const { json } = await app.admin('GET', '/audit-logs?action=flow.tested')
    assert.equal((json['data'] as unknown[]).length, 2)
  })
})

test('the calls of the guide are taken as they stand', async (t) => {
  const app = await createTestApp(t)
  const guide = readFileSync(new URL('../../../docs/guides/auth-flows.md', import.meta.url), 'utf8')
  const [flow, tried] = [...guide.matchAll(/--data '([^']+)'/g)].map(([, body]) => JSON.parse(body ?? '') as unknown)
  const answer = await app.admin('POST', '/admin/flows', flow)
  assert.equal(answer.status, 201, answer.text)
  const { json } = await app.admin('POST', `/admin/flows/${String(answer.json['id'])}/test`, tried)
  assert.equal(json['outcome'], 'waiting', JSON.stringify(json))
})
