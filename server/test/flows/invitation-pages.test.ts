import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { invitationFor, newOrganization, newPerson, orgAdmin, rolesIn } from '#test/support/organizations.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { signUp, signUpVerified, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const NINA = 'nina@example.com'
const DAY = 24 * 60 * 60_000

/** Invites Nina as an admin and answers the token. */
async function invited(app: TestApp): Promise<{ id: string; token: string; invitationId: string }> {
  const { id } = await newOrganization(app)
  const sent = await orgAdmin(app, 'POST', `/${id}/invitations`, { email: NINA, role: 'admin' })
  assert.equal(sent.status, 201, sent.text)
  return { id, token: await invitationFor(app, NINA), invitationId: String(sent.json['id']) }
}

const page = (token: string): string => `/invitations?token=${token}`

const decide = (visitor: Visitor, token: string, decision: string): Promise<TestAnswer> =>
  visitor.submit(page(token), { token, decision })

test('a person opens the link, signs up, confirms the address, and joins with a click', async (t) => {
  const app = await createTestApp(t)
  const { id, token } = await invited(app)
  const nina = new Visitor(app)
  const seen = await nina.open(page(token))
  assert.equal(seen.status, 200, seen.text)
  assert.match(seen.text, /Join Harbour Works[^]*<strong>nina@example\.com<\/strong>[^]*<strong>admin<\/strong>/)
  const next = `next=${encodeURIComponent(`/invitations?token=${token}`)}`
  assert.ok(seen.text.includes(`href="/login?${next}"`), seen.text)
  assert.ok(seen.text.includes(`href="/signup?${next}"`), seen.text)

  const signedUp = await nina.submit(`/signup?${next}`, { email: NINA, password: GOOD_PASSWORD })
  assert.deepEqual([signedUp.status, signedUp.headers['location']], [303, page(token)])
  assert.match((await nina.open(page(token))).text, /Confirm your e-mail address first/)
  assert.match((await decide(nina, token, 'accept')).text, /Confirm your e-mail address first/)
  app.clock.advance(1000)
  const again = await decide(nina, token, 'mail')
  assert.deepEqual([again.status, /on its way/.test(again.text)], [200, true])
  assert.equal((await mailOf(app, NINA)).filter(({ subject }) => VERIFY.test(subject)).length, 2)
  const proof = await tokenFor(app, NINA, VERIFY)
  await nina.submit(`/verify?token=${proof}`, { token: proof })

  assert.match((await nina.open(page(token))).text, /Accept the invitation/)
  assert.equal(Object.values(await rolesIn(app, id)).length, 1, 'looking accepts nothing')
  const joined = await decide(nina, token, 'accept')
  assert.equal(joined.status, 200, joined.text)
  assert.match(joined.text, /You belong to Harbour Works/)
  assert.deepEqual(Object.values(await rolesIn(app, id)).toSorted(), ['admin', 'owner'])
  const over = await nina.open(page(token))
  assert.deepEqual([over.status, /This invitation is over/.test(over.text)], [410, true])
})

test('a person declines with a click, in Spanish too', async (t) => {
  const app = await createTestApp(t)
  const { id, token } = await invited(app)
  const { visitor } = await signUpVerified(app, NINA)
  const spanish = await visitor.send({ url: page(token), headers: { 'accept-language': 'es' } })
  assert.match(spanish.text, /<html lang="es"[^]*Únete a Harbour Works[^]*Aceptar la invitación/)
  const declined = await decide(visitor, token, 'decline')
  assert.deepEqual([declined.status, /Invitation declined/.test(declined.text)], [200, true])
  assert.deepEqual(Object.values(await rolesIn(app, id)), ['owner'])
})

test('AD16: the page lets nobody accept but whom it is for', async (t) => {
  const app = await createTestApp(t)
  const { id, token } = await invited(app)
  const { visitor, email } = await newPerson(app)
  const seen = await visitor.open(page(token))
  assert.match(seen.text, new RegExp(`You are signed in as <strong>${email}</strong>`))
  assert.doesNotMatch(seen.text, /Accept the invitation/)
  assert.match(seen.text, /href="\/login\?next=[^"]*&amp;prompt=login"/)
  const csrf = await csrfOf(visitor)
  const forced = await visitor.post('/invitations', { csrf_token: csrf, token, decision: 'accept' })
  assert.equal(forced.status, 403, forced.text)

  const unproven = await signUp(app, NINA)
  const early = await unproven.visitor.post('/invitations', {
    csrf_token: await csrfOf(unproven.visitor),
    token,
    decision: 'accept',
  })
  assert.deepEqual([early.status, /Confirm your e-mail address first/.test(early.text)], [403, true])
  const nobody = new Visitor(app)
  const out = await nobody.post('/invitations', { csrf_token: await csrfOf(nobody), token, decision: 'accept' })
  assert.deepEqual([out.status, String(out.headers['location']).startsWith('/login?next=')], [303, true])
  assert.deepEqual(Object.values(await rolesIn(app, id)), ['owner'])
})

/** The token that forms of this browser carry, from a page that has one. */
async function csrfOf(visitor: Visitor): Promise<string> {
  const { text } = await visitor.open('/forgot')
  return /name="csrf_token"\s+value="([^"]*)"/.exec(text)?.[1] ?? ''
}

test('SE3: a form that another page sent accepts nothing', async (t) => {
  const app = await createTestApp(t)
  const { id, token } = await invited(app)
  const { visitor } = await signUpVerified(app, NINA)
  const csrf = await csrfOf(visitor)
  const forged = [
    await visitor.post('/invitations', { token, decision: 'accept' }),
    await visitor.post('/invitations', { csrf_token: 'x', token, decision: 'accept' }),
    await visitor.post(
      '/invitations',
      { csrf_token: csrf, token, decision: 'accept' },
      { origin: 'https://evil.example' },
    ),
  ]
  assert.deepEqual(
    forged.map(({ status }) => status),
    [403, 403, 403],
  )
  assert.deepEqual(Object.values(await rolesIn(app, id)), ['owner'])
})

test('a link that opens nothing says why', async (t) => {
  const app = await createTestApp(t)
  const { id, token, invitationId } = await invited(app)
  const visitor = new Visitor(app)
  for (const dead of ['/invitations', page('x'), page(`${token}x`)]) {
    const answer = await visitor.open(dead)
    assert.deepEqual([answer.status, /does not work/.test(answer.text)], [400, true], dead)
  }
  app.clock.advance(7 * DAY)
  const late = await visitor.open(page(token))
  assert.deepEqual([late.status, /time of this invitation is over/.test(late.text)], [410, true])
  await orgAdmin(app, 'DELETE', `/${id}/invitations/${invitationId}`)
  const over = await visitor.post('/invitations', { csrf_token: await csrfOf(visitor), token, decision: 'accept' })
  assert.deepEqual([over.status, /used, declined or taken back/.test(over.text)], [410, true])
})

test('who became a member in between is told so', async (t) => {
  const app = await createTestApp(t)
  const { id, token } = await invited(app)
  const nina = await signUpVerified(app, NINA)
  await app.database.db.run(sql`
    INSERT INTO organization_members (organization_id, user_id, role, created_at)
    VALUES (${id}, ${nina.id}, 'member', ${app.clock.now()})`)
  const already = await decide(nina.visitor, token, 'accept')
  assert.deepEqual([already.status, /You are a member already/.test(already.text)], [409, true])
  const nothing = await decide(nina.visitor, token, 'other')
  assert.equal(nothing.status, 200)
})

test('a mailbox is not flooded from the page either', async (t) => {
  const app = await createTestApp(t)
  const { token } = await invited(app)
  const { visitor } = await signUp(app, NINA)
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await decide(visitor, token, 'mail')).status)
  assert.deepEqual(statuses.slice(0, 4), [200, 200, 200, 200])
  assert.ok(statuses.includes(429), statuses.join())
})

test('EM1, AZ10: the name of an organization is text on the page and in the mail', async (t) => {
  const app = await createTestApp(t)
  const name = '<img src=x onerror=alert(1)> {{email}}'
  const made = await orgAdmin(app, 'POST', '', { name, slug: 'evil' })
  await orgAdmin(app, 'POST', `/${String(made.json['id'])}/invitations`, { email: NINA })
  const token = await invitationFor(app, NINA)
  const [mail] = await mailOf(app, NINA)
  const { text } = await new Visitor(app).open(page(token))
  for (const html of [text, mail?.html ?? '']) {
    assert.doesNotMatch(html, /<img src=x/)
    assert.match(html, /&lt;img src=x/)
    assert.match(html, /\{\{email\}\}|&#123;/)
  }
})

test('AZ12: the page is not kept, not framed, and tells nobody its address', async (t) => {
  const app = await createTestApp(t)
  const { token } = await invited(app)
  const { headers, text } = await new Visitor(app).open(page(token))
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  assert.doesNotMatch(text, /(src|href)="https?:/)
})
