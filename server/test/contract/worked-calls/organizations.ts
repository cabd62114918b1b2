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
  send(method: Method, path: string, json?: unknown): TestRequest
}

async function scene(app: TestApp, isAdmin: boolean): Promise<Side & { id: string }> {
  const { id, owner } = await newOrganization(app)
  const send: Side['send'] = (method, path, json) =>
    isAdmin
      ? byAdmin(app, method, `/admin/organizations/${id}${path}`, json)
      : byPerson(owner, method, `/organizations/${id}${path}`, json)
  return { id, send }
}

async function invited(app: TestApp, id: string): Promise<string> {
  const sent = await orgAdmin(app, 'POST', `/${id}/invitations`, { email: NINA })
  assert.equal(sent.status, 201, sent.text)
  app.clock.advance(3_600_000)
  return String(sent.json['id'])
}

const roleOf = (app: TestApp, id: string): Promise<string> => made(app, `/admin/organizations/${id}/roles`, captain)

/** What operators and owners both do, each under a noun of their own. */
const bothSides = ([noun, isAdmin]: readonly [noun: string, isAdmin: boolean]): WorkedCall[] => [
  changes(`${noun}.update`, 'org.updated', async (app) =>
    (await scene(app, isAdmin)).send('PATCH', '', { name: 'Harbour & Sons' }),
  ),
  changes(`${noun}.delete`, 'org.deleted', async (app) => (await scene(app, isAdmin)).send('DELETE', '')),
  changes(`${noun}.members.update`, 'org.member.updated', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('PATCH', `/members/${(await newMember(app, id)).id}`, { role: 'admin' })
  }),
  changes(`${noun}.members.remove`, 'org.member.removed', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('DELETE', `/members/${(await newMember(app, id)).id}`)
  }),
  changes(`${noun}.roles.create`, 'org.role.created', async (app) =>
    (await scene(app, isAdmin)).send('POST', '/roles', captain),
  ),
  changes(`${noun}.roles.replace`, 'org.role.updated', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('PUT', `/roles/${await roleOf(app, id)}`, { permissions: [] })
  }),
  changes(`${noun}.roles.delete`, 'org.role.deleted', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('DELETE', `/roles/${await roleOf(app, id)}`)
  }),
  changes(`${noun}.invitations.create`, 'org.invitation.created', async (app) =>
    (await scene(app, isAdmin)).send('POST', '/invitations', { email: NINA }),
  ),
  changes(`${noun}.invitations.revoke`, 'org.invitation.revoked', async (app) => {
    const { id, send } = await scene(app, isAdmin)
    return send('DELETE', `/invitations/${await invited(app, id)}`)
  }),
  changes(`${noun}.invitations.resend`, 'org.invitation.sent', async (app) => {
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
  changes('organizations.create', 'org.created', (app) => byAdmin(app, 'POST', '/admin/organizations', harbour)),
  changes('organizations.members.add', 'org.member.added', async (app) => {
    const { id } = await newOrganization(app)
    const person = await newPerson(app)
    return byAdmin(app, 'POST', `/admin/organizations/${id}/members`, { user_id: person.id })
  }),
  changes('myOrganizations.create', 'org.created', async (app) => {
    await configure(app, { 'organizations.self_creation': true })
    return byPerson(await newPerson(app), 'POST', '/organizations', harbour)
  }),
  changes('myOrganizations.leave', 'org.member.removed', async (app) => {
    const { id } = await newOrganization(app)
    return byPerson(await newMember(app, id), 'POST', `/organizations/${id}/leave`)
  }),
  changes('myOrganizations.acceptInvitation', 'org.member.added', (app) => answer(app, 'accept')),
  changes('myOrganizations.declineInvitation', 'org.invitation.declined', (app) => answer(app, 'decline')),
  ...(
    [
      ['organizations', true],
      ['myOrganizations', false],
    ] as const
  ).flatMap(bothSides),
]
