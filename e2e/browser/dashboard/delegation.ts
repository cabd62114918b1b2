import assert from 'node:assert/strict'
import { allow, newAgent, post } from '#/support/agents.ts'
import type { Server } from '#/support/server.ts'

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

/** A person, a program that they let act, and an agent that this handed on to. */
export interface Delegation {
  readonly user: string
  /** The token of the agent at the end. */
  readonly planner: string
}

/** Somebody lets a program act as a device, and it hands on to an agent by token exchange. */
export async function delegate(server: Server): Promise<Delegation> {
  const person = { email: 'noor.haddad@example.com', name: 'Noor Haddad', email_verified: true }
  const { id: user } = await server.admin<{ id: string }>('POST', '/admin/users', person)
  const scope = 'openid notes:read'
  const speaker = await newAgent(server, { client_name: 'Speaker', grant_types: [DEVICE], scope })
  const planner = await newAgent(server, { client_name: 'Planner', grant_types: [EXCHANGE], scope })
  await allow(server, planner, { subject: user, scope })
  const token = async (form: Readonly<Record<string, string>>, client: typeof speaker): Promise<string> => {
    const { status, body } = await post(server.url, '/oauth/token', form, client)
    assert.equal(status, 200, JSON.stringify(body))
    return body['access_token'] as string
  }
  const device = await post(server.url, '/oauth/device', { scope }, speaker)
  await server.admin('POST', `/admin/oauth/device-codes/${device.body['user_code']}/approve`, { user_id: user })
  const first = await token({ grant_type: DEVICE, device_code: device.body['device_code'] as string }, speaker)
  const exchange = { grant_type: EXCHANGE, subject_token: first, subject_token_type: ACCESS_TOKEN, scope }
  return { user, planner: await token(exchange, planner) }
}

/** What the agent at the end is told about the person: a status. */
export async function callPlanner({ url }: Server, { planner }: Delegation): Promise<number> {
  const { status } = await fetch(`${url}/oauth/userinfo`, { headers: { authorization: `Bearer ${planner}` } })
  return status
}
