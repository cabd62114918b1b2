import assert from 'node:assert/strict'
import { DEVICE_CODE } from '#/vocabulary/oauth.ts'
import { authorizeUrl, locationOf } from './authorize.ts'
import { FactorPerson } from './factors.ts'
import { mailOf } from './mailbox.ts'
import { createAgent, createWebApp, credentialsOf, hiddenFields } from './oauth.ts'
import { GOOD_PASSWORD } from './people.ts'
import { setOut, setUpProvider } from './provider.ts'
import { NEW_PASSWORD } from './recovery.ts'
import { Visitor } from './visitor.ts'
import type { TestAnswer, TestApp } from './app.ts'
import type { TestProvider } from './provider.ts'

const MAYA = 'maya@example.com'

/** Walks through every page of the sign-in in one language and keeps what each shows, by a name for each. */
export class HostedPages {
  readonly app: TestApp
  readonly locale: string
  readonly shown = new Map<string, TestAnswer>()

  constructor(app: TestApp, locale: string) {
    this.app = app
    this.locale = locale
  }

  /** Somebody whose browser prefers the language. */
  visitor(): Visitor {
    return this.speak(new Visitor(this.app))
  }

  speak(visitor: Visitor): Visitor {
    visitor.headers = { 'accept-language': this.locale }
    return visitor
  }

  async all(provider: TestProvider): Promise<ReadonlyMap<string, TestAnswer>> {
    await this.#setup()
    await setUpProvider(this.app, provider)
    await this.#signIn()
    await this.#signUp()
    await this.#links()
    await this.#secondFactor()
    await this.#application()
    await this.#device()
    await this.#linking(provider)
    await this.#account()
    await this.#signOut()
    await this.#errors()
    return this.shown
  }

  async #keep(name: string, answer: TestAnswer | Promise<TestAnswer>, status = 200): Promise<TestAnswer> {
    const page = await answer
    assert.equal(page.status, status, `${name}: ${page.status} ${String(locationOf(page))} ${page.text.slice(0, 900)}`)
    this.shown.set(name, page)
    return page
  }

  async #setup(): Promise<void> {
    const token = (await this.app.services.firstBoot.prepare('dev')) ?? ''
    const visitor = this.visitor()
    await this.#keep('setup', visitor.open(`/setup?token=${token}`))
    const weak = { token, email: 'owner@example.com', password: 'short' }
    await this.#keep('setup, weak password', visitor.submit(`/setup?token=${token}`, weak), 400)
    await this.#keep('setup, wrong link', visitor.open('/setup?token=wrong'), 401)
  }

  async #signIn(): Promise<void> {
    const visitor = this.visitor()
    await this.#keep('welcome', visitor.open('/'))
    await this.#keep('sign in', visitor.open('/login'))
    await this.#keep('sign in, empty', visitor.submit('/login', {}), 400)
    await this.#keep('sign in, wrong', visitor.submit('/login', { email: MAYA, password: 'wrong' }), 400)
  }

  async #signUp(): Promise<void> {
    const visitor = this.visitor()
    const submit = (name: string, fields: Record<string, string>, status = 400) =>
      this.#keep(`sign up, ${name}`, visitor.submit('/signup', fields), status)
    await this.#keep('sign up', visitor.open('/signup'))
    await submit('empty', {})
    await submit('no address', { email: 'nobody', password: GOOD_PASSWORD })
    await submit('short', { email: MAYA, password: 'x' })
    await submit('common', { email: MAYA, password: 'password1' })
    await submit('endless', { email: MAYA, password: 'x'.repeat(1025) })
    await submit('long name', { email: MAYA, password: GOOD_PASSWORD, name: 'x'.repeat(300) })
    assert.equal((await visitor.submit('/signup', { email: MAYA, password: GOOD_PASSWORD })).status, 303)
    await this.#keep('signed in', visitor.open('/'))
    const taken = { email: MAYA, password: GOOD_PASSWORD }
    await this.#keep('sign up, taken', this.visitor().submit('/signup', taken), 409)
  }

  async #links(): Promise<void> {
    const visitor = this.visitor()
    const verify = await this.#newestLink()
    await this.#keep('verify', visitor.open(verify))
    const form = () => visitor.open(verify).then(({ text }) => hiddenFields(text))
    await this.#keep('verify, no password', visitor.post('/verify', await form()), 400)
    await this.#keep('verify, wrong', visitor.post('/verify', { ...(await form()), password: 'wrong' }), 400)
    await this.#keep('verify, done', visitor.post('/verify', { ...(await form()), password: GOOD_PASSWORD }))
    await this.#keep('verify, dead', visitor.open(verify), 400)
    await this.#magic(visitor)
    await this.#reset(visitor)
  }

  async #magic(visitor: Visitor): Promise<void> {
    await this.#keep('magic', visitor.open('/magic'))
    await this.#keep('magic, empty', visitor.submit('/magic', {}), 400)
    await this.#keep('magic, no address', visitor.submit('/magic', { email: 'nobody' }), 400)
    this.app.clock.advance(1000)
    await this.#keep('magic, sent', visitor.submit('/magic', { email: MAYA }))
    const magic = await this.#newestLink()
    await this.#keep('magic, link', visitor.open(magic))
    await this.#keep('magic, link elsewhere', this.visitor().open(magic))
    await this.#keep('magic, dead', visitor.open('/magic?token=wrong'), 400)
  }

  async #reset(visitor: Visitor): Promise<void> {
    await this.#keep('forgot', visitor.open('/forgot'))
    this.app.clock.advance(1000)
    await this.#keep('forgot, sent', visitor.submit('/forgot', { email: MAYA }))
    const reset = await this.#newestLink()
    await this.#keep('reset', visitor.open(reset))
    const fields = async (password: string) => ({ ...hiddenFields((await visitor.open(reset)).text), password })
    await this.#keep('reset, empty', visitor.post('/reset', await fields('')), 400)
    await this.#keep('reset, done', visitor.post('/reset', await fields(NEW_PASSWORD)))
    await this.#keep('reset, dead', visitor.open(reset), 400)
  }

  /** The path of the newest link to Maya; mails of one moment have no order. */
  async #newestLink(): Promise<string> {
    const newest = (await mailOf(this.app, MAYA)).at(-1)
    return (newest?.links[0] ?? '').replace(this.app.baseUrl, '')
  }

  async #secondFactor(): Promise<void> {
    const person = await FactorPerson.withTotp(this.app, 'tova@example.com')
    await person.addPasskey()
    this.speak(person.visitor)
    await this.#keep('confirm, code', person.visitor.open('/confirm'))
    const visitor = this.visitor()
    await visitor.submit('/login', { email: person.email, password: GOOD_PASSWORD })
    await this.#keep('second factor', visitor.open('/mfa'))
    await this.#keep('second factor, empty', visitor.submit('/mfa', {}), 400)
    await this.#keep('second factor, wrong', visitor.submit('/mfa', { code: person.wrongCode() }), 400)
    await this.#keep('recovery', visitor.open('/mfa?use=recovery'))
    await this.#keep('recovery, empty', visitor.submit('/mfa?use=recovery', {}), 400)
    const plain = await FactorPerson.signUp(this.app, 'plain@example.com')
    this.speak(plain.visitor)
    await this.#keep('confirm, password', plain.visitor.open('/confirm'))
    await this.#keep('confirm, wrong', plain.visitor.submit('/confirm', { password: 'wrong' }), 400)
  }

  async #application(): Promise<void> {
    const client = await createWebApp(this.app, {
      client_name: 'Planner',
      scope: 'openid profile email read files:write',
    })
    const person = await FactorPerson.signUp(this.app, 'nils@example.com')
    const { visitor } = person
    this.speak(visitor)
    const scope = 'openid profile email read files:write'
    const asked = await visitor.open(authorizeUrl(client, { scope, prompt: 'login' }))
    await this.#keep('sign in, for an application', visitor.open(String(locationOf(asked))))
    const consent = await visitor.open(authorizeUrl(client, { scope }))
    await this.#keep('consent', visitor.open(String(locationOf(consent))))
    const logout = `/oauth/logout?client_id=${client.clientId}`
    await this.#keep('sign out, for an application', visitor.open(logout))
    await this.#keep('authorize, unknown client', visitor.open('/oauth/authorize?client_id=nobody'), 400)
    await this.#keep('consent, elsewhere', this.visitor().open(String(locationOf(consent))), 403)
    await this.#keep('consent, gone', visitor.open('/consent?request=arq_gone'), 410)
  }

  async #device(): Promise<void> {
    const client = await createAgent(this.app, { client_name: 'television', grant_types: [DEVICE_CODE], scope: 'read' })
    const { visitor } = await FactorPerson.signUp(this.app, 'dora@example.com')
    this.speak(visitor)
    await this.#keep('device', visitor.open('/oauth/device/verify'))
    await this.#keep('device, unknown', visitor.open('/oauth/device/verify?user_code=BBBB-BBBB'), 400)
    for (const decision of ['allow', 'deny']) {
      const { json } = await this.app.send({ url: '/oauth/device', form: { ...credentialsOf(client), scope: 'read' } })
      const confirm = await visitor.open(`/oauth/device/verify?user_code=${String(json['user_code'])}`)
      await this.#keep('device, confirm', confirm)
      const fields = { ...hiddenFields(confirm.text), decision }
      await this.#keep(`device, ${decision}`, visitor.post('/oauth/device/verify', fields))
      await this.#keep('device, gone', visitor.post('/oauth/device/verify', fields), 410)
    }
  }

  async #linking(provider: TestProvider): Promise<void> {
    const { visitor } = await FactorPerson.signUp(this.app, 'lena@example.com')
    this.speak(visitor)
    await this.#keep('link', visitor.open('/link/corp'))
    await this.#keep('link, leaving', visitor.submit('/link/corp', {}))
    const stranger = this.visitor()
    const claims = { sub: 'other', email: 'lena@example.com', email_verified: true }
    await this.#keep('link, in use', stranger.open(provider.agree(await setOut(stranger), claims)), 409)
    await this.#keep('link, over', stranger.open('/api/v1/auth/providers/corp/callback?state=x&code=y'), 400)
  }

  async #account(): Promise<void> {
    const person = await FactorPerson.withTotp(this.app, 'amal@example.com')
    await person.addPasskey()
    this.speak(person.visitor)
    for (const place of ['', '/profile', '/security', '/connections']) {
      await this.#keep(`account${place}`, person.visitor.open(`/account${place}`))
    }
  }

  async #signOut(): Promise<void> {
    const { visitor } = await FactorPerson.signUp(this.app, 'otto@example.com')
    this.speak(visitor)
    await this.#keep('sign out', visitor.open('/logout'))
    assert.equal((await visitor.submit('/logout', {})).status, 303)
    await this.#keep('signed out', visitor.open('/logout'))
  }

  async #errors(): Promise<void> {
    const visitor = this.visitor()
    visitor.headers = { ...visitor.headers, accept: 'text/html' }
    await this.#keep('no such page', visitor.open('/nowhere'), 404)
    await this.#keep('another method', visitor.post('/language', {}), 405)
    await this.#keep('out of date', visitor.post('/login', { csrf_token: 'old' }), 403)
    await this.#keep('too much', visitor.post('/login', { email: 'x'.repeat(70_000) }), 413)
  }
}
