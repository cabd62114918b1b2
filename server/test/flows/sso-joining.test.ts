import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { recorded } from '#test/support/clients.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { INES, SsoStory } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer } from '#test/support/app.ts'

/** Ines has an account from before, whose address is confirmed. */
async function scene(t: TestContext) {
  const story = await SsoStory.begin(t)
  const person = await FactorPerson.signUp(story.app, INES.email)
  await story.app.admin('PATCH', `/users/${person.id}`, { email_verified: true })
  return { story, person }
}

/** Where the page leads that asks to prove the account. */
function joinOf(answer: TestAnswer): string {
  assertErrorPage(answer, 409, /have an account already/)
  return /href="(\/sso\/join\?join=[^"]+)"/.exec(answer.text)?.[1] ?? assert.fail(answer.text)
}

const identitiesIn = ({ app }: SsoStory) => app.database.db.all(sql`SELECT user_id FROM sso_identities`)
const isSignedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/api/v1/auth/me')).status === 200

test('RP5: an account is joined once its person has proven that it is theirs', async (t) => {
  const { story, person } = await scene(t)
  const visitor = new Visitor(story.app)
  const join = joinOf(await story.signIn(visitor, INES, '?next=/account'))
  assert.equal(await isSignedIn(visitor), false, 'the address alone decides for nobody')
  const login = locationOf(await visitor.open(join))
  assert.equal(login, `/login?next=${encodeURIComponent(join)}`)
  const proven = await visitor.submit(login, { email: INES.email, password: GOOD_PASSWORD })
  assert.equal(locationOf(proven), join)
  const page = await visitor.open(join)
  assert.match(page.text, /Sign in with Acme from now on\?/)
  const joined = await visitor.submit(join, {})
  assert.equal(`${joined.status} ${locationOf(joined)}`, '303 /account')
  const [told] = await recorded(story.app.database.db, 'sso.identity.linked')
  assert.deepEqual([told?.data['how'], told?.data['user_id']], ['joined', person.id])
  const mails = await mailOf(story.app, INES.email)
  assert.ok(mails.some(({ subject }) => subject === 'You can sign in with Acme now'))
  const next = new Visitor(story.app)
  assert.equal((await story.signIn(next)).status, 303)
  assert.equal((await next.open('/api/v1/auth/me')).json['id'], person.id)
  assertErrorPage(await visitor.open(join), 400)
})

test('RP5: nobody joins an account that is not theirs, or whose address nobody confirmed', async (t) => {
  const { story, person } = await scene(t)
  const thief = await FactorPerson.signUp(story.app, 'noor@example.com')
  const join = joinOf(await story.signIn(thief.visitor))
  assertErrorPage(await thief.visitor.open(join), 403, /another account/)
  assertErrorPage(await thief.visitor.post(join, { csrf_token: thief.csrf }), 400)
  assertErrorPage(await person.visitor.open(join), 400, /nothing to connect/i)
  await story.app.admin('PATCH', `/users/${person.id}`, { email_verified: false })
  const mine = joinOf(await story.signIn(person.visitor))
  assertErrorPage(await person.visitor.open(mine), 403, /Confirm your address/)
  assertErrorPage(await person.visitor.post(mine, { csrf_token: person.csrf }), 403, /Confirm your address/)
  assert.deepEqual(await identitiesIn(story), [])
})

test('SE3: a foreign page can not make somebody join', async (t) => {
  const { story, person } = await scene(t)
  const join = joinOf(await story.signIn(person.visitor))
  assertErrorPage(await person.visitor.post(join, {}), 403)
  assertErrorPage(await person.visitor.post(join, { csrf_token: person.csrf }, { origin: 'https://evil.example' }), 403)
  assert.deepEqual(await identitiesIn(story), [])
})

test('what waits to be joined is over when the connection changed, the domain went, or time passed', async (t) => {
  const { story, person } = await scene(t)
  const { visitor, csrf } = person
  const first = joinOf(await story.signIn(visitor))
  await story.replace({ name: 'Acme Inc.' })
  assertErrorPage(await visitor.post(first, { csrf_token: csrf }), 400)
  const second = joinOf(await story.signIn(visitor))
  const { json } = await story.app.admin('GET', `/sso/connections/${story.id}/domains`)
  const [domain] = json['data'] as { id: string }[]
  await story.app.admin('DELETE', `/sso/connections/${story.id}/domains/${domain?.id}`)
  assertErrorPage(await visitor.post(second, { csrf_token: csrf }), 400)
  assert.deepEqual(await identitiesIn(story), [])
})
