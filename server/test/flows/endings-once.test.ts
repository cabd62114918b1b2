import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { allow, createAgent, createWebApp, obtainCode, signIn, TestPerson } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'

/** Somebody with a client that acts for them by everything there is, on a server whose statements are noted. */
async function scene(t: Parameters<typeof createTestApp>[0], engine: 'sqlite' | 'postgres') {
  const written: string[] = []
  const app = await createTestApp(t, { engine, written })
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  await signIn(app, person, client)
  await obtainCode(person, client)
  await allow(app, await createAgent(app), { subject: person.id })
  const sessions = await app.admin('GET', `/admin/sessions?user_id=${person.id}`)
  const consents = await app.admin('GET', `/admin/oauth/consents?user_id=${person.id}`)
  const idOf = ({ json }: typeof sessions): string => (json['data'] as { id: string }[])[0]?.id ?? ''
  return { app, written, client, person, session: idOf(sessions), consent: idOf(consents) }
}

/** What a request of the admin writes, without the use of its key. */
async function writtenBy(app: TestApp, written: string[], path: string): Promise<string[]> {
  written.length = 0
  const answer = await app.admin('DELETE', path)
  assert.equal(answer.status, 204, answer.text)
  return written.filter((statement) => statement !== 'UPDATE api_keys')
}

const codes = ['UPDATE authorization_codes', 'UPDATE device_codes']
const mark = ['UPDATE token_epoch', 'INSERT INTO token_marks', 'INSERT INTO revocation_entries']
const notices = ['DELETE FROM logout_participants']

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`each step of an ending is one statement, and none runs twice (${engine})`, async (t) => {
    const one = await scene(t, engine)
    assert.deepEqual(await writtenBy(one.app, one.written, `/admin/oauth/consents/${one.consent}`), [
      ...['UPDATE consents', ...codes, 'DELETE FROM vault_grants', ...mark, 'INSERT INTO events'],
    ])
    assert.deepEqual(await writtenBy(one.app, one.written, `/agents/${one.client.id}`), [
      ...['UPDATE clients', ...codes, 'UPDATE consents', 'DELETE FROM vault_grants', ...mark, 'INSERT INTO events'],
    ])
    const two = await scene(t, engine)
    assert.deepEqual(await writtenBy(two.app, two.written, `/admin/sessions/${two.session}`), [
      ...[
        'UPDATE sessions',
        ...notices,
        ...codes,
        'INSERT INTO revocation_entries',
        'UPDATE tokens',
        'INSERT INTO events',
      ],
    ])
    const three = await scene(t, engine)
    assert.deepEqual(await writtenBy(three.app, three.written, `/users/${three.person.id}`), [
      // The first of the two counts the sessions that opened something.
      ...['UPDATE sessions', 'UPDATE sessions', ...notices, ...codes],
      ...[
        'DELETE FROM sessions',
        'UPDATE consents',
        'UPDATE policies',
        'UPDATE email_tokens',
        'DELETE FROM email_tokens',
      ],
      ...[
        'DELETE FROM passkeys',
        'DELETE FROM totp_factors',
        'DELETE FROM recovery_codes',
        'DELETE FROM recovery_codes',
      ],
      ...[
        'DELETE FROM oauth_accounts',
        'DELETE FROM scim_group_members',
        'DELETE FROM scim_users',
        'DELETE FROM sso_identities',
        'INSERT INTO vault_revocations',
        'DELETE FROM vault_connections',
        'DELETE FROM vault_grants',
        'DELETE FROM vault_uses',
      ],
      ...['DELETE FROM user_roles', 'DELETE FROM saved_views', 'DELETE FROM organization_members'],
      ...['UPDATE organization_invitations', 'DELETE FROM organization_invitations', 'DELETE FROM flow_runs'],
      ...[...mark, 'DELETE FROM users', 'INSERT INTO events'],
    ])
  })
}
