import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { makeScimToken, scimPerson, ScimStory } from '#test/support/scim.ts'
import { signUp } from '#test/support/recovery.ts'
import { makeSsoConnection, verifySsoDomain } from '#test/support/sso.ts'
import { SamlStory } from '#test/support/saml-story.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer } from '#test/support/app.ts'

type Members = Record<string, unknown>

const outcome = ({ status, json }: TestAnswer): string => `${status} ${String(json['scimType'] ?? '')}`.trim()

test('a provider takes a person in, reads them, and finds them by name', async (t) => {
  const story = await ScimStory.begin(t)
  const made = await story.send(
    'POST',
    '/Users',
    scimPerson('ada', { externalId: '00u1', title: 'Engineer', password: 'never kept' }),
  )
  assert.equal(made.status, 201, made.text)
  const { id, meta, ...rest } = made.json
  assert.deepEqual(rest, {
    ...scimPerson('ada'),
    externalId: '00u1',
    title: 'Engineer',
    groups: [],
  })
  const location = `http://localhost:8080/scim/v2/${story.connection}/Users/${String(id)}`
  assert.deepEqual([made.headers['location'], (meta as Members)['location']], [location, location])
  assert.equal(made.headers['etag'], 'W/"1"')
  assert.deepEqual((await story.send('GET', `/Users/${String(id)}`)).json, made.json)
  const account = await story.account('ada@acme.com')
  assert.deepEqual([account?.['name'], account?.['email_verified'], account?.['disabled']], ['ada Roe', true, false])
  assert.deepEqual(await story.find('userName eq "ADA@acme.com"'), ['ada'])
  const stored = JSON.stringify(await story.app.database.db.all(sql`SELECT * FROM scim_users`))
  assert.ok(!stored.includes('never kept'))
})

test('what Okta and Entra ID send to change somebody does what they mean', async (t) => {
  const story = await ScimStory.begin(t)
  const id = await story.person('ada')
  const path = `/Users/${id}`
  const department = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'
  const okta = await story.patch(path, { op: 'replace', value: { active: false } })
  assert.equal(okta.json['active'], false, okta.text)
  assert.equal((await story.patch(path, { op: 'Replace', path: 'active', value: 'True' })).json['active'], true)
  assert.equal((await story.patch(path, { op: 'Replace', path: 'active', value: 'False' })).json['active'], false)
  const entra = await story.patch(
    path,
    { op: 'Add', path: 'active', value: 'True' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada.l@acme.com' },
    { op: 'Add', path: 'name.familyName', value: 'Lovelace' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+34 600' },
    { op: 'Add', path: department, value: 'Engines' },
    { op: 'replace', value: { 'name.givenName': 'Ada', title: 'Countess' } },
  )
  assert.equal(entra.status, 200, entra.text)
  const { emails, name, phoneNumbers, title, active } = entra.json
  assert.deepEqual([active, title, name], [true, 'Countess', { givenName: 'Ada', familyName: 'Lovelace' }])
  assert.deepEqual(emails, [{ value: 'ada.l@acme.com', type: 'work', primary: true }])
  assert.deepEqual(phoneNumbers, [{ type: 'mobile', value: '+34 600' }])
  assert.deepEqual(entra.json['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'], { department: 'Engines' })
  const account = await story.account('ada.l@acme.com')
  assert.deepEqual([account?.['name'], account?.['disabled']], ['Ada Lovelace', false])
  const put = await story.send('PUT', path, scimPerson('ada', { displayName: 'Ada L.' }))
  assert.equal(put.json['title'], undefined, 'what a PUT leaves out is gone')
  assert.equal((await story.account('ada@acme.com'))?.['name'], 'Ada L.')
})

test('whoever is deprovisioned is out at once, and what an operator turned off stays off', async (t) => {
  const saml = await SamlStory.begin(t)
  const { token } = await makeScimToken(saml.app, saml.id)
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: unknown) =>
    saml.app.send({
      method,
      url: `/scim/v2/${saml.id}${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(json === undefined ? {} : { json }),
    })
  const id = String((JSON.parse((await send('POST', '/Users', scimPerson('ada'))).text) as Members)['id'])
  const turn = (active: boolean) =>
    send('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active } }] })
  const isSignedIn = async (visitor: Visitor) => (await visitor.open('/api/v1/auth/me')).status === 200
  const visitor = new Visitor(saml.app)
  assert.equal((await saml.signIn(visitor)).status, 303, 'whom the connection itself took in has nothing to prove')
  assert.equal(await isSignedIn(visitor), true)
  assert.equal((await turn(false)).status, 200)
  assert.equal(await isSignedIn(visitor), false)
  assert.equal((await saml.signIn(new Visitor(saml.app))).status, 403)
  await turn(true)
  const back = new Visitor(saml.app)
  await saml.signIn(back)
  assert.equal(await isSignedIn(back), true)

  const account = String(((await back.open('/api/v1/auth/me')).json as Members)['id'])
  await saml.app.admin('PATCH', `/users/${account}`, { disabled: true })
  await turn(true)
  assert.equal((await saml.signIn(new Visitor(saml.app))).status, 403, 'an operator said no')
  await saml.app.admin('PATCH', `/users/${account}`, { disabled: false })
  assert.equal((await send('DELETE', `/Users/${id}`)).status, 204)
  assert.equal((await send('DELETE', `/Users/${id}`)).status, 404)
  assert.equal((await saml.app.admin('GET', `/users/${account}`)).json['disabled'], true)
  const again = await send('POST', '/Users', scimPerson('ada'))
  assert.equal(again.status, 201, again.text)
  assert.equal(
    (await saml.app.admin('GET', `/users/${account}`)).json['disabled'],
    false,
    'the account is the one it was',
  )
})

test('provisioning reaches nobody outside of the connection, and nobody who runs the server', async (t) => {
  const story = await ScimStory.begin(t)
  await signUp(story.app, 'maya@acme.com')
  assert.equal(outcome(await story.send('POST', '/Users', scimPerson('maya'))), '409 uniqueness')
  assert.equal((await story.account('maya@acme.com'))?.['disabled'], false)
  assert.equal(
    outcome(await story.send('POST', '/Users', scimPerson('x', { emails: [{ value: 'x@elsewhere.com' }] }))),
    '400 invalidValue',
  )
  const id = await story.person('ada')
  const moved = await story.patch(`/Users/${id}`, {
    op: 'replace',
    path: 'emails',
    value: [{ value: 'ceo@elsewhere.com' }],
  })
  assert.equal(outcome(moved), '400 invalidValue')
  const taken = await story.patch(`/Users/${id}`, {
    op: 'replace',
    path: 'emails',
    value: [{ value: 'maya@acme.com' }],
  })
  assert.equal(outcome(taken), '409 uniqueness')

  const account = String((await story.account('ada@acme.com'))?.['id'])
  await story.app.admin('PATCH', `/users/${account}`, { system_role: 'operator' })
  for (const answer of [
    await story.patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
    await story.send('PUT', `/Users/${id}`, scimPerson('ada', { active: false })),
    await story.send('DELETE', `/Users/${id}`),
  ]) {
    assert.equal(answer.status, 403, answer.text)
  }
  assert.equal((await story.account('ada@acme.com'))?.['disabled'], false)
})

test('a token is good for its own connection, until it is revoked or the connection is off', async (t) => {
  const story = await ScimStory.begin(t)
  const other = await makeSsoConnection(story.app)
  await verifySsoDomain(story.app, other, 'other.com')
  const id = await story.person('ada')
  const asked = async (connection: string, authorization?: string): Promise<string> => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const answer = await story.app.send({ url: `/scim/v2/${connection}/Users/${id}`, headers })
    return `${answer.status} ${String(answer.headers['content-type'])}`
  }
  const right = `Bearer ${story.token}`
  assert.equal(await asked(story.connection, right), '200 application/scim+json')
  const refused = '401 application/scim+json'
  assert.equal(await asked(other, right), refused)
  assert.equal(await asked(story.connection), refused)
  assert.equal(await asked(story.connection, `Bearer ${story.app.adminKey}`), refused)
  assert.equal(await asked(story.connection, 'Basic YTpi'), refused)
  const second = await makeScimToken(story.app, other)
  assert.equal(await asked(other, `Bearer ${second.token}`), '404 application/scim+json', 'of another connection')
  const listed = await story.app.admin('GET', `/sso/connections/${story.connection}/scim-tokens`)
  assert.ok(!listed.text.includes(story.token))
  const [row] = listed.json['data'] as Members[]
  assert.notEqual(row?.['last_used_at'], null)
  assert.equal(
    (await story.app.admin('DELETE', `/sso/connections/${story.connection}/scim-tokens/${String(row?.['id'])}`)).status,
    204,
  )
  assert.equal(await asked(story.connection, right), refused)
  await story.app.admin('PUT', `/sso/connections/${other}`, {
    type: 'oidc',
    name: 'Acme',
    enabled: false,
    oidc: { issuer: 'https://acme.okta.com', client_id: 'mandate' },
  })
  assert.equal(await asked(other, `Bearer ${second.token}`), refused)
  const stored = JSON.stringify(await story.app.database.db.all(sql`SELECT * FROM scim_tokens`))
  assert.ok(!stored.includes(second.token))
})

test('filters find what they say, and pages go on where the one before ended', async (t) => {
  const story = await ScimStory.begin(t)
  for (const name of ['ada', 'alan', 'grace', 'a_b', 'a%b']) {
    await story.person(name.replace('%', '-pc-'), { externalId: name, displayName: `${name} R` })
    story.app.clock.advance(1000)
  }
  assert.deepEqual(await story.find('userName sw "a"'), ['ada', 'alan', 'a_b', 'a-pc-b'])
  assert.deepEqual(await story.find('userName sw "a_"'), ['a_b'])
  assert.deepEqual(await story.find('externalId eq "a%b"'), ['a-pc-b'])
  assert.deepEqual(await story.find('displayName co "RAC"'), ['grace'])
  assert.deepEqual(await story.find('displayName co "%"'), ['a-pc-b'])
  assert.deepEqual(await story.find('emails.value eq "grace@acme.com"'), ['grace'])
  assert.deepEqual(await story.find('emails[type eq "work"].value eq "grace@acme.com"'), ['grace'])
  assert.deepEqual(await story.find('(userName co "ad" or userName co "gr") and active eq true'), ['ada', 'grace'])
  assert.deepEqual(await story.find('userName co "ad" or userName co "gr" and active eq false'), ['ada'])
  assert.deepEqual(await story.find('userName eq "nobody"'), [])
  assert.deepEqual(await story.find('active eq true', '&startIndex=2&count=2'), ['alan', 'grace'])
  const page = (await story.send('GET', '/Users?startIndex=2&count=2&attributes=userName')).json
  assert.deepEqual([page['totalResults'], page['startIndex'], page['itemsPerPage']], [5, 2, 2])
  const [first] = page['Resources'] as Members[]
  assert.deepEqual(Object.keys(first ?? {}).toSorted(), ['active', 'id', 'meta', 'schemas', 'userName'])
  assert.deepEqual((await story.send('GET', '/Users?count=0')).json['Resources'], [])
  for (const filter of [
    '',
    'userName',
    'userName eq',
    'userName xx "a"',
    'userName eq a',
    'password eq "x"',
    '(userName eq "a"',
    'userName eq "a" or',
    `${'('.repeat(50)}userName eq "a"${')'.repeat(50)}`,
    'userName eq "a" '.repeat(2),
    "userName eq 'a'",
    'externalId co "a"',
  ]) {
    assert.equal(
      outcome(await story.send('GET', `/Users?filter=${encodeURIComponent(filter) || '%20'}`)),
      '400 invalidFilter',
      filter,
    )
  }
})

test('a version that is not the last is refused, and one that is known is not sent again', async (t) => {
  const story = await ScimStory.begin(t)
  const path = `/Users/${await story.person('ada')}`
  const { headers } = await story.send('GET', path)
  const etag = String(headers['etag'])
  assert.equal((await story.send('GET', path, undefined, { 'if-none-match': etag })).status, 304)
  const put = (ifMatch: string) =>
    story.send('PUT', path, scimPerson('ada', { title: ifMatch }), { 'if-match': ifMatch })
  assert.equal((await put(etag)).status, 200)
  assert.equal((await put(etag)).status, 412)
  assert.equal((await put('*')).status, 200)
  assert.equal((await story.send('DELETE', path, undefined, { 'if-match': etag })).status, 412)
})

test('groups come to roles in the organization, as the connection says, and take them back', async (t) => {
  const story = await ScimStory.begin(t)
  const { app, connection } = story
  const owner = await signUp(app, 'owner@elsewhere.com')
  const organization = String(
    (await app.admin('POST', '/admin/organizations', { name: 'Acme', slug: 'acme', owner_id: owner.id })).json['id'],
  )
  const role = String((await app.admin('POST', '/roles', { name: 'Reader' })).json['id'])
  const group_roles = [{ group: 'Leads', organization_role: 'admin', role_ids: [role], system_role: 'support' }]
  const body = {
    type: 'oidc',
    name: 'Acme',
    organization_id: organization,
    group_roles,
    oidc: { issuer: 'https://acme.okta.com', client_id: 'mandate' },
  }
  const put = await app.admin('PUT', `/sso/connections/${connection}`, body)
  assert.equal(put.status, 200, put.text)
  const [ada, alan] = [await story.person('ada'), await story.person('alan')]
  const roles = async (name: string): Promise<unknown[]> => {
    const { id } = (await story.account(`${name}@acme.com`)) ?? {}
    const members = (await app.admin('GET', `/admin/organizations/${organization}/members`)).json['data'] as Members[]
    const held = (await app.admin('GET', `/users/${String(id)}/roles`)).json['data'] as Members[]
    return [members.find((it) => it['user_id'] === id)?.['role'], held.length]
  }
  assert.deepEqual(await roles('ada'), ['member', 0])
  const leads = `/Groups/${await story.group('Leads', ada)}`
  assert.deepEqual(
    [await roles('ada'), await roles('alan')],
    [
      ['admin', 1],
      ['member', 0],
    ],
  )
  assert.equal(
    (await story.account('ada@acme.com'))?.['system_role'],
    null,
    'no group that is provisioned runs the server',
  )
  const added = await story.patch(leads, { op: 'Add', path: 'members', value: [{ value: alan }] })
  assert.deepEqual(
    (added.json['members'] as Members[]).map((it) => it['display']),
    ['ada@acme.com', 'alan@acme.com'],
  )
  assert.deepEqual(await roles('alan'), ['admin', 1])
  await story.patch(leads, { op: 'remove', path: `members[value eq "${ada}"]` })
  await story.patch(leads, { op: 'Remove', path: 'members', value: [{ value: alan }] })
  assert.deepEqual(
    [await roles('ada'), await roles('alan')],
    [
      ['member', 0],
      ['member', 0],
    ],
  )
  await story.patch(leads, { op: 'replace', path: 'members', value: [{ value: ada }] })
  assert.deepEqual(await roles('ada'), ['admin', 1])
  await story.patch(leads, { op: 'replace', value: { displayName: 'Followers' } })
  assert.deepEqual(await roles('ada'), ['member', 0])
  await story.patch(leads, { op: 'replace', path: 'displayName', value: 'Leads' })
  assert.equal((await story.send('DELETE', leads)).status, 204)
  assert.deepEqual(await roles('ada'), ['member', 0])
})

test('a group has people of its connection only, each name is there once, and its members may be left out', async (t) => {
  const story = await ScimStory.begin(t)
  const ada = await story.person('ada')
  const group = await story.group('Engineering', ada)
  assert.equal(outcome(await story.send('POST', '/Groups', { displayName: 'engineering' })), '409 uniqueness')
  assert.equal(outcome(await story.send('POST', '/Groups', {})), '400 invalidValue')
  for (const value of ['scu_x', group, 7]) {
    const answer = await story.patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value }] })
    assert.equal(outcome(answer), '400 invalidValue', String(value))
  }
  const found = await story.send(
    'GET',
    '/Groups?filter=displayName%20eq%20%22ENGINEERING%22&excludedAttributes=members',
  )
  const [only] = found.json['Resources'] as Members[]
  assert.deepEqual([only?.['id'], only?.['members']], [group, undefined])
  const byMember = await story.send('GET', `/Groups?filter=${encodeURIComponent(`members.value eq "${ada}"`)}`)
  assert.equal(byMember.json['totalResults'], 1)
  assert.deepEqual((await story.send('GET', `/Users/${ada}`)).json['groups'], [
    { value: group, display: 'Engineering', $ref: `http://localhost:8080/scim/v2/${story.connection}/Groups/${group}` },
  ])
})

test('what is wrong is said in the words of the protocol, and nothing a provider sends breaks the server', async (t) => {
  const story = await ScimStory.begin(t)
  const id = await story.person('ada')
  const missing = await story.send('GET', '/Users/scu_x')
  assert.deepEqual(missing.json, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '404',
    detail: 'The connection has no such resource.',
  })
  const wrong: [Members, string][] = [
    [{ op: 'move', path: 'title', value: 'x' }, '400 invalidValue'],
    [{ op: 'remove' }, '400 noTarget'],
    [{ op: 'replace', path: 'a b', value: 'x' }, '400 invalidPath'],
    [{ op: 'replace', path: '__proto__.x', value: 'x' }, '400 invalidPath'],
    [{ op: 'replace', path: 'emails[', value: 'x' }, '400 invalidPath'],
    [{ op: 'replace', path: 'emails[type xx "work"].value', value: 'x' }, '400 invalidFilter'],
    [{ op: 'replace', value: 'x' }, '400 invalidValue'],
    [{ op: 'replace', path: 'name.givenName.x', value: 'x' }, '400 invalidPath'],
    [{ op: 'replace', path: 'active', value: 'maybe' }, '400 invalidValue'],
    [{ op: 'replace', path: 'userName', value: 7 }, '400 invalidValue'],
    [{ op: 'remove', path: 'userName' }, '400 invalidValue'],
    [{ op: 'replace', path: 'title', value: 'x'.repeat(20_000) }, '400 invalidValue'],
  ]
  for (const [operation, expected] of wrong) {
    assert.equal(
      outcome(await story.patch(`/Users/${id}`, operation)),
      expected,
      JSON.stringify(operation).slice(0, 100),
    )
  }
  assert.equal(outcome(await story.send('PATCH', `/Users/${id}`, {})), '400 invalidSyntax')
  assert.equal(outcome(await story.send('POST', '/Users', [])), '400 invalidSyntax')
  assert.equal((await story.send('GET', '/Nothing')).json['status'], '404')
  assert.equal((await story.send('POST', `/Users/${id}`, {})).json['status'], '405')
  for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes'])
    assert.equal((await story.send('GET', path)).status, 200)
})

test('schemas and resource types are there one by one, under the ids that the lists give them', async (t) => {
  const story = await ScimStory.begin(t)
  for (const path of ['/Schemas', '/ResourceTypes']) {
    const { Resources: all } = (await story.send('GET', path)).json as { Resources: { id: string }[] }
    assert.ok(all.length >= 2)
    for (const one of all) assert.deepEqual((await story.send('GET', `${path}/${one.id}`)).json, one)
    assert.equal(outcome(await story.send('GET', `${path}/nothing`)), '404')
  }
})

test('filters ask for what is missing, ends with something, or changed since', async (t) => {
  const story = await ScimStory.begin(t)
  await story.person('ada')
  story.app.clock.advance(60_000)
  const between = new Date(story.app.clock.now() - 30_000).toISOString()
  const grace = await story.person('grace', { externalId: 'ext-grace' })
  const found = async (filter: string) => {
    const { json } = await story.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    return (json['Resources'] as { userName: string }[] | undefined)?.map(({ userName }) => userName.split('@')[0])
  }
  assert.deepEqual(await found('externalId pr and userName ew "grace@acme.com"'), ['grace'])
  assert.deepEqual(await found('externalId ne "ext-grace"'), ['ada'])
  assert.deepEqual(await found(`id ne "${grace}"`), ['ada'])
  assert.deepEqual(await found('active ne true'), [])
  assert.deepEqual(await found(`meta.created lt "${between}"`), ['ada'])
  assert.deepEqual(await found(`meta.lastModified ge "${between}"`), ['grace'])
  for (const wrong of [
    'userName gt "a"',
    'id co "s"',
    'active gt true',
    'meta.created gt "soon"',
    'meta.created co "2"',
  ])
    assert.equal(outcome(await story.send('GET', `/Users?filter=${encodeURIComponent(wrong)}`)), '400 invalidFilter')
})
