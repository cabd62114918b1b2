import { samlConnection } from '@mandate/server/test/support/sso.ts'
import { newPerson } from '#/browser/person.ts'
import type { House } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Person } from '#/support/browser.ts'
import type { Pages } from './pages.ts'

/** Signing in where one works. */
export const ssoPages: Pages = {
  'sign-in, address first': async (visitor, house) => {
    await speakFor(house, 'acme.example')
    await visitor.open('/login')
  },

  'sign-in, then the password': async (visitor, house) => {
    await speakFor(house, 'acme.example')
    await visitor.open('/login')
    await visitor.submit({ email: newPerson().email })
  },

  'company to choose': async (visitor, house) => {
    const oidc = { issuer: 'https://labs.acme.example', client_id: 'mandate' }
    const connection = { type: 'oidc', name: 'Acme Labs', oidc }
    const { id } = await house.server.admin<{ id: string }>('POST', '/sso/connections', connection)
    await speakFor(house, 'labs.example')
    await speakFor(house, 'labs.example', id)
    await visitor.open('/sso?login_hint=ines%40labs.example')
  },

  'company refused': (visitor, { provider }) => visitor.open(`/api/v1/sso/oidc/${provider.connectionId}/auth`),

  'company with a foreign address': async (visitor, house) => {
    await comeAs(visitor, house, { ...newPerson(), email: 'ines@elsewhere.example' })
  },

  'account to prove': async (visitor, house) => {
    await comeHavingAccount(visitor, house)
  },

  'account to confirm first': async (visitor, house) => {
    await comeHavingAccount(visitor, house)
    await visitor.follow('/sso/join')
  },

  'company to connect': async (visitor, house) => {
    const { email } = await comeHavingAccount(visitor, house)
    const path = `/users?search=${encodeURIComponent(email)}`
    const { data } = await house.server.admin<{ data: readonly { id: string }[] }>('GET', path)
    await house.server.admin('PATCH', `/users/${data[0]?.id}`, { email_verified: true })
    await visitor.follow('/sso/join')
  },

  'company tried': async (visitor, house) => {
    const person = newPerson()
    await signInThere(visitor, house, person)
    const { connectionId } = house.provider
    const path = `/sso/connections/${connectionId}/test`
    await visitor.open((await house.server.admin<{ test_url: string }>('POST', path)).test_url)
  },

  'account with a company': async (visitor, house) => {
    const person = { ...newPerson(), email: newPerson().email.replace('example.com', 'acme.example') }
    await speakFor(house, 'acme.example')
    await comeAs(visitor, house, person)
    await visitor.open('/account/connections')
  },

  'single sign-on alone': async (visitor, house) => {
    const person = { ...newPerson(), email: newPerson().email.replace('example.com', 'alone.example') }
    await visitor.signUp(person)
    const oidc = { issuer: 'https://alone.example', client_id: 'mandate' }
    const connection = { type: 'oidc', name: 'Alone', required: true, oidc }
    const { id } = await house.server.admin<{ id: string }>('POST', '/sso/connections', connection)
    await speakFor(house, 'alone.example', id)
    await visitor.open('/login?with=password')
    await visitor.submit({ email: person.email, password: person.password })
  },
}

/** What is shown of single sign-on when a page can't do what it is for. */
export const ssoProblemPages: Pages = {
  'company tried, whose response is refused': async (visitor, house) => {
    const { test_url: link } = await house.server.admin<{ test_url: string }>(
      'POST',
      `/sso/connections/${await samlIn(house)}/test`,
    )
    await bringNonsense(visitor, house, link)
  },

  'company whose response is refused': async (visitor, house) => {
    await bringNonsense(visitor, house, `/api/v1/sso/saml/${await samlIn(house)}/auth`)
  },
}

const companies = new WeakMap<House, Promise<string>>()

/** The connection of a house by SAML, made once; its provider is wherever the window says it is. */
async function samlIn(house: House): Promise<string> {
  const make = async () => {
    const connection = await samlConnection()
    return (await house.server.admin<{ id: string }>('POST', '/sso/connections', connection)).id
  }
  const known = companies.get(house) ?? make()
  companies.set(house, known)
  return known
}

/** Goes to a provider by SAML that sends nonsense back, by a form as it sends everything. */
async function bringNonsense(visitor: Visitor, house: House, start: string): Promise<void> {
  const acs = `${house.server.issuer}/api/v1/sso/saml/${await samlIn(house)}/acs`
  await visitor.page.route('https://idp.test/**', (route) => {
    const relayState = new URL(route.request().url()).searchParams.get('RelayState') ?? ''
    const fields = `<input name="SAMLResponse" value="bm9uc2Vuc2U="><input name="RelayState" value="${relayState}">`
    const body = `<title>The provider</title><form method="post" action="${acs}">${fields}<button>Go</button></form>`
    return route.fulfill({ contentType: 'text/html', body })
  })
  // What a redirect leads to is not the page's to route: so it is opened by itself, with the cookies that came along.
  const address = new URL(start, house.server.issuer).href
  const { location = '' } = (await visitor.context.request.get(address, { maxRedirects: 0 })).headers()
  await visitor.open(location)
  await visitor.leave(() => visitor.page.locator('button').click())
}

const spoken = new WeakMap<House, Map<string, Promise<unknown>>>()

/** Lets a connection speak for a domain, once in each house. */
async function speakFor(house: House, domain: string, id = house.provider.connectionId): Promise<void> {
  const known = spoken.get(house) ?? new Map<string, Promise<unknown>>()
  spoken.set(house, known)
  const key = `${id} ${domain}`
  if (!known.has(key)) known.set(key, verify(house, domain, `/sso/connections/${id}/domains`))
  await known.get(key)
}

async function verify({ server }: House, domain: string, domains: string): Promise<void> {
  const { id } = await server.admin<{ id: string }>('POST', domains, { domain })
  await server.admin('POST', `${domains}/${id}/verify`, { by: 'operator' })
}

const signInThere = (visitor: Visitor, { provider }: House, { email, name }: Person): Promise<void> =>
  provider.signIn(visitor, { sub: email, email, email_verified: true, name })

async function comeAs(visitor: Visitor, house: House, person: Person): Promise<void> {
  await signInThere(visitor, house, person)
  await visitor.open(`/api/v1/sso/oidc/${house.provider.connectionId}/auth`)
}

/** Comes from the company as somebody who signed up here before, and is signed in. */
async function comeHavingAccount(visitor: Visitor, house: House): Promise<Person> {
  const person = { ...newPerson(), email: newPerson().email.replace('example.com', 'acme.example') }
  await speakFor(house, 'acme.example')
  await visitor.signUp(person)
  await comeAs(visitor, house, person)
  return person
}
