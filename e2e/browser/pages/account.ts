import { addPasskey } from '#/browser/virtual-authenticator.ts'
import { newPerson } from '#/browser/person.ts'
import { withTotp } from './proofs.ts'
import type { House } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Person } from '#/support/browser.ts'
import type { Pages } from './pages.ts'

/** What people find under their own account. */
export const accountPages: Pages = {
  account: (visitor) => at(visitor, '/account'),

  'account of somebody settled': async (visitor, house) => {
    await settle(visitor, house)
    await visitor.open('/account')
  },

  profile: (visitor) => at(visitor, '/account/profile'),

  'profile saved': async (visitor) => {
    await at(visitor, '/account/profile')
    await visitor.submitTo('/account/profile', { name: 'Maya von Lind' })
  },

  'another address': (visitor) => at(visitor, '/account/email'),
  'another password': (visitor) => at(visitor, '/account/password'),

  'another password refused': async (visitor) => {
    await at(visitor, '/account/password')
    await visitor.submit({ current_password: 'not the password', password: 'five small boats at anchor' })
  },

  security: (visitor) => at(visitor, '/account/security'),

  'security of somebody settled': async (visitor, house) => {
    await settle(visitor, house)
    await visitor.open('/account/security')
  },

  'second step off': (visitor) => atProven(visitor, '/account/second-step'),

  'second step before the address is proven': (visitor) => at(visitor, '/account/second-step'),

  'second step to set up': async (visitor) => {
    await atProven(visitor, '/account/second-step')
    await visitor.submit()
  },

  'recovery codes': async (visitor) => {
    await withTotp(visitor)
    await visitor.open('/account/second-step')
    await visitor.submitTo('/account/second-step/codes')
  },

  'second step on': async (visitor) => {
    await withTotp(visitor)
    await visitor.open('/account/second-step')
  },

  'api keys': (visitor, house) => atOwned(visitor, house, '/account/api-keys'),

  'api key made': async (visitor, house) => {
    await atOwned(visitor, house, '/account/api-keys')
    await visitor.submitTo('/account/api-keys', { name: 'Nightly report' })
  },

  'the end of the set-up': (visitor, house) => atOwned(visitor, house, '/setup/key'),

  'new passkey': (visitor) => atProven(visitor, '/account/passkeys/new'),

  'security with a passkey': async (visitor) => {
    await atProven(visitor, '/account/passkeys/new')
    await addPasskey(visitor)
  },

  passkey: async (visitor) => {
    await atProven(visitor, '/account/passkeys/new')
    await addPasskey(visitor)
    await visitor.follow('/account/passkeys/pk')
  },

  connections: (visitor) => at(visitor, '/account/connections'),

  'connections of somebody settled': async (visitor, house) => {
    await settle(visitor, house)
    await visitor.open('/account/connections')
  },

  'unlink an account': async (visitor, house) => {
    await settle(visitor, house)
    await visitor.open('/account/connections')
    await visitor.follow('/account/linked/')
  },

  'connected services': (visitor) => at(visitor, '/account/services'),

  'connected services of somebody who connected one': async (visitor, house) => {
    await connectService(visitor, house)
    await visitor.open('/account/services')
  },

  'a connected service': (visitor, house) => connectService(visitor, house),

  'a connected service and who may use it': async (visitor, house) => {
    await connectService(visitor, house)
    const service = visitor.url.pathname
    await visitor.open(house.application.startForAccounts)
    await visitor.submit({}, 'allow')
    await visitor.open(service)
  },

  'connected services and who may use them': async (visitor, house) => {
    await connectService(visitor, house)
    await visitor.open(house.application.startForAccounts)
    await visitor.page.locator('input[name=account]').check()
    await visitor.submit({}, 'allow')
    await visitor.open('/account/services')
  },

  'connect a service': (visitor, { provider }) => at(visitor, `/connect/${provider.name}`),

  'disconnect a service': async (visitor, house) => {
    await connectService(visitor, house)
    await visitor.open(`${visitor.url.pathname}/disconnect`)
  },

  'delete the account': (visitor) => at(visitor, '/account/leave'),

  'account deleted': async (visitor) => {
    const { email } = await at(visitor, '/account/leave')
    await visitor.submit({ email })
  },
}

async function at(visitor: Visitor, path: string): Promise<Person> {
  const person = newPerson()
  await visitor.signUp(person)
  await visitor.open(path)
  return person
}

/** The same with a proven address. */
async function atProven(visitor: Visitor, path: string): Promise<void> {
  await visitor.signUpProven(newPerson())
  await visitor.open(path)
}

/** The same as somebody who owns the server. */
async function atOwned(visitor: Visitor, { server }: House, path: string): Promise<void> {
  const person = newPerson()
  await visitor.signUpProven(person)
  const found = `/users?search=${encodeURIComponent(person.email)}`
  const { data } = await server.admin<{ data: { id: string }[] }>('GET', found)
  await server.admin('PATCH', `/users/${data[0]?.id}`, { system_role: 'owner' })
  await visitor.open(path)
}

/** Somebody who connected an account at the provider, and looks at it. */
export async function connectService(visitor: Visitor, { provider }: House): Promise<Person> {
  const person = await at(visitor, `/connect/${provider.name}`)
  await provider.signIn(visitor, { sub: person.email, email: person.email, email_verified: true, name: person.name })
  await visitor.submit({ label: 'Work' })
  // The page in between goes on by itself.
  await visitor.page.waitForURL(({ pathname }) => pathname.startsWith('/account/services/'))
  return person
}

/** Somebody who has used all there is: an application acts for them, an account is linked, a second step is on. */
export async function settle(visitor: Visitor, { application, provider }: House): Promise<Person> {
  const { person } = await withTotp(visitor)
  await visitor.open(application.start)
  await visitor.submit({}, 'allow')
  await provider.signIn(visitor, { sub: person.email, email: person.email, email_verified: true, name: person.name })
  await visitor.open(`/link/${provider.name}`)
  await visitor.submit()
  // The page in between goes on by itself.
  await visitor.page.waitForURL(({ pathname }) => pathname.startsWith('/account'))
  return person
}
