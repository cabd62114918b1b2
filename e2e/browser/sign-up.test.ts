import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { House } from './house.ts'
import { violationsOf } from './inspection.ts'
import { newPerson } from './person.ts'

describe('signing up and in', { concurrency: 2 }, () => {
  let house: House
  before(async () => {
    house = await House.open()
  })
  after(() => house.close())

  test('a new password can be looked at, and says how strong it looks while it is typed', async (t) => {
    const visitor = await house.visit(t)
    await visitor.open('/signup')
    const field = visitor.page.locator('[name=password]')
    const show = visitor.page.getByRole('button', { name: 'Show' })
    await field.fill('aaaa1111')
    await visitor.page.getByText('Easy to guess').waitFor()
    await field.fill('a quiet harbour at 5 in the morning')
    await visitor.page.getByText('Strong', { exact: true }).waitFor()
    await show.click()
    assert.equal(await field.getAttribute('type'), 'text')
    await visitor.page.getByRole('button', { name: 'Hide' }).click()
    assert.equal(await field.getAttribute('type'), 'password')
    assert.deepEqual(await violationsOf(visitor.page), [])
  })

  test('whoever types before the script is there loses no letter and not the focus', async (t) => {
    const visitor = await house.visit(t)
    const { page } = visitor
    const arrived = Promise.withResolvers<undefined>()
    const goOn = Promise.withResolvers<undefined>()
    await page.route(/\/assets\/passwords\.js/, async (route) => {
      arrived.resolve(undefined)
      await goOn.promise
      await route.continue()
    })
    await page.goto(`${house.server.url}/login`, { waitUntil: 'commit' })
    await arrived.promise
    const field = page.locator('[name=password]')
    await field.focus()
    await page.keyboard.type('five small')
    await page.keyboard.press('Home')
    goOn.resolve(undefined)
    await page.getByRole('button', { name: 'Show' }).waitFor()
    await page.keyboard.type('just ')
    assert.equal(await field.inputValue(), 'just five small')
  })

  for (const scripts of [true, false]) {
    const how = scripts ? '' : ', without scripts'

    test(`somebody signs up, proves the address, signs in, consents, and the application has tokens${how}`, async (t) => {
      const { application } = house
      const visitor = await house.visit(t, { scripts })
      const { email, name, password } = newPerson()
      await visitor.open('/signup')
      await visitor.submit({ email, name, password })
      await visitor.sees(/Maya Lind/)
      await visitor.open(await house.linkTo(email))
      await visitor.submit()
      await visitor.open('/logout')
      await visitor.submit()

      await visitor.open(application.start)
      assert.equal(visitor.url.pathname, '/login')
      await visitor.submit({ email, password })
      assert.equal(visitor.url.pathname, '/consent')
      await visitor.submit({}, 'allow')
      assert.equal(visitor.url.origin, application.url)
      await visitor.sees(new RegExp(`^Hello, ${email}$`))
      const person = application.personOf(email)
      assert.equal(person?.email_verified, true)
      assert.equal(person?.name, name)
    })

    test(`who signs up on the way to an application gets there, and may say no${how}`, async (t) => {
      const { application } = house
      const visitor = await house.visit(t, { scripts })
      const { email, password } = newPerson()
      await visitor.open(application.start)
      await visitor.follow('/signup')
      await visitor.submit({ email, password })
      assert.equal(visitor.url.pathname, '/consent')
      await visitor.submit({}, 'deny')
      await visitor.sees(/^Refused: access_denied$/)
      await visitor.open(application.start)
      // RFC 8252 §8.6: a redirect to this computer proves no receiver, so nothing is remembered.
      assert.equal(visitor.url.pathname, '/consent')
      await visitor.submit({}, 'allow')
      await visitor.sees(new RegExp(`^Hello, ${email}$`))
    })

    test(`a wrong password is told beside what was typed, and the next try counts${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const person = newPerson()
      await visitor.signUp(person)
      await visitor.context.clearCookies()
      await visitor.open('/login?next=/logout')
      await visitor.submit({ email: person.email, password: 'not the password' })
      assert.equal(visitor.url.pathname, '/login')
      assert.equal(await visitor.page.locator('[name=email]').inputValue(), person.email)
      await visitor.page.locator('main [role=alert]').first().waitFor()
      await visitor.submit({ password: person.password })
      assert.equal(visitor.url.pathname, '/logout')
    })

    test(`somebody signs in by way of a provider${how}`, async (t) => {
      const { provider, application } = house
      const visitor = await house.visit(t, { scripts })
      const { email, name } = newPerson()
      await provider.signIn(visitor, { sub: email, email, email_verified: true, name })
      await visitor.open(application.start)
      await visitor.follow(`/api/v1/auth/providers/${provider.name}`)
      assert.equal(visitor.url.pathname, '/consent')
      await visitor.submit({}, 'allow')
      await visitor.sees(new RegExp(`^Hello, ${email}$`))
    })

    test(`somebody links an account at a provider, and signs in with it from then on${how}`, async (t) => {
      const { provider } = house
      const visitor = await house.visit(t, { scripts })
      const person = newPerson()
      await visitor.signUp(person)
      await provider.signIn(visitor, {
        sub: person.email,
        email: 'other@corp.example',
        email_verified: true,
        name: 'M',
      })
      await visitor.open(`/link/${provider.name}`)
      await visitor.submit()
      // The page in between goes on by itself.
      await visitor.page.waitForURL(({ pathname }) => pathname === '/account/connections')
      await visitor.open('/logout')
      await visitor.submit()
      await visitor.open('/login')
      await visitor.follow(`/api/v1/auth/providers/${provider.name}`)
      await visitor.open('/logout')
      assert.ok((await visitor.page.locator('main').innerText()).includes(person.email))
    })
  }

  test('the keyboard alone is enough to sign in and to consent', async (t) => {
    const { application } = house
    const visitor = await house.visit(t)
    const { page } = visitor
    const person = newPerson()
    await visitor.signUp(person)
    await visitor.context.clearCookies()
    await visitor.open(application.start)
    // The page's first picture gives the focus, and on a busy machine that comes after it has loaded.
    await page.locator('[name=email]:focus').waitFor()
    await page.keyboard.type(person.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(person.password)
    await visitor.leave(() => page.keyboard.press('Enter'))
    assert.equal(visitor.url.pathname, '/consent')
    const allow = page.locator('button[value=allow]')
    const isThere = () => allow.evaluate((button) => button === document.activeElement)
    for (let steps = 0; steps < 30 && !(await isThere()); steps++) await page.keyboard.press('Tab')
    await visitor.leave(() => page.keyboard.press('Enter'))
    await visitor.sees(new RegExp(`^Hello, ${person.email}$`))
  })
})
