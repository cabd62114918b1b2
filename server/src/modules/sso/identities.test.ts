import assert from 'node:assert/strict'
import { onEachApp } from '#test/support/each-app.ts'
import { SsoStory } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'
import { SsoSessionStore } from './sso-session-store.ts'

onEachApp('SE4: a session that is opened while its identity is unlinked ends with the others', async (t, app) => {
  const story = await SsoStory.begin(t, {}, app)
  const [early, late] = [new Visitor(app), new Visitor(app)]
  await story.signIn(early)
  const { json } = await early.open('/api/v1/auth/me')
  const [identity] = (await early.open('/api/v1/auth/sso-identities')).json['data'] as { id: string }[]
  const { listOfUser } = SsoSessionStore.prototype
  let isLate = false
  t.mock.method(
    SsoSessionStore.prototype,
    'listOfUser',
    async function (this: SsoSessionStore, ...of: Parameters<typeof listOfUser>) {
      const found = await listOfUser.apply(this, of)
      if (!isLate) {
        isLate = true
        await story.signIn(late)
      }
      return found
    },
  )
  const path = `/users/${String(json['id'])}/sso-identities/${String(identity?.id)}`
  assert.equal((await app.admin('DELETE', path)).status, 204)
  const statuses = await Promise.all([early, late].map(async (one) => (await one.open('/api/v1/auth/me')).status))
  assert.deepEqual(statuses, [401, 401])
})
