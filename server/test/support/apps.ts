import assert from 'node:assert/strict'
import type { TestAnswer, TestApp } from './app.ts'
import { REDIRECT } from './oauth.ts'
import type { TestClient } from './oauth.ts'

/** What each type needs to be made, and nothing else. */
export const leastInput = {
  web: { name: 'Shop', type: 'web', redirect_uris: [REDIRECT] },
  spa: { name: 'Console', type: 'spa', redirect_uris: [REDIRECT] },
  native: { name: 'Phone', type: 'native', redirect_uris: ['com.example.app:/callback'] },
  machine: { name: 'Importer', type: 'machine', scope: 'read write' },
} as const

/** Makes an application through the admin API. */
export async function createApplication(
  app: TestApp,
  type: keyof typeof leastInput,
  more: Record<string, unknown> = {},
): Promise<TestClient> {
  const made = await app.admin('POST', '/admin/apps', { ...leastInput[type], ...more })
  assert.equal(made.status, 201, made.text)
  const { id, client_id: clientId, client_secret: secret } = made.json as Record<string, string>
  return { id: id ?? '', clientId: clientId ?? '', secret }
}

/** Status and code, and the fields that were wrong. */
export function outcomeOf({ status, json }: TestAnswer): string {
  const { errors = [] } = (json['details'] ?? {}) as { errors?: { pointer: string }[] }
  return [status, json['code'] ?? json['error'], ...errors.map(({ pointer }) => pointer)].filter(Boolean).join(' ')
}
