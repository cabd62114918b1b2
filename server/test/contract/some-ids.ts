import assert from 'node:assert/strict'
import { createApplication } from '#test/support/apps.ts'
import { createAgent } from '#test/support/oauth.ts'
import { signUp } from '#test/support/recovery.ts'
import { made } from './worked-calls/call.ts'
import type { TestApp } from '#test/support/app.ts'

/** Something of each kind, by the group in front of its parameter: what no admin list is empty of. */
export async function someIds(app: TestApp): Promise<Record<string, string>> {
  const person = await signUp(app, 'maya@example.com')
  const google = { kind: 'google', client_id: 'apps.example.com', client_secret: 'a secret of Google' }
  await app.admin('POST', '/admin/test-email', { to: 'maya@example.com' })
  await app.app.jobs.runNow('email.send')
  return {
    users: person.id,
    agents: (await createAgent(app)).id,
    apps: (await createApplication(app, 'web')).id,
    organizations: await made(app, '/admin/organizations', { name: 'Harbour', slug: 'harbour', owner_id: person.id }),
    roles: await made(app, '/roles', { name: 'Reader' }),
    permissions: await made(app, '/permissions', { permission: 'documents:read' }),
    'api-keys': await made(app, '/api-keys', { name: 'reader', scopes: ['users:read'] }),
    'oauth-providers': await made(app, '/admin/oauth-providers', google),
    'email-templates': 'reset',
    'email-preview': 'reset',
    emails: await newest(app, '/admin/dev/emails'),
    'audit-logs': await newest(app, '/audit-logs'),
  }
}

async function newest(app: TestApp, list: string): Promise<string> {
  const { json } = await app.admin('GET', list)
  const [first] = json['data'] as { readonly id: string }[]
  assert.ok(first, `${list} is empty`)
  return first.id
}
