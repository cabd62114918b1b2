import { newPerson } from '#/browser/person.ts'
import { AuthenticatorApp } from '#/browser/authenticator-app.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Person } from '#/support/browser.ts'
import type { Pages } from './pages.ts'

/** Second factors, and proving anew who one is. */
export const proofPages: Pages = {
  'second factor': (visitor) => atSecondFactor(visitor),

  'second factor refused': async (visitor) => {
    await atSecondFactor(visitor)
    await visitor.submit({ code: '000000' })
  },

  'recovery code': async (visitor) => {
    await atSecondFactor(visitor)
    await visitor.follow('/mfa')
  },

  'step-up': async (visitor) => {
    await visitor.signUp(newPerson())
    await visitor.open('/confirm')
  },

  'step-up refused': async (visitor) => {
    await visitor.signUp(newPerson())
    await visitor.open('/confirm')
    await visitor.submit({ password: 'not the password' })
  },

  'step-up by code': async (visitor) => {
    await withTotp(visitor)
    await visitor.open('/confirm')
  },
}

/** Somebody who is asked for the second factor. */
export async function atSecondFactor(visitor: Visitor): Promise<Holder> {
  const holder = await withTotp(visitor)
  const { email, password } = holder.person
  await visitor.context.clearCookies()
  await visitor.open('/login')
  await visitor.submit({ email, password })
  return holder
}

/** Somebody with an authenticator app. */
interface Holder {
  readonly person: Person
  readonly app: AuthenticatorApp
  readonly recoveryCodes: readonly string[]
}

/** Somebody with a second factor who is signed in, without walking through the pages. */
export async function withTotp(visitor: Visitor): Promise<Holder> {
  const person = newPerson()
  await visitor.signUpProven(person)
  const { secret } = await visitor.call<{ secret: string }>('POST', '/auth/mfa/totp/enroll')
  const app = new AuthenticatorApp(secret)
  const { recovery_codes: recoveryCodes } = await visitor.call<{ recovery_codes: string[] }>(
    'POST',
    '/auth/mfa/totp/activate',
    { code: await app.next() },
  )
  return { person, app, recoveryCodes }
}
