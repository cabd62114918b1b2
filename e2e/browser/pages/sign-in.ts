import { newPerson } from '#/browser/person.ts'
import type { Pages } from './pages.ts'

/** Signing up and in, with password or elsewhere. */
export const signInPages: Pages = {
  'set up': (visitor, house) => visitor.open(house.setUpLink),

  'set up refused': async (visitor, house) => {
    await visitor.open(house.setUpLink)
    await visitor.submit({ email: 'owner@example.com', password: 'password1' })
  },

  welcome: (visitor) => visitor.open('/'),

  'sign-in': (visitor) => visitor.open('/login'),

  'sign-in for an application': (visitor, { application }) => visitor.open(application.start),

  'sign-in refused': async (visitor) => {
    await visitor.open('/login')
    await visitor.submit({ email: newPerson().email, password: 'not the password' })
  },

  'sign-in tried too often': async (visitor) => {
    const { email } = newPerson()
    const guess = () => visitor.signIn({ email, name: '', password: 'not the password' }).catch(() => undefined)
    await Promise.all(Array.from({ length: 10 }, guess))
    await visitor.open('/login')
    await visitor.submit({ email, password: 'not the password' })
  },

  'sign-up': (visitor) => visitor.open('/signup'),

  'sign-up refused': async (visitor) => {
    await visitor.open('/signup')
    await visitor.submit({ email: newPerson().email, password: 'password1' })
  },

  'provider refused': (visitor, { provider }) => visitor.open(`/api/v1/auth/providers/${provider.name}`),

  'provider address in use': async (visitor, { provider }) => {
    const person = newPerson()
    await visitor.signUp(person)
    await visitor.context.clearCookies()
    await provider.signIn(visitor, { sub: person.email, email: person.email, email_verified: true, name: person.name })
    await visitor.open(`/api/v1/auth/providers/${provider.name}`)
  },

  'link an account': async (visitor, { provider }) => {
    await visitor.signUp(newPerson())
    await visitor.open(`/link/${provider.name}`)
  },

  'sign-out': async (visitor) => {
    await visitor.signUp(newPerson())
    await visitor.open('/logout')
  },

  'sign-out for an application': async (visitor, { application }) => {
    await visitor.signUp(newPerson())
    await visitor.open(application.signOut())
  },

  'signed out': (visitor) => visitor.open('/logout'),
}
