import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { createAgent, createWebApp, credentialsOf, TestPerson } from '#test/support/oauth.ts'
import { byAdmin, changes, excepted, made } from './call.ts'
import type { TestApp } from '#test/support/app.ts'
import type { WorkedCall } from './call.ts'

async function consentOf(app: TestApp) {
  const [person, client] = [await TestPerson.signUp(app), await createWebApp(app)]
  return { person, json: { user_id: person.id, client_id: client.clientId, scope: 'read' } }
}

async function userCode(app: TestApp): Promise<{ code: string; person: TestPerson }> {
  const client = await createAgent(app, { client_name: 'television', grant_types: [DEVICE_CODE] })
  const answer = await app.send({ url: '/oauth/device', form: credentialsOf(client) })
  return { code: String(answer.json['user_code']), person: await TestPerson.signUp(app) }
}

const connected = ['consent.granted', 'device.approved']
const connectedBecause = 'two things happen: a device is connected, and a consent is given that outlives it'

/** Consents and device codes, as operators reach them. */
export const consentCalls: readonly WorkedCall[] = [
  changes('consents.create', 'consent.granted', async (app) =>
    byAdmin(app, 'POST', '/admin/consents', (await consentOf(app)).json),
  ),
  changes('consents.revoke', 'consent.revoked', async (app) => {
    const id = await made(app, '/admin/consents', (await consentOf(app)).json)
    return byAdmin(app, 'DELETE', `/admin/oauth/consents/${id}`)
  }),
  changes('users.agents.revoke', 'user.agents_revoked', async (app) => {
    const { person, json } = await consentOf(app)
    await made(app, '/admin/consents', json)
    return byAdmin(app, 'POST', `/users/${person.id}/revoke-agents`, {})
  }),
  excepted('deviceCodes.approve', connected, connectedBecause, async (app) => {
    const { code, person } = await userCode(app)
    return byAdmin(app, 'POST', `/admin/oauth/device-codes/${code}/approve`, { user_id: person.id })
  }),
  changes('deviceCodes.deny', 'device.denied', async (app) => {
    const { code } = await userCode(app)
    return byAdmin(app, 'POST', `/admin/oauth/device-codes/${code}/deny`)
  }),
]
