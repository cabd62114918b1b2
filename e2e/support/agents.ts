import { send } from './http.ts'
import type { Server } from './server.ts'

/** An agent as the admin API made it. */
export interface Agent {
  readonly id: string
  readonly client_id: string
  readonly client_secret: string
}

/** Makes an agent that operators vouch for. */
export const newAgent = (server: Server, input: Readonly<Record<string, unknown>>): Promise<Agent> =>
  server.admin<Agent>('POST', '/agents', { client_name: 'An agent', ...input })

/** Lets an agent act for a subject. */
export const allow = (
  server: Server,
  agent: Agent,
  policy: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> => server.admin('POST', `/agents/${agent.id}/policies`, policy)

/** HTTP Basic credentials of a client (RFC 6749 §2.3.1). */
export function basicAuth({ client_id, client_secret }: { client_id: string; client_secret: string }): string {
  const pair = [client_id, client_secret].map((part) => encodeURIComponent(part)).join(':')
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** What an OAuth endpoint answered. */
export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Posts a form to an OAuth endpoint of a node, as the client given. */
export async function post(
  node: string,
  path: string,
  form: Readonly<Record<string, string>>,
  client?: { client_id: string; client_secret: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { status, text } = await send(new URL(path, node), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(client === undefined ? {} : { authorization: basicAuth(client) }),
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  })
  return { status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}
