import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemActor } from '#/platform/audit/event.ts'
import { createTestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import {
  listed,
  newMember,
  newOrganization,
  newPerson,
  orgAdmin,
  orgCall,
  outcome,
  pointersOf,
} from '#test/support/organizations.ts'
import { signUp } from '#test/support/recovery.ts'

const harbour = { name: 'Harbour Works', slug: 'harbour' }

test('an operator creates an organization, finds it, changes and deletes it, and each is told once', async (t) => {
  const app = await createTestApp(t)
  const owner = await newPerson(app)
  const made = await orgAdmin(app, 'POST', '', { ...harbour, metadata: { plan: 'team' }, owner_id: owner.id })
  assert.equal(made.status, 201, made.text)
  const id = String(made.json['id'])
  assert.match(id, /^org_/)
  assert.equal(made.headers['location'], `/api/v1/admin/organizations/${id}`)
  const { created_at, updated_at, ...rest } = made.json
  assert.deepEqual(rest, { id, ...harbour, metadata: { plan: 'team' } })
  assert.equal(created_at, updated_at)
  assert.deepEqual((await orgAdmin(app, 'GET', `/${id}`)).json, made.json)
  assert.deepEqual(listed(await orgAdmin(app, 'GET')), [made.json])
  const members = listed(await orgAdmin(app, 'GET', `/${id}/members`))
  assert.deepEqual(
    members.map(({ user_id, email, role, disabled }) => ({ user_id, email, role, disabled })),
    [{ user_id: owner.id, email: owner.email, role: 'owner', disabled: false }],
  )

  const patch = { name: 'Harbour & Sons', slug: 'Harbour-Sons', metadata: { plan: null, seats: 5 } }
  const changed = await orgAdmin(app, 'PATCH', `/${id}`, patch)
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(
    [changed.json['name'], changed.json['slug'], changed.json['metadata']],
    ['Harbour & Sons', 'harbour-sons', { seats: 5 }],
  )
  assert.deepEqual((await orgAdmin(app, 'PATCH', `/${id}`, patch)).json, changed.json)
  assert.deepEqual((await orgAdmin(app, 'PATCH', `/${id}`, { metadata: null })).json['metadata'], {})

  await orgAdmin(app, 'POST', `/${id}/invitations`, { email: 'nina@example.com' })
  assert.equal(outcome(await orgAdmin(app, 'DELETE', `/${id}`)), '204')
  for (const method of ['GET', 'DELETE'] as const) {
    assert.equal(outcome(await orgAdmin(app, method, `/${id}`)), '404 organization_not_found')
  }
  assert.equal(outcome(await orgAdmin(app, 'PATCH', `/${id}`, {})), '404 organization_not_found')
  const events = await recorded(app.database.db, 'org.created', 'org.updated', 'org.deleted')
  assert.deepEqual(events.map((row) => [row['name'], row['target_id'], row['actor_type']]).toSorted(), [
    ['org.created', id, 'admin'],
    ['org.deleted', id, 'admin'],
    ['org.updated', id, 'admin'],
    ['org.updated', id, 'admin'],
  ])
  assert.deepEqual(events.find((row) => row['name'] === 'org.created')?.data, { id, ...harbour, owner_id: owner.id })
  assert.deepEqual(events.find((row) => row['name'] === 'org.deleted')?.data, {
    id,
    name: 'Harbour & Sons',
    slug: 'harbour-sons',
    removed_members: 1,
    removed_roles: 3,
    removed_invitations: 1,
    counts: { memberships: 1, organization_roles: 3, invitations: 1, sso_connections: 0 },
  })
  assert.deepEqual(listed(await orgCall(owner, 'GET', '')), [])
})

test('what can not be an organization is refused with the field that is wrong', async (t) => {
  const app = await createTestApp(t)
  const wrong: [object, string][] = [
    [{}, '/name,/slug'],
    [{ ...harbour, name: ' ' }, '/name'],
    [{ ...harbour, name: 'x'.repeat(101) }, '/name'],
    [{ ...harbour, name: 'Free money at https://evil.example' }, '/name'],
    [{ ...harbour, name: 'Go to WWW.evil.example' }, '/name'],
    [{ ...harbour, name: 'Har\u202ebour' }, '/name'],
    [{ ...harbour, slug: 'x' }, '/slug'],
    [{ ...harbour, slug: '-harbour' }, '/slug'],
    [{ ...harbour, slug: 'har--bour' }, '/slug'],
    [{ ...harbour, slug: 'har bour' }, '/slug'],
    [{ ...harbour, slug: 'hárbour' }, '/slug'],
    [{ ...harbour, slug: 'x'.repeat(64) }, '/slug'],
    [{ ...harbour, metadata: 'plan' }, '/metadata'],
    [{ ...harbour, logo: 'x' }, '/logo'],
  ]
  for (const [body, pointers] of wrong) {
    const answer = await orgAdmin(app, 'POST', '', body)
    assert.equal(outcome(answer), '400 invalid_request', JSON.stringify(body))
    assert.equal(pointersOf(answer).toSorted().join(), pointers, JSON.stringify(body))
  }
  const large = { ...harbour, metadata: { text: 'x'.repeat(17_000) } }
  assert.equal(outcome(await orgAdmin(app, 'POST', '', large)), '400 metadata_too_large')
  assert.equal(outcome(await orgAdmin(app, 'POST', '', { ...harbour, owner_id: 'usr_x' })), '404 user_not_found')
  const gone = await newPerson(app)
  await app.services.users.disable(gone.id, 'test', systemActor('test'))
  assert.equal(outcome(await orgAdmin(app, 'POST', '', { ...harbour, owner_id: gone.id })), '409 member_disabled')
  assert.deepEqual(listed(await orgAdmin(app, 'GET')), [])
})

test('a slug is one organization’s, however it is spelled and whoever races for it', async (t) => {
  const app = await createTestApp(t)
  const spellings = ['harbour', 'Harbour', ' HARBOUR ', 'harbour', 'hArBoUr']
  const answers = await Promise.all(spellings.map((slug) => orgAdmin(app, 'POST', '', { ...harbour, slug })))
  assert.deepEqual(answers.map(outcome).toSorted(), ['201', ...Array<string>(4).fill('409 slug_taken')])
  const other = await orgAdmin(app, 'POST', '', { name: 'Other', slug: 'other' })
  const patch = await orgAdmin(app, 'PATCH', `/${String(other.json['id'])}`, { slug: 'HARBOUR' })
  assert.equal(outcome(patch), '409 slug_taken')
})

test('a repeated Idempotency-Key creates one organization', async (t) => {
  const app = await createTestApp(t)
  const headers = { authorization: `Bearer ${app.adminKey}`, 'idempotency-key': 'once' }
  const send = () => app.send({ url: '/api/v1/admin/organizations', json: harbour, headers })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.status, second.json], [201, 201, first.json])
  assert.equal(listed(await orgAdmin(app, 'GET')).length, 1)
})

test('lists go from page to page without a gap, newest first', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  for (let i = 0; i < 4; i++) {
    await newMember(app, id)
    app.clock.advance(1000)
    const slug = `other-${i}`
    await orgAdmin(app, 'POST', '', { name: `Other ${i}`, slug, owner_id: owner.id })
    await orgAdmin(app, 'POST', `/${id}/roles`, { name: `role-${i}`, permissions: [] })
    await orgAdmin(app, 'POST', `/${id}/invitations`, { email: `guest-${i}@example.com` })
  }
  const expected = { '': 5, [`/${id}/members`]: 5, [`/${id}/roles`]: 7, [`/${id}/invitations`]: 4 }
  const walk = async (get: (query: string) => ReturnType<typeof orgAdmin>, count: number) => {
    const seen: unknown[] = []
    let cursor = ''
    do {
      const answer = await get(`?limit=2&include_total=true${cursor}`)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.json['total'], count)
      seen.push(...listed(answer).map((row) => row['id'] ?? row['user_id']))
      const next = answer.json['next_cursor']
      cursor = typeof next === 'string' ? `&cursor=${encodeURIComponent(next)}` : ''
    } while (cursor !== '')
    assert.equal(seen.length, count)
    assert.equal(new Set(seen).size, count)
  }
  for (const [path, count] of Object.entries(expected)) {
    await walk((query) => orgAdmin(app, 'GET', `${path}${query}`), count)
    await walk((query) => orgCall(owner, 'GET', `${path}${query}`), count)
  }
})

test('organizations are found by how name or slug begins, and a user by theirs', async (t) => {
  const app = await createTestApp(t)
  const { owner } = await newOrganization(app)
  await orgAdmin(app, 'POST', '', { name: 'Lighthouse 100%', slug: 'light-house' })
  const found = async (search: string) =>
    listed(await orgAdmin(app, 'GET', `?include_total=true&search=${encodeURIComponent(search)}`)).map(
      ({ slug }) => slug,
    )
  assert.deepEqual(await found('HARB'), ['harbour'])
  assert.deepEqual(await found('light-'), ['light-house'])
  assert.deepEqual(await found('lighthouse 100%'), ['light-house'])
  for (const nothing of ['%', '_arbour', 'works', '\\', "' OR 1=1"]) assert.deepEqual(await found(nothing), [], nothing)
  assert.equal(listed(await orgAdmin(app, 'GET', '')).length, 2)
  assert.equal(outcome(await orgAdmin(app, 'GET', '?search=')), '400 invalid_request')
  const total = await orgAdmin(app, 'GET', '?search=harb&include_total=true')
  assert.equal(total.json['total'], 1)

  const mine = await app.admin('GET', `/users/${owner.id}/organizations`)
  assert.deepEqual(
    listed(mine).map(({ slug, role }) => [slug, role]),
    [['harbour', 'owner']],
  )
  assert.equal(outcome(await app.admin('GET', '/users/usr_x/organizations')), '404 user_not_found')
})

test('people create organizations only where the setting says so, with a confirmed address, and not without end', async (t) => {
  const app = await createTestApp(t)
  const person = await newPerson(app)
  assert.equal(outcome(await orgCall(person, 'POST', '', harbour)), '403 organization_creation_off')
  await app.admin('PATCH', '/admin/config', { 'organizations.self_creation': true })
  const made = await orgCall(person, 'POST', '', harbour)
  assert.equal(made.status, 201, made.text)
  const id = String(made.json['id'])
  assert.equal(made.headers['location'], `/api/v1/organizations/${id}`)
  assert.deepEqual([made.json['role'], made.json['permissions']], ['owner', ['*']])
  assert.equal('metadata' in made.json, false)
  assert.equal(pointersOf(await orgCall(person, 'POST', '', { ...harbour, metadata: {} })).join(), '/metadata')
  assert.equal(outcome(await orgCall(person, 'POST', '', harbour)), '409 slug_taken')
  const [mine] = listed(await orgCall(person, 'GET', ''))
  assert.deepEqual([mine?.['id'], mine?.['role']], [id, 'owner'])
  const created = await recorded(app.database.db, 'org.created')
  assert.deepEqual([created[0]?.['actor_type'], created[0]?.['actor_id']], ['user', person.id])

  const answers: string[] = []
  for (let i = 0; i < 10; i++)
    answers.push(outcome(await orgCall(person, 'POST', '', { ...harbour, slug: `more-${i}` })))
  const refused = answers.indexOf('429 rate_limited')
  assert.ok(refused > 5, answers.join())
})

test('a person without a confirmed address creates nothing', async (t) => {
  const app = await createTestApp(t)
  await app.admin('PATCH', '/admin/config', { 'organizations.self_creation': true })
  const person = await signUp(app, 'unproven@example.com')
  assert.equal(outcome(await orgCall(person, 'POST', '', harbour)), '403 verified_address_needed')
})

test('a member sees the organization by their role, and others see none', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const [member, stranger] = [await newMember(app, id), await newPerson(app)]
  const seen = await orgCall(member, 'GET', `/${id}`)
  assert.deepEqual([seen.json['role'], seen.json['permissions']], ['member', ['organization:read']])
  assert.equal(listed(await orgCall(member, 'GET', `/${id}/members`)).length, 2)
  assert.equal(listed(await orgCall(member, 'GET', `/${id}/roles`)).length, 3)
  assert.equal(outcome(await orgCall(member, 'GET', `/${id}/invitations`)), '403 organization_permission_needed')
  for (const path of ['', '/members', '/roles', '/invitations']) {
    assert.equal(outcome(await orgCall(stranger, 'GET', `/${id}${path}`)), '404 organization_not_found')
    assert.equal(outcome(await app.send({ url: `/api/v1/organizations/${id}${path}` })), '401 not_signed_in')
  }
  assert.deepEqual(listed(await orgCall(stranger, 'GET', '')), [])

  assert.equal(
    outcome(await orgCall(member, 'PATCH', `/${id}`, { name: 'Mine' })),
    '403 organization_permission_needed',
  )
  const renamed = await orgCall(owner, 'PATCH', `/${id}`, { name: 'Harbour & Sons' })
  assert.deepEqual([renamed.status, renamed.json['name']], [200, 'Harbour & Sons'])
  assert.equal(outcome(await orgCall(owner, 'PATCH', `/${id}`, { name: ' ' })), '400 invalid_request')
  assert.equal(outcome(await orgCall(stranger, 'PATCH', `/${id}`, { name: 'Mine' })), '404 organization_not_found')
  await orgAdmin(app, 'POST', '', { name: 'Other', slug: 'other' })
  assert.equal(outcome(await orgCall(owner, 'PATCH', `/${id}`, { slug: 'other' })), '409 slug_taken')

  assert.equal(outcome(await orgCall(member, 'DELETE', `/${id}`)), '403 organization_permission_needed')
  assert.equal(outcome(await orgCall(stranger, 'DELETE', `/${id}`)), '404 organization_not_found')
  app.clock.advance(10 * 60_000)
  assert.equal(outcome(await orgCall(owner, 'DELETE', `/${id}`)), '403 reauthentication_required')
  assert.equal(outcome(await orgAdmin(app, 'GET', `/${id}`)), '200')
})

test('an owner who has just signed in deletes the organization', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  assert.equal(outcome(await orgCall(owner, 'DELETE', `/${id}`)), '204')
  assert.equal(outcome(await orgCall(owner, 'GET', `/${id}`)), '404 organization_not_found')
})
