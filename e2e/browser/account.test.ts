import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AuthenticatorApp } from './authenticator-app.ts'
import { House } from './house.ts'
import { connectService, settle } from './pages/index.ts'
import { newPerson } from './person.ts'

describe('the account', { concurrency: 2 }, () => {
  let house: House
  before(async () => {
    house = await House.open()
  })
  after(() => house.close())

  for (const scripts of [true, false]) {
    const how = scripts ? '' : ', without scripts'

    test(`somebody sets up an authenticator app, keeps the recovery codes, and signs in with both${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const { page } = visitor
      const person = newPerson()
      await visitor.signUpProven(person)
      await visitor.open('/account/second-step')
      await visitor.submit()
      const app = new AuthenticatorApp((await page.locator('code.key').textContent()) ?? '')
      await visitor.submit({ code: await app.next() })
      const codes = await page.locator('#codes li').allTextContents()
      assert.equal(codes.length, 10)
      for (const code of [await app.next(), codes[3]?.trim() ?? '']) {
        await visitor.open('/logout')
        await visitor.submit()
        await visitor.open('/login?next=/account')
        await visitor.submit({ email: person.email, password: person.password })
        if (code.length > 6) await visitor.follow('/mfa')
        await visitor.submit({ code })
        assert.equal(visitor.url.pathname, '/account')
      }
    })

    test(`somebody changes their name, and their address once the new one is proven${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const person = newPerson()
      const { email } = newPerson()
      await visitor.signUp(person)
      await visitor.open('/account/profile')
      await visitor.submitTo('/account/profile', { name: 'Maya von Lind' })
      await visitor.page.locator('[role=status]').waitFor()
      await visitor.open('/account/email')
      await visitor.submit({ email, password: person.password })
      assert.ok((await visitor.text()).includes(person.email))
      await visitor.open(await house.linkTo(email))
      await visitor.submit()
      await visitor.open('/account')
      await visitor.sees(/Maya von Lind/)
      assert.ok((await visitor.text()).includes(email))
    })

    test(`somebody changes their password, which signs out everywhere else${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const other = await house.visit(t, { scripts })
      const person = newPerson()
      await visitor.signUp(person)
      await other.signIn(person)
      await visitor.open('/account/password')
      await visitor.submit({ current_password: person.password, password: 'five small boats at anchor' })
      assert.equal(visitor.url.pathname, '/account/security')
      await other.open('/account')
      assert.equal(other.url.pathname, '/login')
    })

    test(`somebody signs out another browser, and then all of them${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const others = await Promise.all([house.visit(t, { scripts }), house.visit(t, { scripts })])
      const person = newPerson()
      await visitor.signUp(person)
      for (const other of others) await other.signIn(person)
      await visitor.open('/account/security')
      const ends = visitor.page.locator('form[action^="/account/sessions/"]:not([action$="/sessions/end"]) button')
      assert.equal(await ends.count(), 3)
      await visitor.leave(() => ends.last().click())
      assert.equal(await ends.count(), 2)
      await visitor.submitTo('/account/sessions/end', {}, 'all')
      for (const one of [visitor, ...others]) {
        await one.open('/account')
        assert.equal(one.url.pathname, '/login')
      }
    })

    test(`somebody stops an application with one click, and it is over at once${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const { email } = await settle(visitor, house)
      assert.equal(await house.application.actsFor(email), true)
      await visitor.open('/account/connections')
      await visitor.submitTo('/account/acting/stop')
      assert.equal(await house.application.actsFor(email), false)
    })

    test(`somebody unlinks an account at a provider${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      await settle(visitor, house)
      await visitor.open('/account/connections')
      await visitor.follow('/account/linked/')
      await visitor.submit()
      assert.equal(visitor.url.pathname, '/account/connections')
      assert.equal(await visitor.page.locator('a[href^="/account/linked/"]').count(), 0)
    })

    test(`somebody connects a service, sees whose account it is, and disconnects it${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      await connectService(visitor, house)
      await visitor.sees(/Corp · Work/)
      await visitor.open('/account/services')
      assert.match(await visitor.text(), /Corp · Work[^]*@/)
      await visitor.follow('/account/services/')
      await visitor.follow('/account/services/')
      await visitor.submit()
      assert.equal(visitor.url.pathname, '/account/services')
      assert.match(await visitor.text(), /None yet/)
    })

    test(`VA8: somebody lets an application use one account where it asks, and takes that back${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const { application, provider } = house
      const { email } = await connectService(visitor, house)
      await visitor.open(application.startForAccounts)
      const box = visitor.page.locator('input[name=account]')
      assert.equal(await box.isChecked(), false)
      await box.check()
      await visitor.submit({}, 'allow')
      assert.equal(await application.fetchesFor(email, provider.name), 200)
      await visitor.open('/account/services')
      await visitor.submitTo('/account/services/withdraw')
      assert.equal(await application.fetchesFor(email, provider.name), 403)
      await visitor.follow('/account/services/')
      await visitor.submitTo(`${visitor.url.pathname}/allow`)
      assert.equal(await application.fetchesFor(email, provider.name), 200)
    })

    test(`somebody deletes the account and is gone${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const person = newPerson()
      await visitor.signUp(person)
      await visitor.open('/account/leave')
      await visitor.submit({ email: 'somebody.else@example.com' })
      assert.equal(visitor.url.pathname, '/account/leave')
      await visitor.submit({ email: person.email })
      await visitor.open('/account')
      assert.equal(visitor.url.pathname, '/login')
      await visitor.submit({ email: person.email, password: person.password })
      assert.equal(visitor.url.pathname, '/login')
    })
  }
})
