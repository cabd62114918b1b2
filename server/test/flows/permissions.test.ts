import assert from 'node:assert/strict'
import { describe } from 'node:test'
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
import type { TestApp } from '#test/support/app.ts'

const NO_PERMISSION = 'perm_00000000000000000000000000000000000'
const NO_USER = 'usr_00000000000000000000000000000000000'

const check = (app: TestApp, userId: string, permission: string, more: Record<string, unknown> = {}) =>
  app.admin('POST', '/auth/check', { user_id: userId, permission, ...more })

const allows = async (app: TestApp, userId: string, permission: string) =>
  (await check(app, userId, permission)).json['allowed']

describe('permissions, as operators work with them', () => {
  onEachApp('are made in either form, listed, narrowed and deleted', async (_t, app) => {
    const made = await app.admin('POST', '/permissions', { permission: 'documents:read', description: 'Open them.' })
    assert.equal(made.status, 201, made.text)
    const { id, created_at: _, ...rest } = made.json
    assert.equal(made.headers['location'], `/api/v1/permissions/${String(id)}`)
    assert.deepEqual(rest, {
      permission: 'documents:read',
      resource: 'documents',
      action: 'read',
      description: 'Open them.',
    })
    app.clock.advance(1000)
    const words = await app.admin('POST', '/permissions', { resource: 'reports', action: '*' })
    assert.deepEqual([words.status, words.json['permission']], [201, 'reports:*'])
    app.clock.advance(1000)
    const all = await app.admin('POST', '/permissions', { resource: '*', action: '*' })
    assert.equal(all.json['permission'], '*')
    for (const again of [{ permission: 'documents:read' }, { resource: 'documents', action: 'read' }]) {
      const taken = await app.admin('POST', '/permissions', again)
      assert.deepEqual([taken.status, taken.json['code']], [409, 'permission_exists'])
    }
    const listed = await app.admin('GET', '/permissions?limit=2&include_total=true')
    assert.deepEqual([column(listed, 'permission'), listed.json['total']], [['*', 'reports:*'], 3])
    const next = await app.admin('GET', `/permissions?cursor=${encodeURIComponent(String(listed.json['next_cursor']))}`)
    assert.deepEqual(dataOf(next), [made.json])
    for (const query of ['permission=documents:read', 'resource=documents', 'action=read'])
      assert.deepEqual(dataOf(await app.admin('GET', `/permissions?${query}`)), [made.json], query)
    assert.equal((await app.admin('DELETE', `/permissions/${String(id)}`)).status, 204)
    assert.equal((await app.admin('DELETE', `/permissions/${String(id)}`)).json['code'], 'permission_not_found')
  })

  onEachApp(
    'have one spelling, and a text that has another is refused with the field that is wrong',
    async (_t, app) => {
      for (const [body, pointer] of [
        [{}, '/permission'],
        [{ permission: 'documents' }, '/permission'],
        [{ permission: '*:*' }, '/permission'],
        [{ permission: 'Documents:read' }, '/permission'],
        [{ permission: 'doc*:read' }, '/permission'],
        [{ permission: 'a:b:c' }, '/permission'],
        [{ permission: 'a:b', resource: 'a' }, '/permission'],
        [{ resource: 'a' }, '/action'],
        [{ action: 'a' }, '/resource'],
        [{ resource: 'a:b', action: 'c' }, '/resource'],
        [{ resource: 'a', action: 'b:c' }, '/action'],
        [{ resource: 'A', action: 'b' }, '/resource'],
      ] as const)
        for (const path of ['/permissions', '/auth/check']) {
          const asked = path === '/auth/check' ? { user_id: NO_USER, ...body } : body
          const refused = await app.admin('POST', path, asked)
          assert.equal(refused.status, 400, `${path} ${JSON.stringify(body)}`)
          const { errors } = refused.json['details'] as { errors: { pointer: string }[] }
          assert.deepEqual(
            errors.map((it) => it.pointer),
            [pointer],
          )
        }
    },
  )

  onEachApp('name the roles and the people that hold them, page by page', async (_t, app) => {
    const reading = await makePermission(app, 'documents:read')
    await makePermission(app, 'documents:*')
    const roles: string[] = []
    for (const name of ['A', 'B', 'C']) {
      app.clock.advance(1000)
      roles.unshift(await makeRole(app, name, ['documents:read']))
    }
    await makeRole(app, 'Wild', ['documents:*'])
    const first = await app.admin('GET', `/permissions/${reading}/roles?limit=2&include_total=true`)
    assert.deepEqual([column(first, 'id'), first.json['total']], [roles.slice(0, 2), 3])
    const cursor = encodeURIComponent(String(first.json['next_cursor']))
    assert.deepEqual(column(await app.admin('GET', `/permissions/${reading}/roles?cursor=${cursor}`), 'id'), [roles[2]])

    const people: string[] = []
    for (let i = 0; i < 5; i++) {
      app.clock.advance(1000)
      people.unshift(await makeUser(app, `p${i}@example.com`))
    }
    for (const [i, person] of people.entries()) await giveRole(app, person, roles[i % 3] ?? '')
    await giveRole(app, people[0] ?? '', roles[1] ?? '')
    const soon = new Date(app.clock.now() + 1000).toISOString()
    const passing = await makeUser(app, 'passing@example.com')
    await giveRole(app, passing, roles[0] ?? '', soon)
    app.clock.advance(1000)
    const seen: unknown[] = []
    let next: unknown
    do {
      const cursorOf = next === undefined ? '' : `&cursor=${encodeURIComponent(String(next))}`
      const page = await app.admin('GET', `/permissions/${reading}/users?limit=2${cursorOf}`)
      assert.equal(page.status, 200, page.text)
      seen.push(...column(page, 'id'))
      next = page.json['next_cursor']
    } while (next !== null)
    assert.deepEqual(seen, people, 'each once, newest first, without who had it for a time that is over')
    const [newest] = dataOf(await app.admin('GET', `/permissions/${reading}/users?include_total=true`))
    assert.deepEqual(newest, {
      id: people[0],
      email: 'p4@example.com',
      name: '',
      roles: [
        { id: roles[1], name: 'B' },
        { id: roles[0], name: 'C' },
      ],
    })
    assert.equal((await app.admin('GET', `/permissions/${reading}/users?include_total=true`)).json['total'], 5)
    for (const what of ['roles', 'users']) {
      assert.equal((await app.admin('GET', `/permissions/${NO_PERMISSION}/${what}`)).status, 404)
      assert.equal((await app.admin('GET', `/permissions/x/${what}`)).status, 404)
    }
  })

  onEachApp('are counted many at a time', async (_t, app) => {
    const [reading, writing] = [await makePermission(app, 'a:read'), await makePermission(app, 'a:write')]
    const roles = [await makeRole(app, 'A', ['a:read', 'a:write']), await makeRole(app, 'B', ['a:read'])]
    const people = [await makeUser(app, 'a@example.com'), await makeUser(app, 'b@example.com')]
    for (const person of people) await giveRole(app, person, roles[1] ?? '')
    await giveRole(app, people[0] ?? '', roles[0] ?? '')
    const usage = await app.admin(
      'GET',
      `/admin/permissions/batch-usage?ids=${reading},${writing},${NO_PERMISSION},${reading}`,
    )
    assert.equal(usage.status, 200, usage.text)
    const byName = dataOf(usage).toSorted((a, b) => (String(a['permission']) < String(b['permission']) ? -1 : 1))
    assert.deepEqual(byName, [
      { permission_id: reading, permission: 'a:read', roles: 2, users: 2 },
      { permission_id: writing, permission: 'a:write', roles: 1, users: 1 },
    ])
    const many = Array.from({ length: 101 }, (_, i) => `perm_${String(i).padStart(35, '0')}`)
    for (const ids of ['', 'x', `${reading},`, roles.join(','), many.join(',')])
      assert.equal((await app.admin('GET', `/admin/permissions/batch-usage?ids=${ids}`)).status, 400, ids)
    assert.equal((await app.admin('GET', '/admin/permissions/batch-usage')).status, 400)
    const most = await app.admin('GET', `/admin/permissions/batch-usage?ids=${many.slice(1).join(',')}`)
    assert.deepEqual([most.status, dataOf(most)], [200, []])
  })

  onEachApp('leave one event for each change', async (_t, app) => {
    const id = await makePermission(app, 'a:read')
    await makeRole(app, 'A', ['a:read'])
    await app.admin('POST', '/permissions', { permission: 'a:read' })
    app.clock.advance(1000)
    await app.admin('DELETE', `/permissions/${id}`)
    const told = { id, permission: 'a:read', description: null }
    assert.deepEqual(await eventsOf(app, 'permission.'), [
      { name: 'permission.created', data: told },
      { name: 'permission.deleted', data: { ...told, removed_from_roles: 1, counts: { role_permissions: 1 } } },
    ])
  })
})

describe('whether somebody may', () => {
  onEachApp('is answered with the role and the permission that grant it, the narrowest first', async (_t, app) => {
    const user = await makeUser(app, 'maya@example.com')
    for (const permission of ['documents:read', 'documents:*', '*:read', '*']) await makePermission(app, permission)
    const grants: [name: string, permission: string][] = [
      ['Everything', '*'],
      ['Reader', '*:read'],
      ['Author', 'documents:*'],
      ['Guest', 'documents:read'],
    ]
    const no = await check(app, user, 'documents:read')
    assert.deepEqual(
      [no.status, no.json],
      [
        200,
        {
          allowed: false,
          user_id: user,
          permission: 'documents:read',
          organization_id: null,
          reason: {
            code: 'not_granted',
            message: 'No role of the user holds documents:read or a wildcard over it.',
            source: null,
          },
        },
      ],
    )
    for (const [name, permission] of grants) {
      const role = await makeRole(app, name, [permission])
      await giveRole(app, user, role)
      const yes = await app.admin('POST', '/auth/check', { user_id: user, resource: 'documents', action: 'read' })
      assert.equal(yes.json['allowed'], true, name)
      assert.deepEqual(yes.json['reason'], {
        code: 'granted',
        message: `The role ${name} holds ${permission}.`,
        source: { type: 'role', role: { id: role, name }, permission },
      })
    }
  })

  onEachApp('follows every change at once', async (_t, app) => {
    const user = await makeUser(app, 'maya@example.com')
    const permission = await makePermission(app, 'documents:*')
    const role = await makeRole(app, 'Author', ['documents:*'])
    const ask = () => allows(app, user, 'documents:delete')
    assert.equal(await ask(), false)
    await giveRole(app, user, role, new Date(app.clock.now() + 1000).toISOString())
    assert.equal(await ask(), true)
    assert.equal(await allows(app, user, 'reports:delete'), false)
    assert.equal(await allows(app, user, 'documents:*'), true)
    assert.equal(await allows(app, user, '*'), false)
    app.clock.advance(1000)
    assert.equal(await ask(), false, 'its time is over')
    await giveRole(app, user, role)
    assert.equal(await ask(), true)
    await app.admin('PATCH', `/users/${user}`, { disabled: true })
    const disabled = await check(app, user, 'documents:delete')
    assert.deepEqual(
      [disabled.json['allowed'], disabled.json['reason']],
      [false, { code: 'user_disabled', message: 'The user is disabled.', source: null }],
    )
    await app.admin('PATCH', `/users/${user}`, { disabled: false })
    assert.equal(await ask(), true)
    await app.admin('DELETE', `/roles/${role}/permissions/${permission}`)
    assert.equal(await ask(), false)
    await app.admin('POST', `/roles/${role}/permissions`, { permission_id: permission })
    assert.equal(await ask(), true)
    await app.admin('DELETE', `/permissions/${permission}`)
    assert.equal(await ask(), false)
    await makePermission(app, 'documents:*')
    assert.equal(await ask(), false, 'a new permission of the name is held by nobody')
    await app.admin('PUT', `/roles/${role}`, { name: 'Author', permissions: ['documents:*'] })
    assert.equal(await ask(), true)
    await app.admin('DELETE', `/roles/${role}`)
    assert.equal(await ask(), false)
    for (const userId of [NO_USER, 'x', '']) {
      const { status, json } = await check(app, userId, 'documents:read')
      assert.deepEqual(
        [status, json['allowed'], (json['reason'] as Record<string, unknown>)['code']],
        [200, false, 'user_not_found'],
      )
    }
  })

  onEachApp('counts what an organization grants when it is named, and there only', async (_t, app) => {
    const [maya, stranger] = [await makeUser(app, 'maya@example.com'), await makeUser(app, 'x@example.com')]
    const organizations = ['one', 'two'].map((slug) =>
      app.admin('POST', '/admin/organizations', { name: slug, slug, owner_id: maya }),
    )
    const [one, two] = await Promise.all(organizations)
    assert.deepEqual([one?.status, two?.status], [201, 201])
    const organization_id = one?.json['id'] as string
    assert.equal(await allows(app, maya, 'invoices:pay'), false)
    const there = await check(app, maya, 'invoices:pay', { organization_id })
    const { type, permission } = (there.json['reason'] as { source: Record<string, unknown> }).source
    assert.deepEqual([there.json['allowed'], type, permission], [true, 'organization_role', '*'])
    assert.equal(there.json['organization_id'], organization_id)
    for (const id of [organization_id, 'org_00000000000000000000000000000000000', 'x']) {
      const verdict = await check(app, stranger, 'invoices:pay', { organization_id: id })
      assert.deepEqual([verdict.status, verdict.json['allowed']], [200, false], id)
    }
    await makePermission(app, 'invoices:pay')
    const role = await makeRole(app, 'Payer', ['invoices:pay'])
    await giveRole(app, stranger, role)
    const global = await check(app, stranger, 'invoices:pay', { organization_id: two?.json['id'] })
    assert.equal(global.json['allowed'], true, 'a global role holds everywhere')
  })

  onEachApp('needs permissions:read and no more', async (_t, app) => {
    const user = await makeUser(app, 'maya@example.com')
    const permission = await makePermission(app, 'a:read')
    const asks = await withScopes(app, 'permissions:read')
    const body = { user_id: user, permission: 'a:read' }
    assert.equal((await asks('POST', '/auth/check', body)).status, 200)
    assert.equal((await (await withScopes(app, 'roles:*', 'users:*'))('POST', '/auth/check', body)).status, 403)
    for (const path of [
      '/permissions',
      `/permissions/${permission}/roles`,
      `/users/${user}/permissions`,
      `/admin/permissions/batch-usage?ids=${permission}`,
    ])
      assert.equal((await asks('GET', path)).status, 200, path)
    assert.equal((await asks('GET', `/permissions/${permission}/users`)).status, 403, 'addresses need users:read')
    assert.equal((await asks('POST', '/permissions', { permission: 'b:read' })).status, 403)
    assert.equal((await asks('DELETE', `/permissions/${permission}`)).status, 403)
    const writes = await withScopes(app, 'permissions:write')
    assert.equal((await writes('POST', '/permissions', { permission: 'b:read' })).status, 201)
    assert.equal((await writes('DELETE', `/permissions/${permission}`)).status, 204)
  })
})

describe('what somebody may', () => {
  onEachApp('is listed with every source, wildcards spelled out', async (_t, app) => {
    const user = await makeUser(app, 'maya@example.com')
    const names = ['documents:read', 'documents:write', 'documents:*', 'reports:read', '*:read', 'reports:write', '*']
    for (const name of names) {
      app.clock.advance(1000)
      await makePermission(app, name)
    }
    const path = `/users/${user}/permissions`
    const list = async () =>
      dataOf(await app.admin('GET', path)).map(({ permission, sources }) => [
        permission,
        (sources as { type: string; role: { name: string }; permission: string }[]).map(
          (it) => `${it.type} ${it.role.name} ${it.permission}`,
        ),
      ])
    assert.deepEqual(await list(), [])
    await giveRole(app, user, await makeRole(app, 'Author', ['documents:*', 'documents:read']))
    await giveRole(app, user, await makeRole(app, 'Clerk', ['reports:write']))
    assert.deepEqual(await list(), [
      ['reports:write', ['role Clerk reports:write']],
      ['documents:*', ['role Author documents:*']],
      ['documents:write', ['wildcard Author documents:*']],
      ['documents:read', ['role Author documents:read', 'wildcard Author documents:*']],
    ])
    const reader = await makeRole(app, 'Reader', ['*:read'])
    await giveRole(app, user, reader)
    const withReader = Object.fromEntries(await list()) as Record<string, string[]>
    assert.deepEqual(Object.keys(withReader), [
      'reports:write',
      '*:read',
      'reports:read',
      'documents:*',
      'documents:write',
      'documents:read',
    ])
    assert.deepEqual(withReader['reports:read'], ['wildcard Reader *:read'])
    const all = await makeRole(app, 'All', ['*'])
    await giveRole(app, user, all)
    assert.deepEqual(
      (await list()).map(([name]) => name),
      names.toReversed(),
    )
    await app.admin('DELETE', `/users/${user}/roles/${all}`)

    const first = await app.admin('GET', `${path}?limit=4&include_total=true`)
    assert.deepEqual([dataOf(first).length, first.json['total']], [4, 6])
    const next = await app.admin('GET', `${path}?cursor=${encodeURIComponent(String(first.json['next_cursor']))}`)
    assert.deepEqual(column(next, 'permission'), ['documents:write', 'documents:read'])
    for (const [name] of await list()) assert.equal(await allows(app, user, String(name)), true, 'as a check answers')
    assert.equal((await app.admin('GET', `/users/${NO_USER}/permissions`)).json['code'], 'user_not_found')
  })
})
