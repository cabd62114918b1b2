import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { House } from './house.ts'
import { newPerson } from './person.ts'
import type { Visitor } from './visitor.ts'

describe('links that come by mail', { concurrency: 2 }, () => {
  let house: House
  before(async () => {
    house = await House.open()
  })
  after(() => house.close())

  /** Somebody with an account whose address is proven, signed out. */
  async function known(visitor: Visitor) {
    const person = newPerson()
    await visitor.signUp(person)
    const proof = await house.linkTo(person.email)
    await visitor.open(proof)
    await visitor.submit()
    await visitor.context.clearCookies()
    return { ...person, proof }
  }

  for (const scripts of [true, false]) {
    const how = scripts ? '' : ', without scripts'

    test(`a link signs in the browser that asked for it, and leads on to the application${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const { email, proof } = await known(visitor)
      await visitor.open(house.application.start)
      await visitor.follow('/magic')
      await visitor.submit({ email })
      const link = await house.linkAfter(proof, email)
      await visitor.open(link)
      assert.equal(await visitor.page.locator('.notice-warn').count(), 0)
      await visitor.submit()
      assert.equal(visitor.url.pathname, '/consent')
      await visitor.submit({}, 'allow')
      await visitor.sees(new RegExp(`^Hello, ${email}$`))
      assert.equal(await visitor.open(link), 400, 'works once')
    })

    test(`another browser is warned, signs in by a click, and is not led to the application${how}`, async (t) => {
      const asking = await house.visit(t, { scripts })
      const { email, proof } = await known(asking)
      await asking.open(house.application.start)
      await asking.follow('/magic')
      await asking.submit({ email })
      const other = await house.visit(t, { scripts })
      await other.open(await house.linkAfter(proof, email))
      await other.page.locator('.notice-warn').waitFor()
      await other.submit()
      assert.equal(other.url.pathname, '/account')
      await other.open('/logout')
      assert.ok((await other.page.locator('main').innerText()).includes(email))
      await asking.open('/')
      assert.equal(await asking.page.locator('main form').count(), 0, 'the asking browser is not signed in')
    })

    test(`a forgotten password is replaced, which signs out everywhere${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const person = newPerson()
      await visitor.signUp(person)
      const proof = await house.linkTo(person.email)
      const other = await house.visit(t, { scripts })
      await other.open('/login')
      await other.follow('/forgot')
      await other.submit({ email: person.email })
      await other.open(await house.linkAfter(proof, person.email))
      await other.submit({ password: 'password1' })
      assert.equal(other.url.pathname, '/reset', 'a common password is refused')
      await other.submit({ password: 'five small boats at anchor' })
      await other.follow('/login')
      await other.submit({ email: person.email, password: person.password })
      assert.equal(other.url.pathname, '/login', 'the old password is over')
      await other.submit({ email: person.email, password: 'five small boats at anchor' })
      await other.sees(/Maya Lind/)
      await visitor.open('/logout')
      assert.equal(await visitor.page.locator('main form').count(), 0, 'the session of before is over')
    })
  }
})
