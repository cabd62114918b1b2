import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newPerson } from '@mandate/e2e/support/browser.ts'
import { Server } from '@mandate/e2e/support/server.ts'
import { Mandate } from '#/index.ts'
import type { MandateOptions } from '#/index.ts'

describe('the admin client and a server', () => {
  let server: Server
  before(async () => {
    server = await Server.start()
  })
  after(() => server.remove())

  const operator = (options: Partial<MandateOptions> = {}): Mandate =>
    new Mandate({ url: server.url, apiKey: server.adminKey, ...options })

  test('makes, finds, changes and deletes', async () => {
    const mandate = operator()
    const { id } = await mandate.organizations.create({ name: 'Acme', slug: 'acme' })
    const user = await mandate.users.create({ email: newPerson().email })
    const member = await mandate.organizations.members.add(id, { user_id: user.id, role: 'member' })
    assert.equal(member.user_id, user.id)
    assert.equal(await mandate.organizations.members.remove(id, user.id), undefined)
    const ends = await mandate.users.delete(user.id, { dry_run: true })
    assert.equal(ends?.dry_run, true)
    assert.equal(await mandate.users.delete(user.id), undefined)
    await assert.rejects(mandate.users.get(user.id), { code: 'user_not_found', status: 404 })
  })

  test('goes through all pages', async () => {
    const mandate = operator()
    for (let i = 0; i < 5; i += 1) await mandate.roles.create({ name: `page-${i}` })
    const names: string[] = []
    for await (const { name } of mandate.roles.list({ limit: 2 })) names.push(name)
    assert.deepEqual(
      names.filter((name) => name.startsWith('page-')).toSorted(),
      [0, 1, 2, 3, 4].map((i) => `page-${i}`),
    )
  })

  test('a creation whose response is lost on the way happens once', async () => {
    let lost = 0
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (init?.method !== 'POST' || lost > 0) return response
      lost += 1
      await response.body?.cancel()
      throw new TypeError('terminated')
    }
    const { email } = newPerson()
    const user = await operator({ fetch: lossy }).users.create({ email })
    assert.equal(lost, 1)
    assert.equal(user.email, email)
  })

  test('a stream that breaks goes on behind the last event', { timeout: 60_000 }, async () => {
    const mandate = operator()
    let streams = 0
    // The first connection breaks behind the first event that it brings.
    const breaking: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!String(input).includes('/events/stream') || (streams += 1) > 1) return response
      return new Response(response.body?.pipeThrough(upTo('event: event')), { headers: response.headers })
    }
    const made: string[] = []
    const seen: string[] = []
    for await (const { type, data } of operator({ fetch: breaking, random: () => 0 }).events.stream({
      kinds: 'role.created',
    })) {
      if (type === 'ready') made.push((await mandate.roles.create({ name: `stream-${streams}` })).id)
      if (type === 'event') seen.push((data as { target_id: string }).target_id)
      if (made.length === 2 && made.every((id) => seen.includes(id))) break
    }
    assert.equal(streams, 2)
    assert.equal(new Set(seen).size, seen.length, 'nothing comes twice')
  })

  test('a person signs up and changes what is theirs by the session cookie', async () => {
    const { email, password } = newPerson()
    let cookie = ''
    const writes: (string | null)[] = []
    const browser: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', cookie)
      headers.set('origin', server.issuer)
      if (init?.method === 'PATCH') writes.push(headers.get('x-csrf-token'))
      const response = await fetch(input, { ...init, headers })
      const [set = ''] = response.headers.getSetCookie()
      if (set !== '') cookie = set.split(';')[0] ?? ''
      return response
    }
    await new Mandate({ url: server.url, fetch: browser }).auth.signUp({ email, password })

    // As a page that was loaded anew: it knows no token yet.
    const page = new Mandate({ url: server.url, fetch: browser })
    const me = await page.auth.updateMe({ name: 'Maya' })
    assert.equal(me.name, 'Maya')
    assert.equal(writes.length, 2)
    assert.equal(writes[0], null)
    assert.ok(writes[1])
    await page.auth.signOut()
    await assert.rejects(page.auth.getMe(), { status: 401 })
  })
})

/** Ends a stream behind the message in which a text stands. */
function upTo(text: string): TransformStream<Uint8Array, Uint8Array> {
  let before = ''
  return new TransformStream({
    transform(chunk, controller) {
      const sent = before.length
      before += new TextDecoder().decode(chunk)
      const at = before.indexOf(text)
      const end = at === -1 ? -1 : before.indexOf('\n\n', at)
      controller.enqueue(new TextEncoder().encode(before.slice(sent, end === -1 ? undefined : end + 2)))
      if (end !== -1) controller.terminate()
    },
  })
}
