import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AuthenticatorApp } from './authenticator-app.ts'
import { House } from './house.ts'
import { newPerson } from './person.ts'
import { addPasskey } from './virtual-authenticator.ts'
import type { TestContext } from 'node:test'
import type { Person } from '#/support/browser.ts'
import type { VirtualAuthenticator } from './virtual-authenticator.ts'
import type { Visitor } from './visitor.ts'

describe('passkeys', { concurrency: 2 }, () => {
  let house: House
  before(async () => {
    house = await House.open()
  })
  after(() => house.close())

  /**
   * Somebody with a passkey, signed in, and the device that holds it. The device says yes at once, so where the button
   * is to be tried the browser must not offer passkeys by itself.
   */
  async function withPasskey(t: TestContext, { offers = false } = {}): Promise<Owner> {
    const visitor = await house.visit(t)
    if (!offers) {
      await visitor.page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
      })
    }
    const person = newPerson()
    await visitor.signUpProven(person)
    await visitor.open('/account/passkeys/new')
    const device = await addPasskey(visitor)
    assert.ok((await visitor.text()).includes('Laptop'))
    return { visitor, person, device }
  }

  test('a passkey is made, and signs in by its button', async (t) => {
    const { visitor, person, device } = await withPasskey(t)
    assert.equal(await device.count(), 1)
    await visitor.open('/logout')
    await visitor.submit()
    await visitor.open('/login')
    await visitor.leave(() => press(visitor))
    await visitor.sees(/Maya Lind/)
    assert.equal((await visitor.call('GET', '/auth/me'))['email'], person.email)
  })

  test('the browser offers the passkey by itself, and leads on to the application', async (t) => {
    const { visitor, person } = await withPasskey(t, { offers: true })
    await visitor.open('/logout')
    await visitor.submit()
    // Chromium fills the field as soon as it may ask the device, which says yes.
    await visitor.page.goto(house.application.start)
    await visitor.page.waitForURL(({ pathname }) => pathname === '/consent')
    await visitor.submit({}, 'allow')
    await visitor.sees(new RegExp(`^Hello, ${person.email}$`))
  })

  test('a passkey counts as both factors', async (t) => {
    const { visitor, person } = await withPasskey(t)
    const { secret } = await visitor.call<{ secret: string }>('POST', '/auth/mfa/totp/enroll')
    const app = new AuthenticatorApp(secret)
    await visitor.call('POST', '/auth/mfa/totp/activate', { code: await app.next() })
    await visitor.context.clearCookies()
    await visitor.open('/login')
    await visitor.submit({ email: person.email, password: person.password })
    assert.equal(visitor.url.pathname, '/mfa')
    await visitor.leave(() => press(visitor))
    await visitor.sees(/Maya Lind/)
  })

  test('a passkey proves anew who one is', async (t) => {
    const { visitor } = await withPasskey(t)
    await visitor.open('/confirm?next=/logout')
    await visitor.leave(() => visitor.page.locator('[data-passkey=confirm] button').click())
    assert.equal(visitor.url.pathname, '/logout')
  })

  test('a passkey that the server does not know is told beside the button', async (t) => {
    const { visitor } = await withPasskey(t)
    const [passkey] = (await visitor.call<{ data: { id: string }[] }>('GET', '/auth/passkeys')).data
    await visitor.call('DELETE', `/auth/passkeys/${passkey?.id}`)
    await visitor.context.clearCookies()
    await visitor.open('/login')
    await press(visitor)
    await visitor.page.locator('[data-passkey=sign-in] [role=alert]:not(:empty)').waitFor()
    assert.equal(visitor.url.pathname, '/login')
    visitor.forgive(/status of 4/)
  })

  test('without scripts no passkey is offered, and the form does the same', async (t) => {
    const visitor = await house.visit(t, { scripts: false })
    await visitor.open('/login')
    assert.equal(await visitor.page.locator('[data-passkey]').isVisible(), false)
  })
})

interface Owner {
  readonly visitor: Visitor
  readonly person: Person
  readonly device: VirtualAuthenticator
}

const press = ({ page }: Visitor): Promise<void> => page.locator('[data-passkey=sign-in] button').click()
