import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { sql } from '#/platform/db/sql.ts'
import { assertErrorPage } from '#test/support/authorize.ts'
import { setOut } from '#test/support/provider.ts'
import { SamlStory } from '#test/support/saml-story.ts'
import { INES, SsoStory } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'

async function linkOf({ app, id }: Pick<SsoStory, 'app' | 'id'>): Promise<string> {
  const made = await app.admin('POST', `/sso/connections/${id}/test`)
  assert.equal(made.status, 200, made.text)
  return String(made.json['test_url']).replace(app.baseUrl, '')
}

test('a link to try a connection shows what came back, signs nobody in, and writes nobody down', async (t) => {
  const story = await SsoStory.begin(t, { group_roles: [{ group: 'Ops', system_role: 'support' }] })
  const { app, provider } = story
  const visitor = new Visitor(app)
  const link = await linkOf(story)
  const fine = await visitor.open(provider.agree(await setOut(visitor, link), { ...INES, groups: ['Ops', '<b>'] }))
  assert.equal(fine.status, 200, fine.text)
  assert.match(fine.text, /would be let in[^]*00u-ines[^]*ines@acme\.com[^]*Ops, &lt;b&gt;[^]*support/)
  const foreign = await visitor.open(provider.agree(await setOut(visitor, link), { ...INES, email: 'x@example.com' }))
  assert.match(foreign.text, /would not be let in/)
  assertErrorPage(await visitor.open(provider.refuse(await setOut(visitor, link))), 400)
  assert.equal((await visitor.open('/api/v1/auth/me')).status, 401)
  for (const table of [sql`users`, sql`sso_identities`, sql`sso_joins`]) {
    assert.deepEqual(await app.database.db.all(sql`SELECT * FROM ${table}`), [])
  }
})

test('a link to try a connection by SAML shows what came back, and why a response was not taken', async (t) => {
  const story = await SamlStory.begin(t, {}, { group_roles: [{ group: 'Ops', system_role: 'support' }] })
  const { app } = story
  const visitor = new Visitor(app)
  const setOutBy = async (link: string) => {
    const answer = await visitor.open(link)
    const url = new URL(String(answer.headers['location']))
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', relayState: url.searchParams.get('RelayState') ?? '' }
  }
  const link = await linkOf(story)
  const first = await setOutBy(link)
  const expired = story.response(first, {
    assertion: { notOnOrAfter: new Date(app.clock.now() - 600_000).toISOString() },
  })
  const refused = await story.post(expired, first.relayState)
  assert.deepEqual([refused.status, refused.headers['set-cookie']], [400, undefined], refused.text)
  assert.match(refused.text, /was not taken[^]*expired: /)
  const unasked = await story.post(
    story.response(undefined, { assertion: { notOnOrAfter: new Date(0).toISOString() } }),
    'x',
  )
  assert.doesNotMatch(unasked.text, /expired/, 'nobody else is told')
  const fine = await visitor.open(await story.accept(story.response(first), first.relayState))
  assert.match(fine.text, /would be let in[^]*ada@acme\.com/)
  assert.equal((await visitor.open('/api/v1/auth/me')).status, 401)
  for (const table of [sql`users`, sql`sso_identities`, sql`sso_sessions`]) {
    assert.deepEqual(await app.database.db.all(sql`SELECT * FROM ${table}`), [])
  }
})

test('a link to try a connection is good for an hour, and for the connection as it was', async (t) => {
  const story = await SsoStory.begin(t)
  const other = await SsoStory.begin(t, {}, story.app)
  const visitor = new Visitor(story.app)
  const link = await linkOf(story)
  for (const forged of [
    link.replace(story.id, other.id),
    link.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
    '/sso/test/x?link=y',
  ]) {
    const answer = await visitor.open(forged)
    assert.ok([400, 404].includes(answer.status), `${forged} answered ${answer.status}`)
  }
  await story.replace({ name: 'Acme Inc.' })
  assertErrorPage(await visitor.open(link), 400)
  const late = await linkOf(story)
  assert.equal((await visitor.open(late)).status, 303)
  story.app.clock.advance(3_600_001)
  assertErrorPage(await visitor.open(late), 400)
})
