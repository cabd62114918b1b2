import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { TestContext } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import type { TestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { TestPerson } from '#test/support/oauth.ts'
import { fieldsOf, VaultStory } from '#test/support/vault.ts'

const MINUTE = 60_000

/** A story at a provider that ends tokens when it is asked to, and answers with this status. */
async function begin(t: TestContext, app: TestApp, status = 200): Promise<VaultStory> {
  const story = await VaultStory.begin(t, app)
  const quirks = { revocation_url: `${story.upstream.url}/revoke` }
  const path = `/vault/providers/${story.providerId}`
  assert.equal((await app.admin('PATCH', path, { quirks, client_secret: story.upstream.clientSecret })).status, 200)
  story.upstream.answer = (asked) => (asked.path === '/revoke' ? [status, {}] : undefined)
  return story
}

const work = (app: TestApp): Promise<unknown> => app.app.jobs.runNow('vault.revocations')

const waiting = async (app: TestApp): Promise<number> =>
  (await app.database.db.all(sql`SELECT id FROM vault_revocations`)).length

describe('accounts that end together', () => {
  onEachApp('are ended at a provider that is deleted here, with what it knew us by', async (t, app) => {
    const story = await begin(t, app)
    await story.connect()
    await story.connectOnly(await TestPerson.signUp(app))
    assert.equal((await app.admin('DELETE', `/vault/providers/${story.providerId}`)).status, 204)
    assert.equal(await waiting(app), 2)
    await work(app)
    const asked = story.upstream.asksFor('/revoke').map(fieldsOf)
    assert.equal(asked.length, 2)
    for (const { token, client_id: clientId, client_secret: secret } of asked) {
      assert.match(token ?? '', /^upstream-refresh-/)
      assert.deepEqual([clientId, secret], [story.upstream.clientId, story.upstream.clientSecret])
    }
    assert.equal(await waiting(app), 0)
  })

  onEachApp('are ended with their person, and of nobody else', async (t, app) => {
    const story = await begin(t, app)
    await story.connect()
    const other = await TestPerson.signUp(app)
    await story.connectOnly(other)
    assert.equal((await app.admin('DELETE', `/users/${other.id}`)).status, 204)
    await work(app)
    assert.equal(story.upstream.asksFor('/revoke').length, 1)
    assert.equal((await story.fetch()).status, 200)
  })

  onEachApp('are tried again, and given up with an event', async (t, app) => {
    const story = await begin(t, app, 503)
    const id = await story.connect()
    assert.equal((await app.admin('DELETE', `/vault/providers/${story.providerId}`)).status, 204)
    for (let attempt = 0; attempt < 5; attempt++) {
      assert.equal(await waiting(app), 1)
      await work(app)
      app.clock.advance(40 * MINUTE)
    }
    assert.deepEqual([await waiting(app), story.upstream.asksFor('/revoke').length], [0, 5])
    const [failed] = await recorded(app.database.db, 'vault.connection.revocation_failed')
    assert.deepEqual(failed?.data, { id, user_id: story.person.id, provider_id: story.providerId })
  })

  onEachApp('wait for no provider that ends nothing, nor those that it ended before', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const id = await story.connect()
    assert.equal((await app.admin('DELETE', `/admin/vault/connections/${id}`)).status, 204)
    await story.connect()
    assert.equal((await app.admin('DELETE', `/vault/providers/${story.providerId}`)).status, 204)
    assert.equal(await waiting(app), 0)
  })

  onEachApp('and one that its provider did not end at once is tried again too', async (t, app) => {
    const story = await begin(t, app, 503)
    const id = await story.connect()
    assert.equal((await app.admin('DELETE', `/admin/vault/connections/${id}`)).status, 204)
    assert.equal(await waiting(app), 1)
    story.upstream.answer = () => [200, {}]
    await work(app)
    assert.deepEqual([await waiting(app), story.upstream.asksFor('/revoke').length], [0, 2])
  })
})
