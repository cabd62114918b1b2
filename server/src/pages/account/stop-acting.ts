import { doneAt } from './notices.ts'
import { ownForm } from './own-page.ts'

const CONNECTIONS = '/account/connections'

const stopActing = ownForm({
  name: 'pages.account.agents.revoke',
  url: '/account/acting/stop',
  standsOn: CONNECTIONS,
  fields: ['client_id', 'all'],
  summary: 'Stop an agent or app from acting for oneself, or all of them',
  description: 'Ends consents, codes and tokens for this person in one transaction, and nobody else’s.',
  answers: [404],
  open: async (page, { user, actor }) => {
    const { client_id: clientId = '', all } = page.fields()
    const { actingClients } = page.services
    if (all === undefined) {
      await actingClients.stopOne(user.id, clientId, actor)
      return doneAt(page, CONNECTIONS, 'acting_stopped')
    }
    await actingClients.stop(user.id, {}, actor)
    return doneAt(page, CONNECTIONS, 'all_stopped')
  },
})

export const actingRoutes = [stopActing]
