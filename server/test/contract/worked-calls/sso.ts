import { ACME, addSsoDomain, makeSsoConnection } from '#test/support/sso.ts'
import { byAdmin, changes } from './call.ts'
import type { WorkedCall } from './call.ts'

const url = '/sso/connections'

/** Single sign-on. */
export const ssoCalls: readonly WorkedCall[] = [
  changes('ssoConnections.create', 'sso.connection.created', (app) => byAdmin(app, 'POST', url, ACME)),
  changes('ssoConnections.replace', 'sso.connection.updated', async (app) =>
    byAdmin(app, 'PUT', `${url}/${await makeSsoConnection(app)}`, { ...ACME, enabled: false }),
  ),
  changes('ssoConnections.delete', 'sso.connection.deleted', async (app) =>
    byAdmin(app, 'DELETE', `${url}/${await makeSsoConnection(app)}`),
  ),
  changes('ssoDomains.create', 'sso.domain.added', async (app) =>
    byAdmin(app, 'POST', `${url}/${await makeSsoConnection(app)}/domains`, { domain: 'acme.com' }),
  ),
  changes('ssoDomains.verify', 'sso.domain.verified', async (app) => {
    const id = await makeSsoConnection(app)
    return byAdmin(app, 'POST', `${url}/${id}/domains/${await addSsoDomain(app, id)}/verify`, { by: 'operator' })
  }),
  changes('ssoDomains.delete', 'sso.domain.removed', async (app) => {
    const id = await makeSsoConnection(app)
    return byAdmin(app, 'DELETE', `${url}/${id}/domains/${await addSsoDomain(app, id)}`)
  }),
]
