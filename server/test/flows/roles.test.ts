import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { raw } from '#/platform/db/sql.ts'
import { onEachApp } from '#test/support/each-app.ts'
import {
  column,
  dataOf,
  eventsOf,
  giveRole,
  makePermission,
  makeRole,
  makeUser,
  withScopes,
} from '#test/support/roles.ts'

const NO_ROLE = 'role_00000000000000000000000000000000000'
const NO_PERMISSION = 'perm_00000000000000000000000000000000000'
const NO_USER = 'usr_00000000000000000000000000000000000'

describe('roles, as operators work with them', () => {
  onEachApp('tell who has them, by pages, and of nobody whose role has expired', async (_t, app) => {
    const role = await makeRole(app, 'Editor')
    const people: string[] = []
    for (const name of ['maya', 'noor', 'olive']) {
      const user = await makeUser(app, `${name}@example.com`)
      await giveRole(app, user, role)
      app.clock.advance(1000)
      people.push(user)
    }
    const path = `/roles/${role}/users`
    const first = await app.admin('GET', `${path}?limit=2&include_total=true`)
    assert.deepEqual([column(first, 'id'), first.json['total']], [[people[2], people[1]], 3])
    const next = await app.admin('GET', `${path}?cursor=${encodeURIComponent(String(first.json['next_cursor']))}`)
    assert.deepEqual(column(next, 'id'), [people[0]])
    const expires = new Date(app.clock.now() + 60_000).toISOString()
    const [, , last = ''] = people
    await app.admin('DELETE', `/users/${last}/roles/${role}`)
    await giveRole(app, last, role, expires)
    assert.equal(dataOf(await app.admin('GET', path))[0]?.['expires_at'], expires)
    app.clock.advance(61_000)
    assert.deepEqual(column(await app.admin('GET', path), 'id'), [people[1], people[0]])
    assert.equal((await app.admin('GET', `/roles/${NO_ROLE}/users`)).status, 404)
  })

  onEachApp('are made, found, listed, replaced and deleted', async (_t, app) => {
    await makePermission(app, 'documents:read')
    await makePermission(app, 'documents:write')
    const made = await app.admin('POST', '/roles', {
      name: '  Editor ',
      permissions: ['documents:write', 'documents:read'],
    })
    assert.equal(made.status, 201, made.text)
    const id = made.json['id'] as string
    assert.equal(made.headers['location'], `/api/v1/roles/${id}`)
    assert.deepEqual([made.json['name'], made.json['description']], ['Editor', null])
    assert.deepEqual((await app.admin('GET', `/roles/${id}`)).json, made.json)
    const held = (made.json['permissions'] as Record<string, unknown>[]).map((it) => it['permission'])
    assert.deepEqual(held, ['documents:read', 'documents:write'])

    app.clock.advance(1000)
    await makeRole(app, 'Reader')
    const listed = await app.admin('GET', '/roles?include_total=true&limit=1')
    assert.deepEqual([column(listed, 'name'), listed.json['total']], [['Reader'], 2])
    const next = await app.admin('GET', `/roles?cursor=${encodeURIComponent(String(listed.json['next_cursor']))}`)
    assert.deepEqual([column(next, 'name'), next.json['next_cursor']], [['Editor'], null])
    assert.equal('permissions' in (dataOf(next)[0] ?? {}), false)

    app.clock.advance(1000)
    const replaced = await app.admin('PUT', `/roles/${id}`, { name: 'Author', description: 'Writes.' })
    assert.equal(replaced.status, 200, replaced.text)
    assert.deepEqual([replaced.json['name'], replaced.json['description']], ['Author', 'Writes.'])
    assert.deepEqual(replaced.json['permissions'], [], 'left out, they are cleared')
    assert.notEqual(replaced.json['updated_at'], made.json['updated_at'])
    const fewer = await app.admin('PUT', `/roles/${id}`, { name: 'Author', permissions: ['documents:read'] })
    assert.deepEqual([fewer.json['description'], (fewer.json['permissions'] as unknown[]).length], [null, 1])
    assert.deepEqual((await app.admin('GET', `/roles/${id}`)).json, fewer.json)

    assert.equal((await app.admin('DELETE', `/roles/${id}`)).status, 204)
    for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as const)
      assert.equal((await app.admin(method, `/roles/${id}`, body)).status, 404, method)
  })

  onEachApp('have names of their own, whatever their case, width or spacing', async (_t, app) => {
    const id = await makeRole(app, 'Support Team')
    for (const name of ['support team', 'SUPPORT  TEAM', 'Ｓｕｐｐｏｒｔ Team']) {
      const again = await app.admin('POST', '/roles', { name })
      assert.deepEqual([again.status, again.json['code']], [409, 'role_name_taken'], name)
      const [found] = dataOf(await app.admin('GET', `/roles?name=${encodeURIComponent(name)}`))
      assert.equal(found?.['id'], id)
    }
    const other = await makeRole(app, 'Other')
    assert.equal((await app.admin('PUT', `/roles/${other}`, { name: 'support team' })).status, 409)
    assert.equal((await app.admin('PUT', `/roles/${other}`, { name: 'OTHER' })).json['name'], 'OTHER')
    for (const name of ['', '   ', 'a,b', 'a\r\nX-User-Roles: admin', 'x\u202ey', 'x'.repeat(101)]) {
      const refused = await app.admin('POST', '/roles', { name })
      assert.equal(refused.status, 400, JSON.stringify(name))
      assert.match(refused.text, /"\/name"/)
    }
    assert.deepEqual(dataOf(await app.admin('GET', '/roles?name=%0a')), [])
    const races = await Promise.all(Array.from({ length: 10 }, () => app.admin('POST', '/roles', { name: 'One' })))
    assert.deepEqual(races.map(({ status }) => status).toSorted(), [201, ...Array<number>(9).fill(409)])
  })

  onEachApp('hold permissions, once each, and lose them', async (_t, app) => {
    const [reading, writing] = [
      await makePermission(app, 'documents:read'),
      await makePermission(app, 'documents:write'),
    ]
    const role = await makeRole(app, 'Editor')
    const path = `/roles/${role}/permissions`
    const added = await app.admin('POST', path, { permission_id: reading })
    assert.deepEqual([added.status, added.json['permission']], [201, 'documents:read'])
    assert.equal(added.headers['location'], `/api/v1${path}/${reading}`)
    const again = await app.admin('POST', path, { permission_id: reading })
    assert.deepEqual([again.status, again.json], [200, added.json])
    for (const permission_id of [NO_PERMISSION, role, 'x']) {
      const refused = await app.admin('POST', path, { permission_id })
      assert.deepEqual([refused.status, refused.json['code']], [400, 'invalid_request'])
    }
    assert.equal((await app.admin('POST', `/roles/${NO_ROLE}/permissions`, { permission_id: reading })).status, 404)
    const notHeld = await app.admin('DELETE', `${path}/${writing}`)
    assert.deepEqual([notHeld.status, notHeld.json['code']], [404, 'permission_not_held'])
    assert.equal((await app.admin('DELETE', `/roles/${NO_ROLE}/permissions/${reading}`)).status, 404)
    assert.equal((await app.admin('DELETE', `${path}/${reading}`)).status, 204)
    assert.equal((await app.admin('DELETE', `${path}/${reading}`)).status, 404)
    assert.deepEqual((await app.admin('GET', `/roles/${role}`)).json['permissions'], [])
    const unknown = await app.admin('POST', '/roles', { name: 'x', permissions: ['documents:read', 'no:such'] })
    assert.equal(unknown.status, 400)
    assert.match(unknown.text, /"\/permissions\/1"/)
  })

  onEachApp('hold no more than 500 permissions', async (_t, app) => {
    const names = Array.from({ length: 501 }, (_, i) => `area-${i}:read`)
    const actor = { type: 'system', id: 'test', requestId: null, ip: null } as const
    const ids: string[] = []
    for (const permission of names) ids.push((await app.services.permissions.create({ permission }, actor)).id)
    const role = await makeRole(app, 'Everything', names.slice(0, 500))
    const one = await app.admin('POST', `/roles/${role}/permissions`, { permission_id: ids[500] })
    assert.deepEqual([one.status, one.json['code']], [409, 'role_full'])
    assert.equal((await app.admin('PUT', `/roles/${role}`, { name: 'Everything', permissions: names })).status, 400)
    assert.equal(((await app.admin('GET', `/roles/${role}`)).json['permissions'] as unknown[]).length, 500)
  })

  onEachApp('are given to users, for good or for a time, and taken', async (_t, app) => {
    const user = await makeUser(app, 'maya@example.com')
    const role = await makeRole(app, 'Editor')
    const path = `/users/${user}/roles`
    const given = await app.admin('POST', path, { role_id: role })
    assert.equal(given.status, 201, given.text)
    assert.equal(given.headers['location'], `/api/v1${path}/${role}`)
    assert.deepEqual([given.json['id'], given.json['name'], given.json['expires_at']], [role, 'Editor', null])
    const again = await app.admin('POST', path, { role_id: role })
    assert.deepEqual([again.status, again.json], [200, given.json])

    const until = new Date(app.clock.now() + 60_000).toISOString()
    const limited = await app.admin('POST', path, { role_id: role, expires_at: until })
    assert.deepEqual([limited.status, limited.json['expires_at']], [200, until])
    assert.equal(limited.json['assigned_at'], given.json['assigned_at'])
    assert.deepEqual(column(await app.admin('GET', path), 'id'), [role])
    app.clock.advance(60_000)
    assert.deepEqual(dataOf(await app.admin('GET', path)), [])
    assert.equal((await app.admin('GET', `${path}?include_total=true`)).json['total'], 0)
    assert.equal((await app.admin('DELETE', `${path}/${role}`)).json['code'], 'role_not_assigned')
    assert.equal((await app.admin('POST', path, { role_id: role })).status, 201, 'anew')
    assert.equal((await app.admin('DELETE', `${path}/${role}`)).status, 204)
    assert.equal((await app.admin('DELETE', `${path}/${role}`)).status, 404)

    for (const expires_at of [new Date(app.clock.now()).toISOString(), 'tomorrow', '2026-02-30T00:00:00Z']) {
      const refused = await app.admin('POST', path, { role_id: role, expires_at })
      assert.equal(refused.status, 400, expires_at)
      assert.match(refused.text, /"\/expires_at"/)
    }
    for (const role_id of [NO_ROLE, user, 'owner'])
      assert.equal((await app.admin('POST', path, { role_id })).status, 400)
    assert.equal((await app.admin('POST', `/users/${NO_USER}/roles`, { role_id: role })).json['code'], 'user_not_found')
    assert.equal((await app.admin('GET', `/users/${NO_USER}/roles`)).status, 404)
    assert.equal((await app.admin('DELETE', `/users/${NO_USER}/roles/${role}`)).status, 404)
  })

  onEachApp('AD4 leave the roles of another user and the permissions of another role alone', async (_t, app) => {
    const users = [await makeUser(app, 'a@example.com'), await makeUser(app, 'b@example.com')]
    const permissions = [await makePermission(app, 'a:read'), await makePermission(app, 'b:read')]
    const roles = [await makeRole(app, 'A', ['a:read']), await makeRole(app, 'B', ['b:read'])]
    for (const i of [0, 1]) await giveRole(app, users[i] ?? '', roles[i] ?? '')
    for (const i of [0, 1]) {
      assert.equal((await app.admin('DELETE', `/users/${users[i]}/roles/${roles[1 - i]}`)).status, 404)
      assert.equal((await app.admin('DELETE', `/roles/${roles[i]}/permissions/${permissions[1 - i]}`)).status, 404)
    }
    for (const i of [0, 1]) {
      assert.deepEqual(column(await app.admin('GET', `/users/${users[i]}/roles`), 'id'), [roles[i]])
      const { permissions: held } = (await app.admin('GET', `/roles/${roles[i]}`)).json as {
        permissions: { id: string }[]
      }
      assert.deepEqual(
        held.map(({ id }) => id),
        [permissions[i]],
      )
    }
  })

  onEachApp('at most 200 for one user', async (_t, app) => {
    const user = await makeUser(app, 'maya@example.com')
    const actor = { type: 'system', id: 'test', requestId: null, ip: null } as const
    const make = async (i: number) => (await app.services.roles.create({ name: `Role ${i}` }, actor)).id
    for (let i = 0; i < 200; i++) {
      await app.services.assignments.assign(user, { role_id: await make(i) }, { scopes: ['*'], actor })
    }
    const last = await app.admin('POST', `/users/${user}/roles`, { role_id: await make(200) })
    assert.deepEqual([last.status, last.json['code']], [409, 'too_many_roles'])
  })

  onEachApp('of people who run the server are given and taken with full access only', async (_t, app) => {
    const user = await makeUser(app, 'op@example.com', { system_role: 'auditor' })
    const role = await makeRole(app, 'Editor')
    const narrow = await withScopes(app, 'roles:*')
    const given = await narrow('POST', `/users/${user}/roles`, { role_id: role })
    assert.deepEqual([given.status, given.json['code']], [403, 'insufficient_scope'])
    await giveRole(app, user, role)
    assert.equal((await narrow('DELETE', `/users/${user}/roles/${role}`)).status, 403)
    assert.deepEqual(column(await narrow('GET', `/users/${user}/roles`), 'id'), [role])
    const other = await makeUser(app, 'maya@example.com')
    assert.equal((await narrow('POST', `/users/${other}/roles`, { role_id: role })).status, 201)
  })

  onEachApp('open nothing of the server, whatever they are called', async (_t, app) => {
    const user = await makeUser(app, 'maya@example.com', { password: 'plum-harbour-lantern' })
    await makePermission(app, '*')
    await giveRole(app, user, await makeRole(app, 'owner', ['*']))
    const login = { email: 'maya@example.com', password: 'plum-harbour-lantern' }
    const { headers } = await app.send({ url: '/api/v1/auth/login', json: login })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    assert.equal((await app.send({ url: '/api/v1/users', headers: { cookie } })).status, 403)
    assert.equal((await app.admin('GET', `/users/${user}`)).json['system_role'], null)
  })

  onEachApp('AD15 end with their user, and a new user of the address has none', async (_t, app) => {
    const user = await makeUser(app, 'maya@example.com')
    const role = await makeRole(app, 'Editor')
    await giveRole(app, user, role)
    assert.equal((await app.admin('DELETE', `/users/${user}`)).status, 204)
    const { db } = app.database
    assert.deepEqual(await db.all(raw('SELECT user_id FROM user_roles')), [])
    const again = await makeUser(app, 'maya@example.com')
    assert.deepEqual(dataOf(await app.admin('GET', `/users/${again}/roles`)), [])
  })

  onEachApp('leave one event for each change, and none for what changes nothing', async (_t, app) => {
    const permission = await makePermission(app, 'a:read')
    const user = await makeUser(app, 'maya@example.com')
    const role = await makeRole(app, 'Editor')
    const once = async (name: string, act: () => Promise<unknown>): Promise<Record<string, unknown>> => {
      const before = await eventsOf(app, '')
      app.clock.advance(1000)
      await act()
      const after = (await eventsOf(app, '')).slice(before.length)
      assert.deepEqual(
        after.map((event) => event.name),
        name === '' ? [] : [name],
      )
      return after[0]?.data ?? {}
    }
    const held = { id: role, name: 'Editor', permission_id: permission, permission: 'a:read' }
    const add = () => app.admin('POST', `/roles/${role}/permissions`, { permission_id: permission })
    assert.deepEqual(await once('role.permission_added', add), held)
    await once('', add)
    const replace = () => app.admin('PUT', `/roles/${role}`, { name: 'Author', permissions: [] })
    assert.deepEqual(await once('role.updated', replace), {
      id: role,
      name: 'Author',
      changes: { name: { before: 'Editor', after: 'Author' }, permissions: { before: ['a:read'], after: [] } },
    })
    await once('', replace)
    await add()
    assert.deepEqual(
      await once('role.permission_removed', () => app.admin('DELETE', `/roles/${role}/permissions/${permission}`)),
      { ...held, name: 'Author' },
    )
    await add()
    const assigned = { id: role, name: 'Author', user_id: user }
    const assign = (expires_at: string | null) => () =>
      app.admin('POST', `/users/${user}/roles`, { role_id: role, expires_at })
    const nothing = { expires_at: null }
    assert.deepEqual(await once('role.assigned', assign(null)), { ...assigned, ...nothing, before: null })
    await once('', assign(null))
    const until = '2030-01-01T00:00:00.000Z'
    assert.deepEqual(await once('role.assigned', assign(until)), { ...assigned, expires_at: until, before: nothing })
    assert.deepEqual(await once('role.unassigned', () => app.admin('DELETE', `/users/${user}/roles/${role}`)), assigned)
    await assign(null)()
    assert.deepEqual(await once('role.deleted', () => app.admin('DELETE', `/roles/${role}`)), {
      id: role,
      name: 'Author',
      permissions: ['a:read'],
      removed_assignments: 1,
      counts: { role_assignments: 1, role_permissions: 1 },
    })
    assert.deepEqual(dataOf(await app.admin('GET', `/users/${user}/roles`)), [])
    const logs = await app.admin('GET', `/users/${user}/audit-logs`)
    if (logs.status === 200) assert.ok(column(logs, 'action').includes('role.assigned'))
  })

  onEachApp('need roles:read to look and roles:write to change', async (_t, app) => {
    const role = await makeRole(app, 'Editor')
    const user = await makeUser(app, 'maya@example.com')
    const reads = await withScopes(app, 'roles:read')
    const asks = await withScopes(app, 'permissions:read', 'permissions:write')
    for (const path of ['/roles', `/roles/${role}`, `/users/${user}/roles`]) {
      assert.equal((await reads('GET', path)).status, 200, path)
      assert.equal((await asks('GET', path)).status, 403, path)
    }
    for (const [method, path, body] of [
      ['POST', '/roles', { name: 'x' }],
      ['PUT', `/roles/${role}`, { name: 'x' }],
      ['DELETE', `/roles/${role}`, undefined],
      ['POST', `/roles/${role}/permissions`, { permission_id: NO_PERMISSION }],
      ['DELETE', `/roles/${role}/permissions/${NO_PERMISSION}`, undefined],
      ['POST', `/users/${user}/roles`, { role_id: role }],
      ['DELETE', `/users/${user}/roles/${role}`, undefined],
    ] as const)
      assert.equal((await reads(method, path, body)).status, 403, `${method} ${path}`)
  })
})
