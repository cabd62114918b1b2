import assert from 'node:assert/strict'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { authorizeUrl, locationOf } from './authorize.ts'
import { FactorPerson } from './factors.ts'
import { createAgent, createWebApp, credentialsOf, hiddenFields } from './oauth.ts'
import { GOOD_PASSWORD } from './people.ts'
import { setOut } from './provider.ts'
import type { PageWalk } from './page-walk.ts'
import type { TestProvider } from './provider.ts'

/** A second factor, and being asked whether it is still them. */
export async function factorPages(walk: PageWalk): Promise<void> {
  const person = await FactorPerson.withTotp(walk.app, 'tova@example.com')
  await person.addPasskey()
  walk.speak(person.visitor)
  await walk.keep('confirm, code', person.visitor.open('/confirm'))
  const visitor = walk.visitor()
  await visitor.submit('/login', { email: person.email, password: GOOD_PASSWORD })
  await walk.keep('second factor', visitor.open('/mfa'))
  await walk.keep('second factor, empty', visitor.submit('/mfa', {}), 400)
  await walk.keep('second factor, wrong', visitor.submit('/mfa', { code: person.wrongCode() }), 400)
  await walk.keep('recovery', visitor.open('/mfa?use=recovery'))
  await walk.keep('recovery, empty', visitor.submit('/mfa?use=recovery', {}), 400)
  const operator = await FactorPerson.proven(walk.app, 'operator@example.com')
  await walk.app.admin('PATCH', `/users/${operator.id}`, { system_role: 'support' })
  await walk.app.admin('PATCH', '/admin/config', { 'operators.require_second_factor': true })
  walk.speak(operator.visitor)
  await walk.keep('second step, needed', operator.visitor.open('/account/second-step'))
  const plain = await FactorPerson.signUp(walk.app, 'plain@example.com')
  walk.speak(plain.visitor)
  await walk.keep('confirm, password', plain.visitor.open('/confirm'))
  await walk.keep('confirm, wrong', plain.visitor.submit('/confirm', { password: 'wrong' }), 400)
}

/** What an application leads to. */
export async function applicationPages(walk: PageWalk): Promise<void> {
  const client = await createWebApp(walk.app, {
    client_name: 'Planner',
    scope: 'openid profile email read files:write',
  })
  const person = await FactorPerson.signUp(walk.app, 'nils@example.com')
  const { visitor } = person
  walk.speak(visitor)
  const scope = 'openid profile email read files:write'
  const asked = await visitor.open(authorizeUrl(client, { scope, prompt: 'login' }))
  await walk.keep('sign in, for an application', visitor.open(String(locationOf(asked))))
  const consent = await visitor.open(authorizeUrl(client, { scope }))
  await walk.keep('consent', visitor.open(String(locationOf(consent))))
  const logout = `/oauth/logout?client_id=${client.clientId}`
  await walk.keep('sign out, for an application', visitor.open(logout))
  await walk.keep('authorize, unknown client', visitor.open('/oauth/authorize?client_id=nobody'), 400)
  await walk.keep('consent, elsewhere', walk.visitor().open(String(locationOf(consent))), 403)
  await walk.keep('consent, gone', visitor.open('/consent?request=arq_gone'), 410)
}

/** A device that asks. */
export async function devicePages(walk: PageWalk): Promise<void> {
  const client = await createAgent(walk.app, { client_name: 'television', grant_types: [DEVICE_CODE], scope: 'read' })
  const { visitor } = await FactorPerson.signUp(walk.app, 'dora@example.com')
  walk.speak(visitor)
  await walk.keep('device', visitor.open('/oauth/device/verify'))
  await walk.keep('device, unknown', visitor.open('/oauth/device/verify?user_code=BBBB-BBBB'), 400)
  for (const decision of ['allow', 'deny']) {
    const { json } = await walk.app.send({ url: '/oauth/device', form: { ...credentialsOf(client), scope: 'read' } })
    const confirm = await visitor.open(`/oauth/device/verify?user_code=${String(json['user_code'])}`)
    await walk.keep('device, confirm', confirm)
    const fields = { ...hiddenFields(confirm.text), decision }
    await walk.keep(`device, ${decision}`, visitor.post('/oauth/device/verify', fields))
    await walk.keep('device, gone', visitor.post('/oauth/device/verify', fields), 410)
  }
}

/** Linking an account at a provider. */
export async function providerPages(walk: PageWalk, provider: TestProvider): Promise<void> {
  const { visitor } = await FactorPerson.signUp(walk.app, 'lena@example.com')
  walk.speak(visitor)
  await walk.keep('link', visitor.open('/link/corp'))
  await walk.keep('link, leaving', visitor.submit('/link/corp', {}))
  const stranger = walk.visitor()
  const claims = { sub: 'other', email: 'lena@example.com', email_verified: true }
  await walk.keep('link, in use', stranger.open(provider.agree(await setOut(stranger), claims)), 409)
  await walk.keep('link, over', stranger.open('/api/v1/auth/providers/corp/callback?state=x&code=y'), 400)
}

/** The pages of an account. */
export async function accountPages(walk: PageWalk): Promise<void> {
  const person = await FactorPerson.withTotp(walk.app, 'amal@example.com')
  await person.addPasskey()
  walk.speak(person.visitor)
  const steps = ['/email', '/leave', '/password', '/passkeys/new', '/second-step']
  for (const place of ['', '/profile', '/security', '/connections', ...steps]) {
    await walk.keep(`account${place}`, person.visitor.open(`/account${place}`))
  }
  const csrf = { csrf_token: person.csrf }
  await walk.keep('recovery codes', person.visitor.post('/account/second-step/codes', csrf))
  await walk.keep('another address, empty', person.visitor.post('/account/email', csrf), 400)
  await walk.keep('leaving, wrong', person.visitor.post('/account/leave', csrf), 400)
}

/** Leaving. */
export async function signOutPages(walk: PageWalk): Promise<void> {
  const { visitor } = await FactorPerson.signUp(walk.app, 'otto@example.com')
  walk.speak(visitor)
  await walk.keep('sign out', visitor.open('/logout'))
  assert.equal((await visitor.submit('/logout', {})).status, 303)
  await walk.keep('signed out', visitor.open('/logout'))
}

/** What goes wrong. */
export async function errorPages(walk: PageWalk): Promise<void> {
  const visitor = walk.visitor()
  visitor.headers = { ...visitor.headers, accept: 'text/html' }
  await walk.keep('no such page', visitor.open('/nowhere'), 404)
  await walk.keep('another method', visitor.post('/language', {}), 405)
  await walk.keep('out of date', visitor.post('/login', { csrf_token: 'old' }), 403)
  await walk.keep('too much', visitor.post('/login', { email: 'x'.repeat(70_000) }), 413)
}
