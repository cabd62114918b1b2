import { newPerson } from '#/browser/person.ts'
import type { House } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Person } from '#/support/browser.ts'
import type { Pages } from './pages.ts'

const STRENGTH = { type: 'require_password_strength', config: { min_length: 60 } }
const PROOF = { type: 'require_email_verification', config: {} }

/** What a sign-in waits at for its auth flow. */
export const flowPages: Pages = {
  'flow: confirm an address': async (visitor, house) => void (await meetFlow(visitor, house, [PROOF])),

  'flow: address not confirmed': async (visitor, house) => {
    await meetFlow(visitor, house, [PROOF])
    await visitor.submit()
  },

  'flow: link sent': async (visitor, house) => {
    await meetFlow(visitor, house, [PROOF])
    await visitor.submit({}, 'mail')
  },

  'flow: choose a stronger password': async (visitor, house) => void (await meetFlow(visitor, house, [STRENGTH])),

  'flow: password still weak': async (visitor, house) => {
    await meetFlow(visitor, house, [STRENGTH])
    await visitor.submit({ password: 'a'.repeat(64) })
  },

  'flow: almost there': async (visitor, house) => {
    const { id } = await meetFlow(visitor, house, [PROOF])
    await house.server.admin('PATCH', `/users/${id}`, { email_verified: true })
    await visitor.open('/continue')
  },

  'flow: stopped': async (visitor, house) => {
    const config = { condition: { email_domain: 'acme.example' }, message: 'Sign in from the office, please.' }
    await meetFlow(visitor, house, [{ type: 'custom_check', config }])
  },
}

let flows = 0

/** Where somebody goes on after their sign-in, and what they do before it. */
interface Meeting {
  readonly next?: string
  readonly before?: () => Promise<unknown>
}

/** Somebody with an account of their own, whose sign-in is taken by a flow that takes nobody else. */
export async function meetFlow(
  visitor: Visitor,
  house: House,
  steps: readonly object[],
  { next = '/', before }: Meeting = {},
): Promise<Met> {
  const domain = `flow-${++flows}.example`
  const conditions = { email_domain: domain }
  await house.server.admin('POST', '/admin/flows', { name: domain, trigger: 'login', steps, conditions })
  const person = { ...newPerson(), email: `maya@${domain}` }
  const id = await visitor.signUp(person)
  await before?.()
  await visitor.context.clearCookies()
  await visitor.open(`/login?${new URLSearchParams({ next })}`)
  await visitor.submit({ email: person.email, password: person.password })
  return { person, id }
}

interface Met {
  readonly person: Person
  readonly id: string
}
