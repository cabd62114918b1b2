import assert from 'node:assert/strict'
import { invitationFor, newMember, newOrganization, newPerson, orgAdmin } from '#test/support/organizations.ts'
import { configure } from '#test/support/oauth.ts'
import { byAdmin, byPerson, changes, made } from './call.ts'
import type { TestApp, TestRequest } from '#test/support/app.ts'
import type { Method, WorkedCall } from './call.ts'

const harbour = { name: 'Harbour Works', slug: 'harbour' }
const captain = { name: 'captain', description: 'Steers.', permissions: ['members:read'] }
const NINA = 'nina@example.com'

/** Who asks: an operator, or an owner of the organization. The routes below either prefix are the same. */
interface Side {
  readonly prefix: '/api/v1/admin/organizations' | '/api/v1/organizations'
  send(method: Method, path: string, json?: unknown): TestRequest
}

async function scene(app: TestApp, isAdmin: boolean): Promise<Side & { id: string }> {
  const { id, owner } = await newOrganization(app)
  const send: Side['send'] = (method, path, json) =>
    isAdmin
      ? byAdmin(app, method, `/admin/organizations/${id}${path}`, json)
      : byPerson(owner, method, `/organizations/${id}${path}`, json)
  return { id, send, prefix: isAdmin ? '/api/v1/admin/organizations' : '/api/v1/organizations' }
}

async function invited(app: TestApp, id: string): Promise<string> {
  const sent = await orgAdmin(app, 'POST', `/${id}/invitations`, { email: NINA })
  assert.equal(sent.status, 201, sent.text)
  app.clock.advance(3_600_000)
  return String(sent.json['id'])
}

const roleOf = (app: TestApp, id: string): Promise<string> => made(app, `/admin/organizations/${id}/roles`, captain)

/** What operators and owners both do, each below a prefix of their own. */
const bothSides = ([prefix, isAdmin]: readonly [Side['prefix'], boolean]): WorkedCall[] => [
  changes(`PATCH ${prefix}/{id}`, 'org.updated', async (app) =>
    (await scene(app, isAdmin)).send('PATCH', '', { name: 'Harbour & Sons' }),
  ),
  changes(`DELETE ${prefix}/{id}`, 'org.deleted', async (app) => (await scene(app, isAdmin)).send('DELETE', '')),
  changes(`PATCH ${prefix}/{id}/members/{uid}`, 'org.member.updated', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('PATCH', `/members/${(await newMember(app, id)).id}`, { role: 'admin' })
  }),
  changes(`DELETE ${prefix}/{id}/members/{uid}`, 'org.member.removed', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('DELETE', `/members/${(await newMember(app, id)).id}`)
  }),
  changes(`POST ${prefix}/{id}/roles`, 'org.role.created', async (app) =>
    (await scene(app, isAdmin)).send('POST', '/roles', captain),
  ),
  changes(`PUT ${prefix}/{id}/roles/{roleId}`, 'org.role.updated', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('PUT', `/roles/${await roleOf(app, id)}`, { permissions: [] })
  }),
  changes(`DELETE ${prefix}/{id}/roles/{roleId}`, 'org.role.deleted', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('DELETE', `/roles/${await roleOf(app, id)}`)
  }),
  changes(`POST ${prefix}/{id}/invitations`, 'org.invitation.created', async (app) =>
    (await scene(app, isAdmin)).send('POST', '/invitations', { email: NINA }),
  ),
  changes(`DELETE ${prefix}/{id}/invitations/{invitationId}`, 'org.invitation.revoked', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('DELETE', `/invitations/${await invited(app, id)}`)
  }),
  changes(`POST ${prefix}/{id}/invitations/{invitationId}/resend`, 'org.invitation.sent', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('POST', `/invitations/${await invited(app, id)}/resend`)
  }),
]

/** The answer of somebody who is invited. */
async function answer(app: TestApp, what: 'accept' | 'decline'): Promise<TestRequest> {
  const { id } = await newOrganization(app)
  const person = await newPerson(app)
  await orgAdmin(app, 'POST', `/${id}/invitations`, { email: person.email })
  const token = await invitationFor(app, person.email)
  return byPerson(person, 'POST', `/organizations/invitations/${what}`, { token })
}

/** Organizations, as operators and as members reach them. */
export const organizationCalls: readonly WorkedCall[] = [
  changes('POST /api/v1/admin/organizations', 'org.created', (app) =>
    byAdmin(app, 'POST', '/admin/organizations', harbour),
  ),
  changes('POST /api/v1/admin/organizations/{id}/members', 'org.member.added', async (app) => {
    const { id } = await newOrganization(app)
    const person = await newPerson(app)
    return byAdmin(app, 'POST', `/admin/organizations/${id}/members`, { user_id: person.id })
  }),
  changes('POST /api/v1/organizations', 'org.created', async (app) => {
    await configure(app, { 'organizations.self_creation': true })
    return byPerson(await newPerson(app), 'POST', '/organizations', harbour)
  }),
  changes('POST /api/v1/organizations/{id}/leave', 'org.member.removed', async (app) => {
    const { id } = await newOrganization(app)
    return byPerson(await newMember(app, id), 'POST', `/organizations/${id}/leave`)
  }),
  changes('POST /api/v1/organizations/invitations/accept', 'org.member.added', (app) => answer(app, 'accept')),
  changes('POST /api/v1/organizations/invitations/decline', 'org.invitation.declined', (app) => answer(app, 'decline')),
  ...(
    [
      ['/api/v1/admin/organizations', true],
      ['/api/v1/organizations', false],
    ] as const
  ).flatMap(bothSides),
]
