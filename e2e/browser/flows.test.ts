import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AuthenticatorApp } from './authenticator-app.ts'
import { House } from './house.ts'
import { addPasskey } from './virtual-authenticator.ts'
import { meetFlow } from './pages/index.ts'

const NEXT = '/account/profile'

describe('auth flows', { concurrency: 2 }, () => {
  let house: House
  before(async () => {
    house = await House.open()
  })
  after(() => house.close())

  for (const scripts of [true, false]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const how = `${scripts ? '' : ', without scripts'}, ${colorScheme}`

      test(`an address is confirmed by mail, which leads on to where the person was${how}`, async (t) => {
        const visitor = await house.visit(t, { scripts, colorScheme })
        const steps = [{ type: 'require_email_verification', config: {} }]
        const { person } = await meetFlow(visitor, house, steps, { next: NEXT })
        await visitor.sees(/^Confirm your address$/)
        const first = await house.linkTo(person.email)
        await visitor.submit({}, 'mail')
        await visitor.open(await house.linkAfter(first, person.email))
        await visitor.submit()
        await visitor.sees(/^Your address is confirmed$/)
        await visitor.submitTo('/continue')
        assert.equal(visitor.url.pathname, NEXT)
      })

      test(`a second factor is set up, and the sign-in goes on from its codes${how}`, async (t) => {
        const visitor = await house.visit(t, { scripts, colorScheme })
        const steps = [
          { type: 'require_email_verification', config: {} },
          { type: 'require_mfa_enrollment', config: {} },
        ]
        const { id } = await meetFlow(visitor, house, steps, { next: NEXT })
        await house.server.admin('PATCH', `/users/${id}`, { email_verified: true })
        await visitor.open(`/continue?next=${NEXT}`)
        await visitor.submit()
        assert.equal(visitor.url.pathname, '/account/second-step')
        await visitor.submit()
        const app = new AuthenticatorApp((await visitor.page.locator('.key').innerText()).replaceAll(' ', ''))
        await visitor.submit({ code: await app.next() })
        await visitor.follow('/continue')
        await visitor.sees(/^Almost there$/)
        await visitor.submit()
        assert.equal(visitor.url.pathname, NEXT)
      })

      test(`a weak password is replaced${how}`, async (t) => {
        const visitor = await house.visit(t, { scripts, colorScheme })
        const steps = [{ type: 'require_password_strength', config: { min_length: 60 } }]
        const { person } = await meetFlow(visitor, house, steps, { next: NEXT })
        await visitor.sees(/^Choose a stronger password$/)
        await visitor.submit({ password: `${person.password}, and a walk along the pier before the ferry leaves` })
        assert.equal(visitor.url.pathname, NEXT)
      })

      test(`a page elsewhere leads back to where the person was${how}`, async (t) => {
        const visitor = await house.visit(t, { scripts, colorScheme })
        const steps = [{ type: 'redirect', config: { url: `${house.server.url}/docs/errors` } }]
        await meetFlow(visitor, house, steps, { next: NEXT })
        await visitor.page.waitForURL(({ pathname }) => pathname === '/docs/errors')
        await visitor.open(visitor.url.searchParams.get('return_to') ?? '')
        assert.equal(visitor.url.pathname, NEXT)
      })
    }
  }

  test('a passkey is asked for where the session would not, and goes on with the same sign-in', async (t) => {
    const visitor = await house.visit(t)
    await visitor.page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    const steps = [
      { type: 'require_mfa_challenge', config: {} },
      { type: 'require_password_strength', config: { min_length: 60 } },
    ]
    const before = async (): Promise<void> => {
      const { id } = await visitor.call<{ id: string }>('GET', '/auth/me')
      await house.server.admin('PATCH', `/users/${id}`, { email_verified: true })
      await visitor.open('/account/passkeys/new')
      await addPasskey(visitor)
    }
    await meetFlow(visitor, house, steps, { next: NEXT, before })
    assert.equal(visitor.url.pathname, '/mfa')
    await visitor.leave(() => visitor.page.locator('[data-passkey=sign-in] button').click())
    assert.equal(visitor.url.pathname, '/continue', 'the password that was typed before is judged now')
    await visitor.submit({ password: 'a quiet harbour at 5 in the morning, and the first ferry of the day' })
    assert.equal(visitor.url.pathname, NEXT)
  })

  test('a sign-in that is stopped says why, and by which number it is found', async (t) => {
    const visitor = await house.visit(t)
    const config = { condition: { email_domain: 'acme.example' }, message: 'Sign in from the office, please.' }
    await meetFlow(visitor, house, [{ type: 'custom_check', config }], { next: NEXT })
    await visitor.sees(/^Your sign-in was stopped$/)
    assert.match(await visitor.text(), /Sign in from the office, please\.[^]*run_\w+/)
    await visitor.open(NEXT)
    assert.equal(visitor.url.pathname, '/login')
  })
})
