import assert from 'node:assert/strict'
import type { TestAnswer, TestApp } from './app.ts'
import type { TestClient } from './oauth.ts'

/** A client that registered itself, with the token to manage it. */
export interface RegisteredTestClient extends TestClient {
  readonly registrationToken: string
  readonly path: string
  readonly answer: Record<string, unknown>
}

/** Registers a client; whatever is not said is a client that acts for itself. */
export async function registerClient(app: TestApp, more: Record<string, unknown> = {}): Promise<RegisteredTestClient> {
  const json = { client_name: 'Registered', grant_types: ['client_credentials'], scope: 'read write', ...more }
  const answer = await app.send({ url: '/oauth/register', json })
  assert.equal(answer.status, 201, answer.text)
  const { client_id: clientId, client_secret: secret, registration_access_token: token } = answer.json
  const client = await app.services.clients.findByClientId(String(clientId))
  return {
    id: client?.id ?? '',
    clientId: String(clientId),
    secret: secret as string | undefined,
    registrationToken: String(token),
    path: `/oauth/register/${String(clientId)}`,
    answer: answer.json,
  }
}

/** Calls a management route of a registered client, with its own token unless another is given. */
export function manage(
  app: TestApp,
  client: Pick<RegisteredTestClient, 'path' | 'registrationToken'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  below = '',
  json?: unknown,
): Promise<TestAnswer> {
  const headers = { authorization: `Bearer ${client.registrationToken}` }
  return app.send({ method, url: `${client.path}${below}`, headers, ...(json === undefined ? {} : { json }) })
}
