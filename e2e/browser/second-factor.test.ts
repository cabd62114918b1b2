import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { House } from './house.ts'
import { withTotp } from './pages/index.ts'
import { newPerson } from './person.ts'

describe('second factors', { concurrency: 2 }, () => {
  let house: House
  before(async () => {
    house = await House.open()
  })
  after(() => house.close())

  for (const scripts of [true, false]) {
    const how = scripts ? '' : ', without scripts'

    test(`a code of the app is asked for after the password, wrong ones are refused, and one counts once${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const { person, app } = await withTotp(visitor)
      let code = ''
      for (const attempt of ['first', 'second']) {
        await visitor.context.clearCookies()
        await visitor.open(house.application.start)
        await visitor.submit({ email: person.email, password: person.password })
        assert.equal(visitor.url.pathname, '/mfa')
        if (attempt === 'first') await visitor.submit({ code: '000000' })
        assert.equal(visitor.url.pathname, '/mfa')
        // As late as possible: it counts for seconds.
        code ||= await app.next()
        await visitor.submit({ code })
        if (attempt === 'second') assert.equal(visitor.url.pathname, '/mfa', 'a code counts once')
      }
      await visitor.submit({ code: await app.next() })
      assert.equal(visitor.url.pathname, '/consent')
      await visitor.submit({}, 'allow')
      await visitor.sees(new RegExp(`^Hello, ${person.email}$`))
    })

    test(`a recovery code stands in for the app${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const { person, recoveryCodes } = await withTotp(visitor)
      await visitor.context.clearCookies()
      await visitor.open('/login')
      await visitor.submit({ email: person.email, password: person.password })
      await visitor.follow('/mfa')
      await visitor.submit({ code: recoveryCodes[0] as string })
      await visitor.sees(/Maya Lind/)
    })

    test(`what is sensitive asks for the password again, or for a code${how}`, async (t) => {
      const visitor = await house.visit(t, { scripts })
      const person = newPerson()
      await visitor.signUp(person)
      await visitor.open('/confirm?next=/logout')
      await visitor.submit({ password: 'not the password' })
      assert.equal(visitor.url.pathname, '/confirm')
      await visitor.submit({ password: person.password })
      assert.equal(visitor.url.pathname, '/logout')

      const other = await house.visit(t, { scripts })
      const { app } = await withTotp(other)
      await other.open('/confirm?next=/logout')
      await other.submit({ code: await app.next() })
      assert.equal(other.url.pathname, '/logout')
    })
  }
})
