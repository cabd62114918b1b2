import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { signUpVerified } from '#test/support/recovery.ts'
import { addSsoDomain, INES, SsoStory } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'

const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/api/v1/auth/me')).status === 200

/** A browser in which somebody signed in by password. */
async function signedIn(app: TestApp, email: string): Promise<Visitor> {
  const visitor = new Visitor(app)
  const url = '/api/v1/auth/login'
  assert.equal((await visitor.send({ url, json: { email, password: GOOD_PASSWORD } })).status, 200)
  return visitor
}

const reasonsOf = async (app: TestApp): Promise<string[]> =>
  (await app.database.db.all(sql`SELECT data FROM events WHERE name = 'session.revoked' ORDER BY created_at`)).map(
    (row) => (JSON.parse(String(row['data'])) as { reason: string }).reason,
  )

describe('the sessions of a connection', () => {
  onEachApp('end when it is turned off, and those of others go on', async (t, app) => {
    const story = await SsoStory.begin(t, {}, app)
    const other = await SsoStory.begin(t, { name: 'Another' }, app)
    const [ines, noor] = [new Visitor(app), new Visitor(app)]
    await story.signIn(ines)
    await other.signIn(noor, { ...INES, sub: 'noor', email: 'noor@acme.com' })
    await signUpVerified(app, 'maya@example.com')
    const maya = await signedIn(app, 'maya@example.com')
    await story.replace({ name: 'Acme Inc.' })
    assert.equal(await isIn(ines), true, 'another name is no reason')
    await story.replace({ enabled: false })
    assert.deepEqual([await isIn(ines), await isIn(noor), await isIn(maya)], [false, true, true])
    assert.deepEqual(await reasonsOf(app), ['sso_connection_off'])
  })

  onEachApp('end when it is deleted, which says how many', async (t, app) => {
    const story = await SsoStory.begin(t, {}, app)
    const visitor = new Visitor(app)
    await story.signIn(visitor)
    const dry = await app.admin('DELETE', `/sso/connections/${story.id}?dry_run=true`)
    assert.equal((dry.json['counts'] as Record<string, number>)['sessions'], 1)
    await app.admin('DELETE', `/sso/connections/${story.id}`)
    assert.equal(await isIn(visitor), false)
  })

  onEachApp('end soon after the organization that it belonged to', async (t, app) => {
    const story = await SsoStory.begin(t, {}, app)
    const visitor = new Visitor(app)
    await story.signIn(visitor)
    await app.database.db.run(sql`UPDATE sso_connections SET enabled = 0`)
    await app.app.jobs.runNow('sso_sessions.end')
    assert.equal(await isIn(visitor), false)
  })
})

describe('what a connection knows somebody by', () => {
  onEachApp('they and operators see, and operators end, with its sessions and what groups gave', async (t, app) => {
    const mapping = { group_roles: [{ group: 'Ops', system_role: 'support' }] }
    const story = await SsoStory.begin(t, mapping, app)
    const ines = new Visitor(app)
    await story.signIn(ines, { ...INES, groups: ['Ops'] })
    const me = await ines.open('/api/v1/auth/me')
    const id = String(me.json['id'])
    const roleOf = async () => (await app.database.db.get(sql`SELECT system_role FROM users`))?.['system_role']
    assert.equal(await roleOf(), 'support')
    const own = (await ines.open('/api/v1/auth/sso-identities')).json['data'] as Record<string, unknown>[]
    assert.deepEqual(
      own.map((it) => [it['connection_name'], it['subject'], it['email']]),
      [['Acme', INES.sub, INES.email]],
    )
    assert.match((await ines.open('/account/connections')).text, /Where you work[^]*Acme[^]*ines@acme\.com/)
    const path = `/users/${id}/sso-identities`
    const listed = await app.admin('GET', path)
    assert.deepEqual(listed.json['data'], own)
    const key = await app.admin('POST', '/api-keys', { name: 'users', scopes: ['users:read', 'users:write'] })
    const url = `/api/v1${path}/${String(own[0]?.['id'])}`
    const headers = { authorization: `Bearer ${String(key.json['key'])}` }
    assert.equal((await app.send({ method: 'DELETE', url, headers })).status, 403, 'somebody who runs the server')
    const other = await signUpVerified(app, 'maya@example.com')
    const foreign = await app.admin('DELETE', `/users/${other.id}/sso-identities/${String(own[0]?.['id'])}`)
    assert.equal(foreign.json['code'], 'sso_identity_not_found')
    assert.equal((await app.admin('DELETE', `${path}/${String(own[0]?.['id'])}?dry_run=true`)).status, 200)
    assert.equal(await isIn(ines), true)
    assert.equal((await app.admin('DELETE', `${path}/${String(own[0]?.['id'])}`)).status, 204)
    assert.equal(await isIn(ines), false)
    assert.deepEqual((await app.admin('GET', path)).json['data'], [])
    assert.equal(
      (await app.database.db.get(sql`SELECT system_role FROM users WHERE id = ${id}`))?.['system_role'],
      null,
    )
    assert.match((await story.signIn(new Visitor(app))).text, /sso\/join/, 'whoever comes back proves the account')
  })
})

describe('where single sign-on is the only way', () => {
  onEachApp('sessions of other ways end, but those of owners and of other addresses', async (t, app) => {
    const addresses = ['maya@acme.com', 'owner@acme.com', 'maya@sub.acme.com', 'maya@example.com']
    const owner = addresses[1] ?? ''
    for (const email of addresses) await signUpVerified(app, email)
    await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE email = ${owner}`)
    const story = await SsoStory.begin(t, {}, app)
    const browsers = await Promise.all(addresses.map((email) => signedIn(app, email)))
    const ines = new Visitor(app)
    await story.signIn(ines)
    await story.replace({ required: true })
    assert.deepEqual(await Promise.all(browsers.map(isIn)), [false, true, true, true])
    assert.equal(await isIn(ines), true)
    assert.ok((await reasonsOf(app)).includes('sso_required'))
  })

  test('that holds for a domain from when it is verified', async (t) => {
    const app = await createTestApp(t)
    await signUpVerified(app, 'maya@acme.org')
    const visitor = await signedIn(app, 'maya@acme.org')
    const story = await SsoStory.begin(t, { required: true }, app)
    const domain = await addSsoDomain(app, story.id, 'acme.org')
    assert.equal(await isIn(visitor), true)
    await app.admin('POST', `/sso/connections/${story.id}/domains/${domain}/verify`, { by: 'operator' })
    assert.equal(await isIn(visitor), false)
  })
})
