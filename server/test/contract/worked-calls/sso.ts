import { FactorPerson } from '#test/support/factors.ts'
import {
  ACME,
  addSamlKey,
  addSsoDomain,
  INES,
  makeSamlConnection,
  makeSsoConnection,
  SsoStory,
} from '#test/support/sso.ts'
import { SamlStory } from '#test/support/saml-story.ts'
import { Visitor } from '#test/support/visitor.ts'
import { byAction, byAdmin, changes, excepted } from './call.ts'
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
  excepted('ssoConnections.test', [], 'a link is sealed, and nothing is written', async (app) =>
    byAdmin(app, 'POST', `${url}/${await makeSsoConnection(app)}/test`),
  ),
  changes('ssoDomains.create', 'sso.domain.added', async (app) =>
    byAdmin(app, 'POST', `${url}/${await makeSsoConnection(app)}/domains`, { domain: 'acme.com' }),
  ),
  changes('ssoDomains.verify', 'sso.domain.verified', async (app) => {
    const id = await makeSsoConnection(app)
    return byAdmin(app, 'POST', `${url}/${id}/domains/${await addSsoDomain(app, id)}/verify`, { by: 'operator' })
  }),
  excepted('sso.saml.acs', [], 'nobody is signed in until the browser is known', async (app, t) => {
    const story = await SamlStory.begin(t, {}, {}, app)
    const { id, relayState } = await story.setOut(new Visitor(app))
    return {
      method: 'POST',
      url: `/api/v1/sso/saml/${story.id}/acs`,
      form: { SAMLResponse: story.response({ id }), RelayState: relayState },
    }
  }),
  changes('ssoSamlKeys.create', 'sso.key.added', async (app) =>
    byAdmin(app, 'POST', `${url}/${await makeSamlConnection(app)}/saml-keys`),
  ),
  changes('ssoSamlKeys.activate', 'sso.key.activated', async (app) => {
    const id = await makeSamlConnection(app)
    return byAdmin(app, 'POST', `${url}/${id}/saml-keys/${await addSamlKey(app, id)}/activate`)
  }),
  changes('ssoSamlKeys.delete', 'sso.key.deleted', async (app) => {
    const id = await makeSamlConnection(app)
    return byAdmin(app, 'DELETE', `${url}/${id}/saml-keys/${await addSamlKey(app, id)}`)
  }),
  changes('ssoDomains.delete', 'sso.domain.removed', async (app) => {
    const id = await makeSsoConnection(app)
    return byAdmin(app, 'DELETE', `${url}/${id}/domains/${await addSsoDomain(app, id)}`)
  }),
  excepted(
    'users.ssoIdentities.unlink',
    ['sso.identity.unlinked', 'session.revoked'],
    'the sessions end with it that the connection opened',
    async (app, t) => {
      const story = await SsoStory.begin(t, {}, app)
      await story.signIn(new Visitor(app))
      const user = await app.services.users.findByEmail(INES.email)
      const path = `/users/${user?.id ?? ''}/sso-identities`
      const { json } = await app.admin('GET', path)
      const [identity] = json['data'] as { id: string }[]
      return byAdmin(app, 'DELETE', `${path}/${identity?.id ?? ''}`)
    },
  ),
  changes('pages.ssoJoin.submit', 'sso.identity.linked', async (app, t) => {
    const story = await SsoStory.begin(t, {}, app)
    const person = await FactorPerson.signUp(app, INES.email)
    await app.admin('PATCH', `/users/${person.id}`, { email_verified: true })
    const refused = await story.signIn(person.visitor)
    const join = /href="(\/sso\/join\?join=[^"]+)"/.exec(refused.text)?.[1] ?? ''
    return byAction(app, person, join, {})
  }),
]
