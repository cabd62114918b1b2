import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { House } from '@mandate/e2e/browser/house.ts'
import { newPerson } from '@mandate/e2e/browser/person.ts'
import type { Visitor } from '@mandate/e2e/browser/visitor.ts'
import { ApplicationServer } from './application-server.ts'

describe('an application in React, in Chromium', () => {
  let house: House
  let app: ApplicationServer
  before(async () => {
    house = await House.open()
    app = await ApplicationServer.open(house.server)
  })
  after(async () => {
    await app.close()
    await house.close()
  })

  const shows = (visitor: Visitor, heading: string): Promise<void> =>
    visitor.page.getByRole('heading', { name: heading, exact: true }).waitFor()

  /** Signs a new person in from wherever the application sends them. */
  async function signUp(visitor: Visitor): Promise<string> {
    const { email, name, password } = newPerson()
    await visitor.page.waitForURL('**/login**')
    await visitor.follow('/signup')
    await visitor.submit({ email, name, password })
    await visitor.submit({}, 'allow')
    return email
  }

  async function newVisitor(t: Parameters<House['visit']>[0]): Promise<Visitor> {
    const visitor = await house.visit(t)
    // The address that the house gives its visitors is a header, which scripts of other origins may not send.
    await visitor.context.setExtraHTTPHeaders({})
    return visitor
  }

  test('signs a person in and out by its buttons', async (t) => {
    const visitor = await newVisitor(t)
    await visitor.open(app.url)
    await shows(visitor, 'signed_out')
    await visitor.page.getByRole('button', { name: 'Sign in' }).click()
    const email = await signUp(visitor)
    await shows(visitor, `Hello, ${email}`)
    assert.equal(visitor.url.href, `${app.url}/`, 'the code is gone from the address')
    await visitor.open(app.url)
    await shows(visitor, `Hello, ${email}`)
    await visitor.page.getByRole('button', { name: 'Sign out' }).click()
    await visitor.page.waitForURL(`${app.url}/`)
    await shows(visitor, 'signed_out')
  })

  test('a guarded page sends whoever is not signed in there and back', async (t) => {
    const visitor = await newVisitor(t)
    await visitor.open(`${app.url}/private`)
    await signUp(visitor)
    await visitor.page.getByText('For your eyes').waitFor()
    assert.equal(visitor.url.pathname, '/private')
  })

  test('tokens are bound to a key that outlives the page, and tabs renew them once and hear of it', async (t) => {
    const visitor = await newVisitor(t)
    await visitor.open(app.url)
    await shows(visitor, 'signed_out')
    await visitor.page.getByRole('button', { name: 'Sign in' }).click()
    const email = await signUp(visitor)
    await shows(visitor, `Hello, ${email}`)
    const other = await visitor.context.newPage()
    await other.goto(app.url)
    await other.getByRole('heading', { name: `Hello, ${email}` }).waitFor()

    let renewals = 0
    visitor.context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/oauth/token')) renewals += 1
    })
    const [type, old] = await visitor.page.evaluate(async () => {
      const tokens = await window.session.current()
      if (tokens === undefined) return []
      await window.session.keep({ ...tokens, expires_at: 1 })
      return [tokens.token_type, tokens.access_token]
    })
    assert.equal(type, 'DPoP')
    const renew = async (page: Visitor['page']): Promise<string | undefined> =>
      page.evaluate(async () => (await window.session.tokens())?.access_token)
    const [here, there] = await Promise.all([renew(visitor.page), renew(other)])
    assert.equal(here, there)
    assert.notEqual(here, old)
    assert.equal(renewals, 1)

    await visitor.page.getByRole('button', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'signed_out' }).waitFor()
  })
})
