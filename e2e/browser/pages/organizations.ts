import { newPerson } from '#/browser/person.ts'
import type { House } from '#/browser/house.ts'
import type { Visitor } from '#/browser/visitor.ts'
import type { Pages } from './pages.ts'

/** Invitations to organizations. */
export const organizationPages: Pages = {
  invitation: async (visitor, house) => {
    const { email } = newPerson()
    await invite(house, email)
    await visitor.open(await house.linkTo(email))
  },

  'invitation for another address': async (visitor, house) => {
    const { email } = newPerson()
    await invite(house, email)
    await visitor.signUp(newPerson())
    await visitor.open(await house.linkTo(email))
  },

  'invitation with an address to confirm': async (visitor, house) => {
    const person = newPerson()
    await visitor.signUp(person)
    const proof = await house.linkTo(person.email)
    await invite(house, person.email)
    await visitor.open(await house.linkAfter(proof, person.email))
  },

  'invitation to answer': (visitor, house) => atInvitation(visitor, house),

  'invitation accepted': async (visitor, house) => {
    await atInvitation(visitor, house)
    await visitor.submit({}, 'accept')
  },

  'invitation declined': async (visitor, house) => {
    await atInvitation(visitor, house)
    await visitor.submit({}, 'decline')
  },

  'invitation over': (visitor) => visitor.open('/invitations?token=long-gone'),
}

/** Before the question, as somebody whose address is confirmed. */
async function atInvitation(visitor: Visitor, house: House): Promise<void> {
  const person = newPerson()
  await visitor.signUp(person)
  const proof = await house.linkTo(person.email)
  await visitor.open(proof)
  await visitor.submit()
  await invite(house, person.email)
  await visitor.open(await house.linkAfter(proof, person.email))
}

/** Invites an address to an organization, as an operator. */
async function invite({ server }: House, email: string): Promise<void> {
  const slug = email.replaceAll(/[^a-z0-9]+/g, '-')
  const { id } = await server.admin<{ id: string }>('POST', '/admin/organizations', { name: 'Harbour Works', slug })
  await server.admin('POST', `/admin/organizations/${id}/invitations`, { email, role: 'admin' })
}
