import type { Pages } from './pages.ts'

/** What is shown when a page can't do what it is for. */
export const problemPages: Pages = {
  'no such page': (visitor) => visitor.open('/nowhere'),
  'sign-in over': (visitor) => visitor.open('/login?request=long-gone'),
  'sign-in waits nowhere': (visitor) => visitor.open('/continue/back?state=x'),
  'unknown application': (visitor) => visitor.open('/oauth/authorize?response_type=code&client_id=nobody'),

  'sign-in began elsewhere': async (visitor, { application }) => {
    await visitor.open(application.start)
    const { href } = visitor.url
    await visitor.context.clearCookies()
    await visitor.open(href)
  },

  'form out of date': async (visitor) => {
    await visitor.open('/login')
    await visitor.context.clearCookies()
    await visitor.submit({ email: 'maya@example.com', password: 'whatever it is' })
  },
}
