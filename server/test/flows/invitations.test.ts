import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '#/platform/crypto/secrets.ts'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { createTestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { mailOf } from '#test/support/mailbox.ts'
import {
  invitationFor,
  listed,
  newMember,
  newOrganization,
  newPerson,
  orgAdmin,
  orgCall,
  outcome,
  pointersOf,
  rolesIn,
  signInAgain,
} from '#test/support/organizations.ts'
import { as, signUp, signUpVerified, tokenFor, VERIFY } from '#test/support/recovery.ts'
import type { SignedUp } from '#test/support/recovery.ts'

const DAY = 24 * 60 * 60_000
const NINA = 'nina@example.com'

const invite = (by: SignedUp, id: string, email: string, role = 'member') =>
  orgCall(by, 'POST', `/${id}/invitations`, { email, role })
const accept = (person: SignedUp, token: string) => orgCall(person, 'POST', '/invitations/accept', { token })
const decline = (person: SignedUp, token: string) => orgCall(person, 'POST', '/invitations/decline', { token })
const stateOf = async (app: Parameters<typeof orgAdmin>[0], id: string): Promise<unknown[]> =>
  listed(await orgAdmin(app, 'GET', `/${id}/invitations`)).map(({ state }) => state)

test('whoever is invited gets a mail, sees who invites, and joins with the role', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const sent = await invite(owner, id, 'Nina@Example.com', 'admin')
  assert.equal(sent.status, 201, sent.text)
  const { id: invitationId, created_at, sent_at, expires_at, ...rest } = sent.json
  assert.match(String(invitationId), /^inv_/)
  const told = { organization_id: id, email: 'Nina@example.com', role: 'admin' }
  assert.deepEqual(rest, { ...told, state: 'pending', invited_by: owner.id })
  assert.equal(created_at, sent_at)
  assert.equal(Date.parse(String(expires_at)) - app.clock.now(), 7 * DAY)

  const [mail] = (await mailOf(app, 'Nina@example.com')).filter(({ subject }) => /invites you/.test(subject))
  assert.match(mail?.subject ?? '', /^person-\d+@example\.com invites you to Harbour Works$/)
  assert.match(mail?.text ?? '', /open for 7 days/)
  const token = await invitationFor(app, 'Nina@example.com')
  const nina = await signUpVerified(app, NINA)
  const joined = await accept(nina, token)
  assert.equal(joined.status, 200, joined.text)
  assert.deepEqual(joined.json, { organization: { id, name: 'Harbour Works', slug: 'harbour' }, role: 'admin' })
  assert.equal((await rolesIn(app, id))[nina.id], 'admin')
  assert.deepEqual(await stateOf(app, id), ['accepted'])

  const [event] = await recorded(app.database.db, 'org.member.added')
  const data = { organization_id: id, user_id: nina.id, role: 'admin', via: 'invitation', invitation_id: invitationId }
  assert.deepEqual([event?.data, event?.['actor_id']], [data, nina.id])
  const [created] = await recorded(app.database.db, 'org.invitation.created')
  assert.deepEqual(created?.data, { ...told, id: invitationId, replaced: false })
})

test('an operator invites in the name of the organization, in the language asked for', async (t) => {
  const app = await createTestApp(t)
  const { id } = await newOrganization(app)
  const sent = await orgAdmin(app, 'POST', `/${id}/invitations`, { email: NINA, locale: 'es' })
  assert.equal(sent.status, 201, sent.text)
  const location = `/api/v1/admin/organizations/${id}/invitations/${String(sent.json['id'])}`
  assert.equal(sent.headers['location'], location)
  assert.deepEqual([sent.json['invited_by'], sent.json['role']], [null, 'member'])
  const [mail] = await mailOf(app, NINA)
  assert.match(mail?.subject ?? '', /^Harbour Works te invita|^Harbour Works .*Harbour Works/)
  const wrong: [object, string][] = [
    [{}, '/email'],
    [{ email: NINA, role: 'captain' }, '/role'],
    [{ email: NINA, locale: 'de' }, '/locale'],
    [{ email: NINA, invited_by: 'x' }, '/invited_by'],
  ]
  for (const [body, pointer] of wrong) {
    const answer = await orgAdmin(app, 'POST', `/${id}/invitations`, body)
    assert.deepEqual([outcome(answer), pointersOf(answer)], ['400 invalid_request', [pointer]])
  }
  const nowhere = await orgAdmin(app, 'POST', '/org_x/invitations', { email: NINA })
  assert.equal(outcome(nowhere), '404 organization_not_found')
})

test('AD16: an invitation is for the person whose confirmed address it went to, and for nobody else', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  await invite(owner, id, NINA)
  const token = await invitationFor(app, NINA)
  const other = await newPerson(app)
  for (const answer of [accept, decline]) {
    assert.equal(outcome(await answer(other, token)), '403 invitation_for_other_address')
  }
  const nina = await signUp(app, NINA)
  for (const answer of [accept, decline]) {
    assert.equal(outcome(await answer(nina, token)), '403 verified_address_needed')
  }
  assert.deepEqual(await rolesIn(app, id), { [owner.id]: 'owner' })
  assert.deepEqual(await stateOf(app, id), ['pending'])
  const proof = await tokenFor(app, NINA, VERIFY)
  await nina.visitor.send({ url: '/api/v1/auth/email/verify', json: { token: proof } })
  assert.equal(outcome(await accept(nina, token)), '200')
  const nobody = await app.send({ url: '/api/v1/organizations/invitations/accept', json: { token } })
  assert.equal(outcome(nobody), '401 not_signed_in')
})

test('AD16: an invitation works once, in its time, and only while it is the newest', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const nina = await signUpVerified(app, NINA)
  await invite(owner, id, NINA)
  const first = await invitationFor(app, NINA)
  app.clock.advance(1000)
  await invite(owner, id, NINA, 'admin')
  const second = await invitationFor(app, NINA)
  assert.equal(outcome(await accept(nina, first)), '410 invitation_over')
  assert.deepEqual(await stateOf(app, id), ['pending', 'revoked'])
  app.clock.advance(7 * DAY - 1)
  const late = await signInAgain(app, NINA)
  assert.equal(outcome(await accept(late, second)), '200')
  assert.equal(outcome(await accept(late, second)), '410 invitation_over')
  assert.equal(outcome(await decline(late, second)), '410 invitation_over')
  for (const text of ['x', newSecret('mandate_iv_'), second.slice(0, -1), newSecret('mandate_ml_')]) {
    assert.equal(outcome(await accept(late, text)), '404 invitation_not_found')
  }
  assert.deepEqual(pointersOf(await accept(late, '')), ['/token'])

  const again = await signInAgain(app, owner.email)
  await invite(again, id, 'late@example.com')
  const expired = await invitationFor(app, 'late@example.com')
  app.clock.advance(7 * DAY)
  const lateComer = await signUpVerified(app, 'late@example.com')
  assert.equal(outcome(await accept(lateComer, expired)), '410 invitation_expired')
  const lists = ['expired', 'accepted', 'revoked', 'pending', 'declined'].map(async (state) => {
    const answer = await orgAdmin(app, 'GET', `/${id}/invitations?state=${state}&include_total=true`)
    return [listed(answer).map((row) => row['state']), answer.json['total']]
  })
  assert.deepEqual(await Promise.all(lists), [
    [['expired'], 1],
    [['accepted'], 1],
    [['revoked'], 1],
    [[], 0],
    [[], 0],
  ])
})

onEachApp('AD16: of twenty who accept with one link at once one joins, and it is told once', async (t, app) => {
  const node = await app.secondNode(t)
  const { id, owner } = await newOrganization(app)
  const nina = await signUpVerified(app, NINA)
  await invite(owner, id, NINA)
  const token = await invitationFor(app, NINA)
  const actor = systemActor('test')
  const tries = Array.from({ length: 20 }, (_, i) =>
    (i % 2 ? app : node).services.admissions.accept(token, nina.id, actor),
  )
  const results = await Promise.allSettled(tries)
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal((await recorded(app.database.db, 'org.member.added')).length, 1)
})

test('AD16: nobody invites without the permission, or to a role above their own', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const [admin, member, stranger] = [await newMember(app, id, 'admin'), await newMember(app, id), await newPerson(app)]
  assert.equal(outcome(await invite(member, id, NINA)), '403 organization_permission_needed')
  assert.equal(outcome(await invite(stranger, id, NINA)), '404 organization_not_found')
  assert.equal(outcome(await invite(admin, id, NINA, 'owner')), '403 role_above_own')
  const sent = await invite(owner, id, NINA, 'owner')
  const path = `/${id}/invitations/${String(sent.json['id'])}`
  assert.equal(outcome(await orgCall(admin, 'POST', `${path}/resend`)), '403 role_above_own')
  assert.equal(outcome(await orgCall(member, 'POST', `${path}/resend`)), '403 organization_permission_needed')
  assert.equal(outcome(await orgCall(member, 'DELETE', path)), '403 organization_permission_needed')
  assert.equal(outcome(await orgCall(admin, 'DELETE', path)), '204')
  await app.database.db.run(sql`UPDATE users SET email_verified = 0 WHERE id = ${admin.id}`)
  assert.equal(outcome(await invite(admin, id, NINA)), '403 verified_address_needed')
})

test('who is a member already is not invited', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const member = await newMember(app, id)
  const answers = [
    await invite(owner, id, member.email.toUpperCase()),
    await orgAdmin(app, 'POST', `/${id}/invitations`, { email: member.email }),
  ]
  assert.deepEqual(answers.map(outcome), ['409 already_member', '409 already_member'])
  const nina = await signUpVerified(app, NINA)
  const sent = await invite(owner, id, NINA)
  const token = await invitationFor(app, NINA)
  await orgAdmin(app, 'POST', `/${id}/members`, { user_id: nina.id })
  const resend = `/${id}/invitations/${String(sent.json['id'])}/resend`
  assert.equal(outcome(await orgAdmin(app, 'POST', resend)), '410 invitation_over')
  assert.equal(outcome(await accept(nina, token)), '410 invitation_over')
})

test('a member whose address an invitation was sent to before joins only once', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  await invite(owner, id, NINA, 'admin')
  const token = await invitationFor(app, NINA)
  const member = await newMember(app, id)
  // They change their address to the invited one.
  await app.database.db.run(sql`UPDATE users SET email = ${NINA}, email_canonical = ${NINA} WHERE id = ${member.id}`)
  assert.equal(outcome(await accept(member, token)), '409 already_member')
  const sent = listed(await orgAdmin(app, 'GET', `/${id}/invitations`))[0]
  const resend = await orgAdmin(app, 'POST', `/${id}/invitations/${String(sent?.['id'])}/resend`)
  assert.equal(outcome(resend), '409 already_member')
  assert.equal((await rolesIn(app, id))[member.id], 'member')
})

test('an invitation is sent again with a new link, also when its time was over, and taken back', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const nina = await signUpVerified(app, NINA)
  const sent = await invite(owner, id, NINA)
  const path = `/${id}/invitations/${String(sent.json['id'])}`
  const first = await invitationFor(app, NINA)
  app.clock.advance(6 * DAY)
  const again = await signInAgain(app, owner.email)
  const resent = await orgCall(again, 'POST', `${path}/resend`)
  assert.equal(resent.status, 200, resent.text)
  assert.equal(resent.json['id'], sent.json['id'])
  assert.equal(Date.parse(String(resent.json['expires_at'])) - app.clock.now(), 7 * DAY)
  assert.equal(outcome(await accept(await signInAgain(app, NINA), first)), '404 invitation_not_found')
  app.clock.advance(8 * DAY)
  const byOperator = await orgAdmin(app, 'POST', `${path}/resend`)
  assert.deepEqual([byOperator.json['state'], byOperator.json['invited_by']], ['pending', null])
  const third = await invitationFor(app, NINA)
  assert.equal(outcome(await orgAdmin(app, 'DELETE', path)), '204')
  assert.equal(outcome(await orgAdmin(app, 'DELETE', path)), '410 invitation_over')
  assert.equal(outcome(await orgAdmin(app, 'POST', `${path}/resend`)), '410 invitation_over')
  const back = await signInAgain(app, NINA)
  assert.equal(outcome(await accept(back, third)), '410 invitation_over')
  assert.equal(outcome(await orgAdmin(app, 'DELETE', `/${id}/invitations/inv_x`)), '404 invitation_not_found')
  const events = await recorded(app.database.db, 'org.invitation.sent', 'org.invitation.revoked')
  const names = events.map((row) => row['name']).toSorted()
  assert.deepEqual(names, ['org.invitation.revoked', 'org.invitation.sent', 'org.invitation.sent'])
  assert.equal(nina.email, NINA)
})

test('EM3: a mailbox is not flooded with invitations, and an organization does not send without end', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const sent = await invite(owner, id, NINA)
  const answers = [outcome(sent)]
  for (let i = 0; i < 6; i++) {
    // Mails of one moment have no order.
    app.clock.advance(1000)
    const resend = `/${id}/invitations/${String(sent.json['id'])}/resend`
    const answer = await orgCall(owner, 'POST', resend)
    answers.push(outcome(answer))
    if (answer.status === 429) assert.ok(Number(answer.headers['retry-after']) > 0)
  }
  assert.deepEqual(answers, ['201', '200', '200', '200', '200', '429 rate_limited', '429 rate_limited'])
  assert.equal(outcome(await orgAdmin(app, 'POST', `/${id}/invitations`, { email: NINA })), '429 rate_limited')
  // What was refused changed nothing: the newest link is good.
  const nina = await signUpVerified(app, NINA)
  assert.equal(outcome(await accept(nina, await invitationFor(app, NINA))), '200')
  await app.admin('PATCH', '/admin/email-config', { daily_limit: 1000 })
  let refused = 0
  for (let i = 0; i < 100; i++) {
    if ((await invite(owner, id, `guest-${i}@example.com`)).status === 429) refused += 1
  }
  assert.ok(refused > 0 && refused < 20, String(refused))
})

test('LG5: addresses in another spelling are one, and what is no address is refused', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  for (const email of ['nina@example.com', 'NINA@Example.COM', ' ｎｉｎａ@example.com ']) {
    assert.equal(outcome(await invite(owner, id, email)), '201', email)
  }
  const pending = listed(await orgAdmin(app, 'GET', `/${id}/invitations?state=pending`))
  assert.equal(pending.length, 1)
  for (const email of [
    'a@x.example,b@y.example',
    '"a@evil.example x"@corp.example',
    'a@x.example\r\nBcc: b@y.example',
    'nina',
    'nina@\u0000example.com',
  ]) {
    assert.equal((await invite(owner, id, email)).status, 400, email)
  }
})

test('whoever is invited can decline', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const nina = await signUpVerified(app, NINA)
  await invite(owner, id, NINA)
  const token = await invitationFor(app, NINA)
  const declined = await decline(nina, token)
  assert.deepEqual(
    [declined.status, declined.json],
    [200, { organization: { id, name: 'Harbour Works', slug: 'harbour' } }],
  )
  assert.equal(outcome(await accept(nina, token)), '410 invitation_over')
  assert.deepEqual(await stateOf(app, id), ['declined'])
  const [event] = await recorded(app.database.db, 'org.invitation.declined')
  assert.equal(event?.['actor_id'], nina.id)
})

test('an invitation ends with what its inviter may do', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const admin = await newMember(app, id, 'admin')
  const person = async (email: string) => {
    assert.equal(outcome(await invite(admin, id, email)), '201')
    return { token: await invitationFor(app, email), person: await signUpVerified(app, email) }
  }
  const [one, two, three] = [
    await person('one@example.com'),
    await person('two@example.com'),
    await person('three@example.com'),
  ]
  await app.services.users.disable(admin.id, 'test', systemActor('test'))
  assert.equal(outcome(await accept(one.person, one.token)), '410 invitation_over')
  await app.services.users.enable(admin.id, systemActor('test'))
  const demoted = await orgCall(owner, 'PATCH', `/${id}/members/${admin.id}`, { role: 'member' })
  assert.equal(demoted.status, 200, demoted.text)
  assert.deepEqual(await stateOf(app, id), ['revoked', 'revoked', 'revoked'])
  assert.equal(outcome(await accept(two.person, two.token)), '410 invitation_over')
  const [changed] = await recorded(app.database.db, 'org.member.updated')
  assert.equal(changed?.data['revoked_invitations'], 3)

  // A role of the organization's own that lost the permission ends what was sent with it.
  const role = await orgAdmin(app, 'POST', `/${id}/roles`, { name: 'greeter', permissions: ['organization:*'] })
  await orgAdmin(app, 'PATCH', `/${id}/members/${admin.id}`, { role: 'greeter' })
  app.clock.advance(1000)
  const greeter = await signInAgain(app, admin.email)
  assert.equal(outcome(await invite(greeter, id, 'three@example.com')), '201')
  const token = await invitationFor(app, 'three@example.com')
  await orgAdmin(app, 'PUT', `/${id}/roles/${String(role.json['id'])}`, { permissions: ['organization:read'] })
  assert.equal(outcome(await accept(three.person, token)), '410 invitation_over')
  assert.deepEqual(Object.keys(await rolesIn(app, id)).toSorted(), [admin.id, owner.id].toSorted())
})

test('AD16: an invitation is void while its role permits more than its inviter could give', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const admin = await newMember(app, id, 'admin')
  const nina = await signUpVerified(app, NINA)
  const role = await orgAdmin(app, 'POST', `/${id}/roles`, { name: 'greeter', permissions: ['organization:read'] })
  const permit = async (permission: string): Promise<void> => {
    const answer = await orgAdmin(app, 'PUT', `/${id}/roles/${String(role.json['id'])}`, { permissions: [permission] })
    assert.equal(answer.status, 200, answer.text)
  }
  assert.equal(outcome(await invite(admin, id, NINA, 'greeter')), '201')
  const token = await invitationFor(app, NINA)
  await permit('billing:write')
  assert.equal(outcome(await accept(nina, token)), '410 invitation_over')
  assert.deepEqual(Object.keys(await rolesIn(app, id)).toSorted(), [admin.id, owner.id].toSorted())
  await permit('organization:read')
  assert.equal(outcome(await accept(nina, token)), '200')
})

test('a removed member has nothing left: no access, no permission, no invitation they sent', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const admin = await newMember(app, id, 'admin')
  const nina = await signUpVerified(app, NINA)
  await invite(admin, id, NINA)
  const token = await invitationFor(app, NINA)
  const may = async () => {
    const question = { user_id: admin.id, permission: 'organization:invite', organization_id: id }
    return (await app.admin('POST', '/auth/check', question)).json['allowed']
  }
  assert.equal(await may(), true)
  assert.equal(outcome(await orgCall(owner, 'DELETE', `/${id}/members/${admin.id}`)), '204')
  assert.equal(await may(), false)
  for (const path of ['', '/members', '/roles', '/invitations']) {
    assert.equal(outcome(await orgCall(admin, 'GET', `/${id}${path}`)), '404 organization_not_found')
  }
  assert.deepEqual(listed(await orgCall(admin, 'GET', '')), [])
  assert.equal(outcome(await accept(nina, token)), '410 invitation_over')
  const [removed] = await recorded(app.database.db, 'org.member.removed')
  assert.equal(removed?.data['revoked_invitations'], 1)
})

test('AD15: who takes the address of a deleted user does not inherit the invitation', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  const nina = await signUpVerified(app, NINA)
  await invite(owner, id, NINA)
  const token = await invitationFor(app, NINA)
  assert.equal(outcome(await as(nina, 'DELETE', 'me')), '204')
  app.clock.advance(1000)
  const next = await signUpVerified(app, NINA)
  assert.equal(outcome(await accept(next, token)), '404 invitation_not_found')
  assert.deepEqual(await stateOf(app, id), [])
})

test('AD5: the secret of an invitation is in its mail and nowhere else', async (t) => {
  const app = await createTestApp(t)
  const { id, owner } = await newOrganization(app)
  await invite(owner, id, NINA)
  const token = await invitationFor(app, NINA)
  await app.send({ url: `/invitations?token=${token}` })
  const rows = await app.database.db.all(sql`SELECT * FROM organization_invitations`)
  const events = await app.database.db.all(sql`SELECT data FROM events`)
  const shown = await orgAdmin(app, 'GET', `/${id}/invitations`)
  const hash = String(rows[0]?.['hash'])
  for (const text of [JSON.stringify(rows), JSON.stringify(events), shown.text, app.log.join()]) {
    assert.ok(!text.includes(token), text.slice(0, 200))
  }
  for (const text of [JSON.stringify(events), shown.text, app.log.join()]) assert.ok(!text.includes(hash))
})

test('invitations are forgotten a month after their time', async (t) => {
  const app = await createTestApp(t)
  const { id } = await newOrganization(app)
  await orgAdmin(app, 'POST', `/${id}/invitations`, { email: NINA })
  app.clock.advance(37 * DAY - 1)
  await app.app.jobs.runNow('organization_invitations.cleanup')
  assert.deepEqual(await stateOf(app, id), ['expired'])
  app.clock.advance(2)
  await app.app.jobs.runNow('organization_invitations.cleanup')
  assert.deepEqual(await stateOf(app, id), [])
})
