import { newPerson } from '#/browser/person.ts'
import type { Person } from '#/support/browser.ts'
import type { House } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Pages } from './pages.ts'

/** Links that came by mail, and asking for them. */
export const mailLinkPages: Pages = {
  'magic link': (visitor) => visitor.open('/magic'),
  'magic link sent': (visitor) => asked(visitor, '/magic', newPerson()),
  'magic link followed': async (visitor, house) => visitor.open(await linkFor(visitor, house, '/magic')),

  'magic link followed elsewhere': async (visitor, house) => {
    const link = await linkFor(visitor, house, '/magic')
    await visitor.context.clearCookies()
    await visitor.open(link)
  },

  'dead link': (visitor) => visitor.open('/magic?token=long-gone'),

  'forgotten password': (visitor) => visitor.open('/forgot'),

  'forgotten password refused': async (visitor) => {
    await visitor.open('/forgot')
    await visitor.submit({ email: 'maya@nowhere' })
  },

  'forgotten password sent': (visitor) => asked(visitor, '/forgot', newPerson()),
  'new password': async (visitor, house) => visitor.open(await linkFor(visitor, house, '/forgot')),

  'new password refused': async (visitor, house) => {
    await visitor.open(await linkFor(visitor, house, '/forgot'))
    await visitor.submit({ password: 'password1' })
  },

  'new password saved': async (visitor, house) => {
    await visitor.open(await linkFor(visitor, house, '/forgot'))
    await visitor.submit({ password: 'five small boats at anchor' })
  },

  'confirm an address': async (visitor, house) => visitor.open(await proofFor(visitor, house)),

  'confirm an address elsewhere': async (visitor, house) => {
    const link = await proofFor(visitor, house)
    await visitor.context.clearCookies()
    await visitor.open(link)
  },

  'address confirmed': async (visitor, house) => {
    await visitor.open(await proofFor(visitor, house))
    await visitor.submit()
  },
}

async function asked(visitor: Visitor, path: string, { email }: Person): Promise<void> {
  await visitor.open(path)
  await visitor.submit({ email })
}

/** The link that somebody with an account gets who asks at this page. */
async function linkFor(visitor: Visitor, house: House, path: string): Promise<string> {
  const person = newPerson()
  await visitor.signUp(person)
  const proof = await house.linkTo(person.email)
  await visitor.context.clearCookies()
  await asked(visitor, path, person)
  return house.linkAfter(proof, person.email)
}

/** The link that somebody gets who has just signed up. */
async function proofFor(visitor: Visitor, house: House): Promise<string> {
  const person = newPerson()
  await visitor.signUp(person)
  return house.linkTo(person.email)
}
