import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { parametersOf } from '#test/support/authorize.ts'
import { createAgent, createWebApp, credentialsOf, ownToken, signIn, TestPerson } from '#test/support/oauth.ts'
import { registerClient } from '#test/support/registration.ts'
import { changes, excepted } from './call.ts'
import type { RegisteredTestClient } from '#test/support/registration.ts'
import type { Method, WorkedCall } from './call.ts'

const client = { client_name: 'Notes', grant_types: ['client_credentials'], scope: 'read' }

const managed = (registered: RegisteredTestClient, method: Method, below = '', json?: unknown) => ({
  method,
  url: `${registered.path}${below}`,
  headers: { authorization: `Bearer ${registered.registrationToken}` },
  ...(json === undefined ? {} : { json }),
})

const plainIssuance = 'plain issuance writes no entry: the row of the token is the record (docs/decisions/api.md)'

/** What clients call. */
export const oauthCalls: readonly WorkedCall[] = [
  changes('registration.create', 'client.registered', () => ({ url: '/oauth/register', json: client })),
  changes('registration.replace', 'client.updated', async (app) => {
    const registered = await registerClient(app)
    const { client_id } = registered.answer
    return managed(registered, 'PUT', '', { ...client, client_id })
  }),
  changes('registration.delete', 'client.deleted', async (app) => managed(await registerClient(app), 'DELETE')),
  changes('registration.rotateSecret', 'client.secret_rotated', async (app) =>
    managed(await registerClient(app), 'POST', '/secret'),
  ),
  changes('registration.rotateToken', 'client.registration_token_rotated', async (app) =>
    managed(await registerClient(app), 'DELETE', '/registration-token'),
  ),
  excepted('oauth.par', [], 'a request that waits a minute for its person is no change yet', async (app) => {
    const web = await createWebApp(app)
    return { url: '/oauth/par', form: { ...Object.fromEntries(parametersOf(web)), ...credentialsOf(web) } }
  }),
  excepted('oauth.token', [], plainIssuance, async (app) => ({
    url: '/oauth/token',
    form: { ...credentialsOf(await createAgent(app)), grant_type: 'client_credentials' },
  })),
  changes('oauth.revoke', 'token.revoked', async (app) => {
    const web = await createWebApp(app)
    const tokens = await signIn(app, await TestPerson.signUp(app), web)
    return { url: '/oauth/revoke', form: { ...credentialsOf(web), token: tokens['refresh_token'] ?? '' } }
  }),
  excepted('oauth.introspect', [], 'it reads', async (app) => {
    const agent = await createAgent(app)
    return { url: '/oauth/introspect', form: { ...credentialsOf(agent), token: await ownToken(app, agent) } }
  }),
  excepted(
    'oauth.deviceAuthorization',
    [],
    'a device that asks is nothing yet; its approval or refusal tells',
    async (app) => {
      const device = await createAgent(app, { grant_types: [DEVICE_CODE] })
      return { url: '/oauth/device', form: credentialsOf(device) }
    },
  ),
  excepted('oauth.userInfoByPost', [], 'it reads', async (app) => {
    const tokens = await signIn(app, await TestPerson.signUp(app), await createWebApp(app), { scope: 'openid' })
    return {
      method: 'POST',
      url: '/oauth/userinfo',
      headers: { authorization: `Bearer ${tokens['access_token'] ?? ''}` },
    }
  }),
]
