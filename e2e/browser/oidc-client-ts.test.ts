import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { House } from './house.ts'
import { newPerson } from './person.ts'
import { SinglePageApp } from './single-page-app.ts'
import { Visitor } from './visitor.ts'

/** What the tests do with the manager of the page. */
interface Manager {
  signinRedirect(): Promise<void>
  signoutRedirect(): Promise<void>
  signinPopup(): Promise<Signed>
  signinSilent(): Promise<Signed | null>
  getUser(): Promise<Signed | null>
  storeUser(user: Signed): Promise<void>
}

interface Signed {
  access_token: string
  refresh_token?: string
  readonly profile: { readonly email?: string }
}

declare const manager: Manager

describe('oidc-client-ts, in Chromium on another origin', () => {
  let house: House
  let app: SinglePageApp
  before(async () => {
    house = await House.open()
    app = await SinglePageApp.open(house.server)
  })
  after(async () => {
    await app.close()
    await house.close()
  })

  /** Signs a new person in by redirect, with the page of the application open at the end. */
  async function signedIn(t: Parameters<House['visit']>[0]): Promise<{ visitor: Visitor; email: string }> {
    const visitor = await house.visit(t)
    // The address that the house gives its visitors is a header, which scripts of other origins may not send.
    await visitor.context.setExtraHTTPHeaders({})
    const { email, name, password } = newPerson()
    await visitor.open(app.url)
    await visitor.leave(() => visitor.page.evaluate(() => void manager.signinRedirect()))
    await visitor.follow('/signup')
    await visitor.submit({ email, name, password })
    assert.equal(visitor.url.pathname, '/consent')
    await visitor.submit({}, 'allow')
    await greets(visitor.page, email)
    return { visitor, email }
  }

  const greets = (page: Page, email: string): Promise<void> =>
    page.getByRole('heading', { name: `Hello, ${email}`, exact: true }).waitFor()

  const renew = (page: Page): Promise<string | undefined> =>
    page.evaluate(async () => (await manager.signinSilent())?.access_token)

  test('signs a person in and out', async (t) => {
    const { visitor, email } = await signedIn(t)
    await visitor.open(app.url)
    await greets(visitor.page, email)
    await visitor.leave(() => visitor.page.evaluate(() => void manager.signoutRedirect()))
    await visitor.page.getByRole('heading', { name: 'Nobody', exact: true }).waitFor()
    assert.equal(visitor.url.origin, app.url)
  })

  test('renews in two tabs at the same moment, and both stay signed in', async (t) => {
    const { visitor } = await signedIn(t)
    const other = await visitor.context.newPage()
    await other.goto(app.url)
    const before = await visitor.page.evaluate(async () => (await manager.getUser())?.refresh_token)
    assert.ok(before)
    for (let round = 0; round < 3; round++) {
      const renewed = await Promise.all([renew(visitor.page), renew(other)])
      assert.ok(renewed.every((token) => token !== undefined))
    }
    const last = await visitor.page.evaluate(async () => (await manager.getUser())?.refresh_token)
    assert.ok(last)
    assert.notEqual(last, before)
    assert.ok(await renew(other))
  })

  test('renews in a frame nobody sees, where it has no refresh token', async (t) => {
    const { visitor, email } = await signedIn(t)
    const [first, second, profile] = await visitor.page.evaluate(async () => {
      const user = await manager.getUser()
      if (user === null) return []
      const held = user.access_token
      delete user.refresh_token
      await manager.storeUser(user)
      const renewed = await manager.signinSilent()
      return [held, renewed?.access_token, renewed?.profile.email]
    })
    assert.ok(first)
    assert.ok(second)
    assert.notEqual(second, first)
    assert.equal(profile, email)
  })

  test('signs a person in by a popup, which reports back', async (t) => {
    const { visitor, email } = await signedIn(t)
    await visitor.page.evaluate(() => localStorage.clear())
    await visitor.open(app.url)
    await visitor.page.getByRole('heading', { name: 'Nobody', exact: true }).waitFor()
    const person = await visitor.page.evaluate(async () => (await manager.signinPopup()).profile.email)
    assert.equal(person, email, 'whoever is signed in is only asked for a moment')

    await visitor.context.clearCookies()
    await visitor.page.evaluate(() => localStorage.clear())
    const opened = visitor.context.waitForEvent('page')
    const reported = visitor.page.evaluate(async () => (await manager.signinPopup()).profile.email)
    const popup = new Visitor(await opened, house.server.url, () => Promise.resolve())
    const another = newPerson()
    await popup.page.waitForURL('**/login**')
    await popup.follow('/signup')
    await popup.submit({ email: another.email, name: another.name, password: another.password })
    await popup.page.locator('button[value=allow]').click()
    assert.equal(await reported, another.email)
  })
})
