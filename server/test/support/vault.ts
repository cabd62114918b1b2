import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'

/** A provider of the vault, as an operator sets one up. */
export const GITHUB = {
  template: 'github',
  client_id: 'Iv1.8a61f9b3',
  client_secret: 'a-secret-that-github-showed-once',
}

/** Sets a provider up; answers its id. */
export async function makeVaultProvider(app: TestApp, more: Record<string, unknown> = {}): Promise<string> {
  const made = await app.admin('POST', '/vault/providers', { ...GITHUB, ...more })
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}
