import type { Server } from '#/connection/server.ts'
import { claimsOf } from '#/connection/token-text.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { DEMO_PREFIX } from './marks.ts'
import type { Item, Progress } from './marks.ts'
import { isConflict } from './people.ts'
import type { Person } from './people.ts'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

const SCOPE = 'calendar:read mail:read'

interface Agent {
  readonly id: string
  readonly clientId: string
  readonly secret: string
}

/** Agents that do nothing, so that lists and pictures have something to show. */
const IDLE = ['archivist', 'biller', 'courier', 'draftsman', 'editor', 'forecaster', 'gardener', 'herald', 'indexer']

/** What the demo leaves: how many agents, and the ids of a chain that lives and of one whose root was revoked. */
interface Chains {
  readonly agents: number
  readonly living_chain: readonly string[]
  readonly broken_chain: readonly string[]
}

/** Agents, and two chains of delegation from a person down: the assistant, the planner, the mailer. */
export async function delegate(server: Server, people: readonly Person[], progress: Progress): Promise<Chains> {
  const assistant = await agent(server, 'assistant', [DEVICE_CODE, 'refresh_token'])
  const planner = await agent(server, 'planner', ['client_credentials', TOKEN_EXCHANGE])
  const mailer = await agent(server, 'mailer', ['client_credentials', TOKEN_EXCHANGE])
  for (const name of IDLE) await agent(server, name, ['client_credentials'])
  progress(`${IDLE.length + 3} agents`)
  await allow(server, planner, '*', { max_depth: 3, may_redelegate: true })
  await allow(server, mailer, '*', { scope: 'mail:read', max_depth: 3 })
  const chainOf = async (person: Person): Promise<string[]> => {
    const first = await signIn(server, assistant, person)
    const second = await exchange(server, planner, first, SCOPE)
    const third = await exchange(server, mailer, second, 'mail:read')
    return [first, second, third].map(jtiOf)
  }
  const [one, two = one] = people
  if (!one || !two) return { agents: IDLE.length + 3, living_chain: [], broken_chain: [] }
  const living = await chainOf(one)
  const broken = await chainOf(two)
  await server.request('POST', '/api/v1/admin/auth/revoke-jti', { body: { jti: broken[0] } })
  progress('a living chain of three, and a broken one')
  return { agents: IDLE.length + 3, living_chain: living, broken_chain: broken }
}

/** An agent of the demo with a secret that is known; one that is there already gets a new one. */
async function agent(server: Server, name: string, grants: readonly string[]): Promise<Agent> {
  const clientId = `${DEMO_PREFIX}${name}`
  const body = {
    client_name: `Demo ${name}`,
    client_id: clientId,
    description: 'Of the demo: mandate demo --remove takes it away.',
    grant_types: grants,
    scope: SCOPE,
    token_endpoint_auth_method: 'client_secret_basic',
  }
  try {
    const made = await server.request<Item>('POST', '/api/v1/agents', { body, keyed: true })
    return { id: String(made['id']), clientId, secret: String(made['client_secret']) }
  } catch (error) {
    if (!isConflict(error)) throw error
    const { data } = await server.request<{ data: Item[] }>('GET', '/api/v1/agents', { query: { search: clientId } })
    const id = String(data.find((each) => each['client_id'] === clientId)?.['id'])
    await server.request('PATCH', `/api/v1/agents/${id}`, { body: { active: true } })
    const rotated = await server.request<Item>('POST', `/api/v1/agents/${id}/rotate-secret`)
    return { id, clientId, secret: String(rotated['client_secret']) }
  }
}

async function allow(server: Server, { id }: Agent, subject: string, bounds: Item): Promise<void> {
  const url = `/api/v1/agents/${id}/policies`
  const { data } = await server.request<{ data: Item[] }>('GET', url)
  if (data.some((policy) => policy['subject'] === subject)) return
  await server.request('POST', url, { body: { subject, scope: SCOPE, ...bounds } })
}

/** A token of a person: the assistant asks as a device, and the operator answers for them. */
async function signIn(server: Server, assistant: Agent, person: Person): Promise<string> {
  const started = await form(server, '/oauth/device', assistant, { scope: SCOPE })
  const approve = `/api/v1/admin/oauth/device-codes/${String(started['user_code'])}/approve`
  await server.request('POST', approve, { body: { user_id: person.id } })
  const grant = { grant_type: DEVICE_CODE, device_code: String(started['device_code']) }
  return String((await form(server, '/oauth/token', assistant, grant))['access_token'])
}

/** A token by which an agent acts for whoever the given one is for (RFC 8693). */
async function exchange(server: Server, actor: Agent, subjectToken: string, scope: string): Promise<string> {
  const grant = { grant_type: TOKEN_EXCHANGE, subject_token: subjectToken, subject_token_type: ACCESS_TOKEN, scope }
  return String((await form(server, '/oauth/token', actor, grant))['access_token'])
}

async function form(server: Server, path: string, by: Agent, fields: Record<string, string>): Promise<Item> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${by.clientId}:${by.secret}`).toString('base64')}` },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const answer = (await response.json()) as Item
  if (response.ok) return answer
  throw new Failure(`${by.clientId} was refused: ${String(answer['error_description'])}`, {
    exitCode: exitCodes.failed,
    code: String(answer['error']),
  })
}

const jtiOf = (token: string): string => String(claimsOf(token)['jti'])
