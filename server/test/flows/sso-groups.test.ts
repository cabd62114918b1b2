import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import type { TestApp } from '#test/support/app.ts'
import { setOut } from '#test/support/provider.ts'
import { assertionXml, encode, goodAssertion, responseXml, signed } from '#test/support/saml-idp.ts'
import { SamlStory } from '#test/support/saml-story.ts'
import { bodyFor, INES, SsoStory } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'

async function made(app: TestApp, path: string, json: object): Promise<string> {
  const answer = await app.admin('POST', path, json)
  assert.equal(answer.status, 201, answer.text)
  return String(answer.json['id'])
}

async function scene(t: TestContext) {
  const app = await createTestApp(t)
  const organizationId = await made(app, '/admin/organizations', { name: 'Acme', slug: 'acme' })
  const [reader, writer, own] = [
    await made(app, '/roles', { name: 'Reader' }),
    await made(app, '/roles', { name: 'Writer' }),
    await made(app, '/roles', { name: 'Own' }),
  ]
  const story = await SsoStory.begin(
    t,
    {
      organization_id: organizationId,
      group_roles: [
        { group: 'Staff', role_ids: [reader] },
        { group: 'Editors', role_ids: [reader, writer], organization_role: 'admin' },
        { group: 'Ops', system_role: 'support' },
      ],
    },
    app,
  )
  const as = async (...groups: string[]) => {
    const visitor = new Visitor(app)
    const landed = await story.signIn(visitor, { ...INES, groups })
    assert.equal(landed.status, 303, landed.text)
    return visitor
  }
  await as('Staff')
  const users = (await app.admin('GET', '/users')).json['data'] as { id: string }[]
  const id = users[0]?.id ?? ''
  const rolesOf = async () => {
    const { json } = await app.admin('GET', `/users/${id}/roles`)
    return (json['data'] as { name: string }[]).map(({ name }) => name).toSorted()
  }
  const memberRole = async () =>
    (await app.admin('GET', `/admin/organizations/${organizationId}/members/${id}`)).json['role']
  return { app, story, organizationId, as, id, rolesOf, memberRole, own }
}

test('groups give roles at each sign-in, and what they no longer give is taken away again', async (t) => {
  const { app, as, id, rolesOf, memberRole, own } = await scene(t)
  assert.deepEqual([await rolesOf(), await memberRole()], [['Reader'], 'member'])
  await app.admin('POST', `/users/${id}/roles`, { role_id: own })
  await as('Staff', 'Editors', 'Unknown')
  assert.deepEqual([await rolesOf(), await memberRole()], [['Own', 'Reader', 'Writer'], 'admin'])
  await as()
  assert.deepEqual([await rolesOf(), await memberRole()], [['Own'], 'member'], 'what others gave stays')
})

test('RP6: whoever was removed from the organization, or made its owner, stays so', async (t) => {
  const { app, organizationId, as, id, memberRole } = await scene(t)
  const member = `/admin/organizations/${organizationId}/members/${id}`
  await app.admin('PATCH', member, { role: 'owner' })
  await as('Editors')
  assert.equal(await memberRole(), 'owner')
  const { id: second } = await FactorPerson.signUp(app, 'noor@example.com')
  await app.admin('POST', `/admin/organizations/${organizationId}/members`, { user_id: second, role: 'owner' })
  assert.equal((await app.admin('DELETE', member)).status, 204)
  await as('Editors')
  assert.equal(await memberRole(), undefined)
})

test('RP6: a system role comes by a mapping that somebody with full access made, and goes with the group', async (t) => {
  const { app, as, id } = await scene(t)
  const systemRole = async () => (await app.admin('GET', `/users/${id}`)).json['system_role']
  assert.equal(await systemRole(), null)
  await as('Ops')
  assert.equal(await systemRole(), 'support')
  await as('Staff')
  assert.equal(await systemRole(), null)
  await app.admin('PATCH', `/users/${id}`, { system_role: 'owner' })
  await as('Ops')
  assert.equal(await systemRole(), 'owner', 'what an owner gave is not for the company to change')
})

test('RP6: a connection that somebody who runs the server signs in through is changed and deleted with full access alone', async (t) => {
  const { app, story, id } = await scene(t)
  await story.replace({})
  const key = await app.admin('POST', '/api-keys', { name: 'sso', scopes: ['sso:read', 'sso:write'] })
  const headers = { authorization: `Bearer ${String(key.json['key'])}` }
  const { client_secret: _, ...oidc } = bodyFor(story.provider).oidc
  const url = `/api/v1/sso/connections/${story.id}`
  const rename = (name: string) =>
    app.send({
      method: 'PUT',
      url,
      headers,
      json: { type: 'oidc', name, oidc },
    })
  assert.equal((await rename('Acme Inc.')).status, 200)
  await app.admin('PATCH', `/users/${id}`, { system_role: 'owner' })
  assert.equal((await rename('Acme Ltd.')).json['code'], 'insufficient_scope')
  assert.equal((await app.send({ method: 'DELETE', url, headers })).json['code'], 'insufficient_scope')
  assert.equal((await app.admin('DELETE', `/sso/connections/${story.id}`)).status, 204)
})

test('RP6: a role that nobody mapped comes by no claim', async (t) => {
  const { app, as, id, rolesOf } = await scene(t)
  await as('admin', 'owner', 'Writer', 'system_role:owner')
  assert.deepEqual(await rolesOf(), [])
  assert.equal((await app.admin('GET', `/users/${id}`)).json['system_role'], null)
})

test('RP6: whoever comes without the groups that they have is not signed in, and keeps what they had', async (t) => {
  const { story, as, rolesOf } = await scene(t)
  await as('Editors')
  const before = await rolesOf()
  for (const claims of [
    { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example/me' } } },
    { hasgroups: true },
  ]) {
    const refused = await story.signIn(new Visitor(story.app), { ...INES, ...claims })
    assert.equal(refused.status, 502)
    assert.match(refused.text, /more groups than it sends/)
    assert.deepEqual(await rolesOf(), before)
  }
  const link = await story.app.admin('POST', `/sso/connections/${story.id}/test`)
  const visitor = new Visitor(story.app)
  const away = await setOut(visitor, String(link.json['test_url']).replace(story.app.baseUrl, ''))
  const tested = await visitor.open(story.provider.agree(away, { ...INES, hasgroups: true }))
  assert.match(tested.text, /would not be let in[^]*left out: there are more/)
  await story.replace({ group_roles: [] })
  const landed = await story.signIn(new Visitor(story.app), { ...INES, hasgroups: true })
  assert.equal(landed.status, 303, 'where no group comes to anything, none is missed')
})

test('RP6: so it is by SAML, where an attribute with a link says so', async (t) => {
  const story = await SamlStory.begin(t, {}, { group_roles: [{ group: 'Ops', system_role: 'support' }] })
  const visitor = new Visitor(story.app)
  const { id: inResponseTo, relayState } = await story.setOut(visitor)
  const fields = { ...goodAssertion(story.parties), id: '_left', email: 'ada@acme.com', inResponseTo }
  const link = '<saml:Attribute Name="http://schemas.microsoft.com/claims/groups.link">'
  const told = assertionXml(fields).replace('<saml:Attribute Name="groups">', link)
  assert.ok(told.includes(link))
  const response = encode(responseXml(story.parties, signed(told, story.parties.idpKey), { inResponseTo }))
  assert.equal((await visitor.open(await story.accept(response, relayState))).status, 502)
})
