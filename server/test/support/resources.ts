import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'

/** Lists a resource that tokens can be for; answers its id. */
export async function listResource(app: TestApp, uri: string, more: Record<string, unknown> = {}): Promise<string> {
  const made = await app.admin('POST', '/admin/resources', { uri, name: 'A resource', ...more })
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}
