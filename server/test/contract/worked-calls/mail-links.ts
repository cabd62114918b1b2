import { GOOD_PASSWORD } from '#test/support/people.ts'
import { askFor, NEW_PASSWORD, signUp, signUpVerified, tokenFor, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import { byPerson, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const MAYA = 'maya@example.com'
const HOUR = 3_600_000

/** Links by mail, and new passwords. */
export const mailLinkCalls: readonly WorkedCall[] = [
  changes('auth.requestPasswordReset', 'email_link.sent', async (app) => {
    await signUpVerified(app, MAYA)
    return { url: '/api/v1/auth/password/forgot', json: { email: MAYA } }
  }),
  changes('auth.resetPassword', 'password.reset', async (app) => {
    await signUpVerified(app, MAYA)
    const token = await askFor(app, 'reset', MAYA)
    return { url: '/api/v1/auth/password/reset', json: { token, password: NEW_PASSWORD } }
  }),
  excepted(
    'auth.changePassword',
    ['password.changed', 'session.created'],
    'two things happen: the password is another, and this browser gets a new session',
    async (app) => {
      const json = { current_password: GOOD_PASSWORD, new_password: NEW_PASSWORD }
      return byPerson(await signUp(app, MAYA), 'POST', '/auth/password/change', json)
    },
  ),
  changes('auth.sendEmailVerification', 'email_link.sent', async (app) => {
    const person = await signUp(app, MAYA)
    app.clock.advance(HOUR)
    return byPerson(person, 'POST', '/auth/email/verify/send')
  }),
  changes('auth.verifyEmail', 'email.verified', async (app) => {
    const person = await signUp(app, MAYA)
    return byPerson(person, 'POST', '/auth/email/verify', { token: await tokenFor(app, MAYA, VERIFY) })
  }),
  changes('auth.changeEmail', 'email_link.sent', async (app) => {
    const person = await signUpVerified(app, MAYA)
    return byPerson(person, 'POST', '/auth/email/change', { email: 'else@example.com', password: GOOD_PASSWORD })
  }),
  changes('auth.sendMagicLink', 'email_link.sent', async (app) => {
    await signUpVerified(app, MAYA)
    return { url: '/api/v1/auth/magic-link/send', json: { email: MAYA } }
  }),
  changes('auth.verifyMagicLink', 'session.created', async (app) => {
    await signUpVerified(app, MAYA)
    const visitor = new Visitor(app)
    const token = await askFor(app, 'magic', MAYA, visitor)
    return byPerson({ visitor, csrf: '' }, 'POST', '/auth/magic-link/verify', { token })
  }),
]
