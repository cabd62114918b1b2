import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachApp } from '#test/support/each-app.ts'
import {
  listed,
  newMember,
  newOrganization,
  newPerson,
  orgAdmin,
  orgCall,
  outcome,
  pointersOf,
  rolesIn,
} from '#test/support/organizations.ts'
import { as } from '#test/support/recovery.ts'

test('an operator makes members, changes their role and removes them, and each is told once', async (t) => {
  const app = await createTestApp(t)
  const { id } = await newOrganization(app)
  const person = await newPerson(app)
  const added = await orgAdmin(app, 'POST', `/${id}/members`, { user_id: person.id })
  assert.equal(added.status, 201, added.text)
  assert.deepEqual([added.json['user_id'], added.json['role']], [person.id, 'member'])
  const again = await orgAdmin(app, 'POST', `/${id}/members`, { user_id: person.id, role: 'admin' })
  assert.equal(outcome(again), '409 already_member')
  const path = `/${id}/members/${person.id}`
  const changed = await orgAdmin(app, 'PATCH', path, { role: 'admin' })
  assert.deepEqual([changed.status, changed.json['role']], [200, 'admin'])
  assert.deepEqual((await orgAdmin(app, 'PATCH', path, { role: 'admin' })).json, changed.json)
  assert.equal(outcome(await orgAdmin(app, 'DELETE', path)), '204')
  assert.equal(outcome(await orgAdmin(app, 'DELETE', path)), '404 member_not_found')
  assert.equal(outcome(await orgAdmin(app, 'PATCH', path, { role: 'admin' })), '404 member_not_found')
  const events = await recorded(app.database.db, 'org.member.added', 'org.member.updated', 'org.member.removed')
  const told = { organization_id: id, user_id: person.id }
  const byName = new Map(events.map(({ name, data }) => [name, data]))
  assert.equal(events.length, 3)
  const joined = { ...told, role: 'member', via: 'operator', invitation_id: null }
  assert.deepEqual(byName.get('org.member.added'), joined)
  const updated = { ...told, role: { from: 'member', to: 'admin' }, revoked_invitations: 0, counts: {} }
  assert.deepEqual(byName.get('org.member.updated'), updated)
  const removed = { ...told, role: 'admin', reason: 'removed', revoked_invitations: 0, counts: { invitations: 0 } }
  assert.deepEqual(byName.get('org.member.removed'), removed)
})

test('who is not there, disabled, or given a role that is not there, becomes no member', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const [person, disabled] = [await newPerson(app), await newPerson(app)]
  await app.services.users.disable(disabled.id, 'test', systemActor('test'))
  const add = (json: object) => orgAdmin(app, 'POST', `/${id}/members`, json)
  assert.equal(outcome(await add({ user_id: 'usr_nobody' })), '404 user_not_found')
  assert.equal(outcome(await add({ user_id: disabled.id })), '409 member_disabled')
  const unknown = await add({ user_id: person.id, role: 'captain' })
  assert.deepEqual([outcome(unknown), pointersOf(unknown)], ['400 invalid_request', ['/role']])
  const patched = await orgAdmin(app, 'PATCH', `/${id}/members/${owner.id}`, { role: 'captain' })
  assert.deepEqual([outcome(patched), pointersOf(patched)], ['400 invalid_request', ['/role']])
  assert.deepEqual(Object.keys(await rolesIn(app, id)), [owner.id])
  const nowhere = await orgAdmin(app, 'POST', '/org_x/members', { user_id: person.id })
  assert.equal(outcome(nowhere), '404 organization_not_found')
})

test('AD16: nobody gives, takes or removes a role above their own', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const [admin, member] = [await newMember(app, id, 'admin'), await newMember(app, id)]
  const patch = (by: typeof owner, whom: typeof owner, role: string) =>
    orgCall(by, 'PATCH', `/${id}/members/${whom.id}`, { role }).then(outcome)
  const remove = (by: typeof owner, whom: typeof owner) =>
    orgCall(by, 'DELETE', `/${id}/members/${whom.id}`).then(outcome)
  assert.equal(await patch(member, member, 'admin'), '403 organization_permission_needed')
  assert.equal(await remove(member, admin), '403 organization_permission_needed')
  assert.equal(await patch(admin, admin, 'owner'), '403 role_above_own')
  assert.equal(await patch(admin, member, 'owner'), '403 role_above_own')
  assert.equal(await patch(admin, owner, 'member'), '403 role_above_own')
  assert.equal(await remove(admin, owner), '403 role_above_own')
  assert.deepEqual(await rolesIn(app, id), { [owner.id]: 'owner', [admin.id]: 'admin', [member.id]: 'member' })

  await orgAdmin(app, 'POST', `/${id}/roles`, { name: 'writer', permissions: ['documents:write'] })
  assert.equal(await patch(admin, member, 'writer'), '403 role_above_own')
  assert.equal(await patch(owner, member, 'writer'), '200')
  assert.equal(await remove(admin, member), '403 role_above_own')
  assert.equal(await patch(owner, member, 'member'), '200')
  assert.equal(await patch(admin, member, 'admin'), '200')
  assert.equal(await remove(admin, member), '204')
  assert.equal(outcome(await orgCall(member, 'GET', `/${id}`)), '404 organization_not_found')
})

test('AD16: nobody writes into a role what their own does not permit', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const [admin, member] = [await newMember(app, id, 'admin'), await newMember(app, id)]
  const post = (by: typeof owner, body: object) => orgCall(by, 'POST', `/${id}/roles`, body)
  assert.equal(outcome(await post(member, { name: 'x', permissions: [] })), '403 organization_permission_needed')
  for (const permissions of [['*'], ['organization:delete'], ['organization:*'], ['documents:read']]) {
    assert.equal(outcome(await post(admin, { name: 'x', permissions })), '403 role_above_own', permissions.join())
  }
  const inviter = await post(admin, { name: 'inviter', permissions: ['organization:invite'] })
  assert.equal(inviter.status, 201, inviter.text)
  const path = `/${id}/roles/${String(inviter.json['id'])}`
  assert.equal(outcome(await orgCall(admin, 'PUT', path, { permissions: ['*'] })), '403 role_above_own')
  assert.equal(outcome(await orgCall(owner, 'PUT', path, { permissions: ['documents:*'] })), '200')
  assert.equal(outcome(await orgCall(admin, 'PUT', path, { permissions: [] })), '403 role_above_own')
  assert.equal(outcome(await orgCall(admin, 'DELETE', path)), '403 role_above_own')
  assert.equal(outcome(await orgCall(owner, 'DELETE', path)), '204')
})

test('a role of an organization is created, read, replaced and deleted, and each is told once', async (t) => {
  const app = await createTestApp(t)
  const { id } = await newOrganization(app)
  const body = { name: 'writer', description: 'Writes.', permissions: ['documents:write', 'documents:read'] }
  const made = await orgAdmin(app, 'POST', `/${id}/roles`, body)
  assert.equal(made.status, 201, made.text)
  const roleId = String(made.json['id'])
  assert.match(roleId, /^role_/)
  const path = `/${id}/roles/${roleId}`
  assert.equal(made.headers['location'], `/api/v1/admin/organizations${path}`)
  const { name, description, permissions, built_in } = made.json
  assert.deepEqual({ name, description, permissions }, body)
  assert.equal(built_in, false)
  assert.deepEqual((await orgAdmin(app, 'GET', path)).json, made.json)
  assert.equal(outcome(await orgAdmin(app, 'POST', `/${id}/roles`, body)), '409 organization_role_name_taken')
  const owner = { ...body, name: 'owner' }
  assert.equal(outcome(await orgAdmin(app, 'POST', `/${id}/roles`, owner)), '409 organization_role_name_taken')

  const replaced = await orgAdmin(app, 'PUT', path, { permissions: ['documents:*'] })
  assert.deepEqual([replaced.json['description'], replaced.json['permissions']], ['', ['documents:*']])
  assert.equal(outcome(await orgAdmin(app, 'PUT', path, { permissions: ['documents:*'] })), '200')
  const renamed = await orgAdmin(app, 'PUT', path, { name: 'x', permissions: [] })
  assert.deepEqual(pointersOf(renamed), ['/name'])

  const person = await newMember(app, id, 'writer')
  const used = await orgAdmin(app, 'DELETE', path)
  assert.equal(outcome(used), '409 organization_role_in_use')
  const counts = used.json['details'] as Record<string, unknown>
  assert.deepEqual([counts['members'], counts['invitations']], [1, 0])
  await orgAdmin(app, 'DELETE', `/${id}/members/${person.id}`)
  await orgAdmin(app, 'POST', `/${id}/invitations`, { email: 'guest@example.com', role: 'writer' })
  assert.equal(outcome(await orgAdmin(app, 'DELETE', path)), '409 organization_role_in_use')
  const [invitation] = listed(await orgAdmin(app, 'GET', `/${id}/invitations`))
  await orgAdmin(app, 'DELETE', `/${id}/invitations/${String(invitation?.['id'])}`)
  assert.equal(outcome(await orgAdmin(app, 'DELETE', path)), '204')
  for (const method of ['GET', 'DELETE'] as const) {
    assert.equal(outcome(await orgAdmin(app, method, path)), '404 organization_role_not_found')
  }
  const gone = await orgAdmin(app, 'PUT', path, { permissions: [] })
  assert.equal(outcome(gone), '404 organization_role_not_found')
  const events = await recorded(app.database.db, 'org.role.created', 'org.role.updated', 'org.role.deleted')
  assert.deepEqual(events.map((row) => row['name']).toSorted(), [
    'org.role.created',
    'org.role.deleted',
    'org.role.updated',
  ])
})

test('the built-in roles stay as they are, and what is no permission is refused', async (t) => {
  const app = await createTestApp(t)
  const { id } = await newOrganization(app)
  const builtIn = listed(await orgAdmin(app, 'GET', `/${id}/roles`))
  assert.deepEqual(builtIn.map((role) => role['name']).toSorted(), ['admin', 'member', 'owner'])
  for (const role of builtIn) {
    const path = `/${id}/roles/${String(role['id'])}`
    assert.equal(outcome(await orgAdmin(app, 'PUT', path, { permissions: [] })), '409 organization_role_built_in')
    assert.equal(outcome(await orgAdmin(app, 'DELETE', path)), '409 organization_role_built_in')
  }
  const wrong: [object, string][] = [
    [{ name: 'x' }, '/permissions'],
    [{ name: 'Writer', permissions: [] }, '/name'],
    [{ name: 'x', permissions: ['documents:read', 'Documents'] }, '/permissions/1'],
    [{ name: 'x', permissions: ['a:b', 'a:b'] }, '/permissions'],
    [{ name: 'x', permissions: [], built_in: true }, '/built_in'],
  ]
  for (const [body, pointer] of wrong) {
    const answer = await orgAdmin(app, 'POST', `/${id}/roles`, body)
    assert.deepEqual([outcome(answer), pointersOf(answer)], ['400 invalid_request', [pointer]], JSON.stringify(body))
  }
  for (let i = 3; i < 100; i++) {
    await app.services.organizationRoles.create(
      id,
      { name: `role-${i}`, permissions: [] },
      { actor: systemActor('test'), person: null },
    )
  }
  const more = await orgAdmin(app, 'POST', `/${id}/roles`, { name: 'more', permissions: [] })
  assert.equal(outcome(more), '409 organization_role_limit')
})

test('AD4: what belongs to one organization is not reached through another', async (t) => {
  const app = await createTestApp(t)
  const [one, two] = [await newOrganization(app, 'one'), await newOrganization(app, 'two')]
  const role = await orgAdmin(app, 'POST', `/${one.id}/roles`, { name: 'writer', permissions: [] })
  const invitation = await orgAdmin(app, 'POST', `/${one.id}/invitations`, { email: 'guest@example.com' })
  const crossed: [string, 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST', object?][] = [
    [`/roles/${String(role.json['id'])}`, 'GET'],
    [`/roles/${String(role.json['id'])}`, 'PUT', { permissions: ['*'] }],
    [`/roles/${String(role.json['id'])}`, 'DELETE'],
    [`/invitations/${String(invitation.json['id'])}`, 'DELETE'],
    [`/invitations/${String(invitation.json['id'])}/resend`, 'POST'],
    [`/members/${one.owner.id}`, 'PATCH', { role: 'member' }],
    [`/members/${one.owner.id}`, 'DELETE'],
  ]
  for (const [path, method, json] of crossed) {
    const byOperator = await orgAdmin(app, method, `/${two.id}${path}`, json)
    assert.equal(byOperator.status, 404, `${method} ${path}`)
    const byOwner = await orgCall(two.owner, method, `/${two.id}${path}`, json)
    assert.equal(byOwner.status, 404, `${method} ${path}`)
    const byStranger = await orgCall(two.owner, method, `/${one.id}${path}`, json)
    assert.equal(outcome(byStranger), '404 organization_not_found', `${method} ${path}`)
  }
  assert.deepEqual(await rolesIn(app, one.id), { [one.owner.id]: 'owner' })
  assert.deepEqual((await orgAdmin(app, 'GET', `/${one.id}/roles/${String(role.json['id'])}`)).json, role.json)
  const [left] = listed(await orgAdmin(app, 'GET', `/${one.id}/invitations`))
  assert.equal(left?.['state'], 'pending')
})

test('the last owner who can sign in is neither removed nor demoted, and can not leave', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const path = `/${id}/members/${owner.id}`
  const refused = '409 last_organization_owner'
  assert.equal(outcome(await orgCall(owner, 'POST', `/${id}/leave`)), refused)
  assert.equal(outcome(await orgCall(owner, 'DELETE', path)), refused)
  assert.equal(outcome(await orgCall(owner, 'PATCH', path, { role: 'member' })), refused)
  assert.equal(outcome(await orgAdmin(app, 'DELETE', path)), refused)
  assert.equal(outcome(await orgAdmin(app, 'PATCH', path, { role: 'admin' })), refused)

  const second = await newMember(app, id, 'owner')
  await app.services.users.disable(second.id, 'test', systemActor('test'))
  assert.equal(outcome(await orgCall(owner, 'POST', `/${id}/leave`)), refused)
  await app.services.users.enable(second.id, systemActor('test'))
  assert.equal(outcome(await orgCall(owner, 'POST', `/${id}/leave`)), '204')
  assert.equal(outcome(await orgCall(owner, 'POST', `/${id}/leave`)), '404 organization_not_found')
  assert.deepEqual(await rolesIn(app, id), { [second.id]: 'owner' })
  const [left] = await recorded(app.database.db, 'org.member.removed')
  assert.deepEqual([left?.data['reason'], left?.['actor_id']], ['left', owner.id])
})

onEachApp('of two owners who go at once exactly one gets away, by whatever way', async (t, app) => {
  const node = await app.secondNode(t)
  const { id, owner: first } = await newOrganization(app)
  const hand = { actor: systemActor('test'), person: null }
  for (let round = 0; round < 8; round++) {
    const owners = Object.entries(await rolesIn(app, id)).filter(([, role]) => role === 'owner')
    const keeper = owners[0]?.[0] ?? first.id
    const other = (await newMember(app, id, 'owner')).id
    const ways = [
      (who: string, at: typeof app) => at.services.organizationMembers.leave(id, who, hand),
      (who: string, at: typeof app) => at.services.organizationMembers.remove(id, who, hand),
      (who: string, at: typeof app) => at.services.organizationMembers.setRole(id, who, 'member', hand),
    ]
    const [one, two] = [ways[round % 3], ways[(round >> 1) % 3]]
    const results = await Promise.allSettled([one?.(keeper, app), two?.(other, node)])
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'], `round ${round}`)
    const left = Object.values(await rolesIn(app, id)).filter((role) => role === 'owner')
    assert.equal(left.length, 1, `round ${round}`)
  }
})

onEachApp('AD15: a deleted user is no member anywhere, and one of two last owners stays', async (_t, app) => {
  const { id, owner } = await newOrganization(app)
  const refused = await as(owner, 'DELETE', 'me')
  assert.equal(outcome(refused), '409 last_organization_owner')
  assert.match(String(refused.json['message']), /“Harbour Works”/)
  const { organizations } = refused.json['details'] as { organizations: unknown }
  assert.deepEqual(organizations, [{ id, name: 'Harbour Works' }])
  assert.equal(outcome(await orgCall(owner, 'GET', `/${id}`)), '200')

  const second = await newMember(app, id, 'owner')
  await orgCall(second, 'POST', `/${id}/invitations`, { email: 'guest@example.com' })
  await orgAdmin(app, 'POST', `/${id}/invitations`, { email: 'later@example.com' })
  const outcomes = await Promise.all([as(owner, 'DELETE', 'me'), as(second, 'DELETE', 'me')])
  assert.deepEqual(outcomes.map(outcome).toSorted(), ['204', '409 last_organization_owner'])
  const rows = await app.database.db.all(sql`SELECT user_id FROM organization_members`)
  assert.equal(rows.length, 1)
  const kept = outcomes[0]?.status === 204 ? second : owner
  const gone = kept === owner ? second : owner
  assert.equal(rows[0]?.['user_id'], kept.id)
  const states = await app.database.db.all(sql`SELECT invited_by, state FROM organization_invitations`)
  for (const row of states) assert.equal(row['state'] === 'revoked', row['invited_by'] === gone.id)

  // An operator may leave an organization without an owner, and gives it another.
  assert.equal((await app.admin('DELETE', `/users/${kept.id}`)).status, 204)
  assert.deepEqual(await rolesIn(app, id), {})
  const next = await newMember(app, id, 'owner')
  assert.deepEqual(await rolesIn(app, id), { [next.id]: 'owner' })
})

test('a disabled user has nothing in the organization until enabled again', async (t) => {
  const app = await createTestApp(t)
  const { id } = await newOrganization(app)
  const admin = await newMember(app, id, 'admin')
  await app.services.users.disable(admin.id, 'test', systemActor('test'))
  assert.equal(outcome(await orgCall(admin, 'GET', `/${id}`)), '401 not_signed_in')
  const member = listed(await orgAdmin(app, 'GET', `/${id}/members`)).find((row) => row['user_id'] === admin.id)
  assert.equal(member?.['disabled'], true)
})
