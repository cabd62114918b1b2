import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeClock, FakeServer, json } from '#test/fake-server.ts'
import { OAuthClient } from './client.ts'
import { DpopKey } from './dpop.ts'
import { keptDpopKey, TokenSession } from './session.ts'
import { memoryStorage, webStorage } from './storage.ts'

const ISSUER = 'https://id.example.com'
const metadata = (): Response =>
  json({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    revocation_endpoint: `${ISSUER}/revoke`,
    end_session_endpoint: `${ISSUER}/logout`,
  })
const issued = (access_token: string, more: object = {}): Response =>
  json({ access_token, token_type: 'Bearer', expires_in: 600, scope: 'read', ...more })
const REQUEST = { redirect_uri: 'https://app.example.com/cb', scope: 'read' }

function sessionOf(server: FakeServer, storage = memoryStorage()): { session: TokenSession; clock: FakeClock } {
  const clock = new FakeClock()
  const client = new OAuthClient({ issuer: ISSUER, clientId: 'app_1', fetch: server.fetch, clock })
  return { session: new TokenSession({ client, storage }), clock }
}

const tokensOf = (clock: FakeClock, more: object = {}) => ({
  access_token: 'old',
  token_type: 'Bearer' as const,
  scope: 'read',
  expires_at: clock.now() / 1000 + 10,
  refresh_token: 'rt_1',
  ...more,
})

test('a sign-in that this browser began ends once', async () => {
  const { session } = sessionOf(new FakeServer(metadata(), issued('at_1')))
  const state = new URL(await session.signIn(REQUEST)).searchParams.get('state') ?? ''
  const callback = `https://app.example.com/cb?${new URLSearchParams({ code: 'c', state }).toString()}`
  assert.equal((await session.completeSignIn(callback)).tokens.access_token, 'at_1')
  await assert.rejects(session.completeSignIn(callback), { error: 'state_mismatch' })
})

test('a callback that nobody here began signs nobody in', async () => {
  const { session } = sessionOf(new FakeServer(metadata()))
  await session.signIn(REQUEST)
  await assert.rejects(session.completeSignIn('https://app.example.com/cb?code=c&state=x'), { error: 'state_mismatch' })
  assert.equal(await session.tokens(), undefined)
})

test('two tabs may begin at the same time, and what nobody ends is forgotten', async () => {
  const { session } = sessionOf(new FakeServer(metadata(), issued('at_1')))
  const states: string[] = []
  for (let i = 0; i < 7; i += 1)
    states.push(new URL(await session.signIn(REQUEST, { returnTo: `/page/${i}` })).searchParams.get('state') ?? '')
  const back = (state = ''): string => `https://app.example.com/cb?code=c&state=${state}`
  await assert.rejects(session.completeSignIn(back(states[1])), { error: 'state_mismatch' })
  const { tokens, returnTo } = await session.completeSignIn(back(states[2]))
  assert.equal(tokens.access_token, 'at_1')
  assert.equal(returnTo, '/page/2')
})

test('renews what is about to end and keeps the refresh token where there is no new one', async () => {
  const server = new FakeServer(metadata(), issued('new'))
  const { session, clock } = sessionOf(server)
  await session.keep(tokensOf(clock))
  const [one, two] = await Promise.all([session.tokens(), session.tokens()])
  assert.equal(one?.access_token, 'new')
  assert.equal(one, two)
  assert.equal(one.refresh_token, 'rt_1')
  assert.equal((await session.tokens())?.access_token, 'new', 'which lives, so that nobody is asked')
})

test('a network that fails signs nobody out', async () => {
  const server = new FakeServer(metadata(), new TypeError('fetch failed'), issued('new'))
  const { session, clock } = sessionOf(server)
  await session.keep(tokensOf(clock))
  await assert.rejects(session.tokens(), { code: 'network_error' })
  assert.equal((await session.tokens())?.access_token, 'new')
})

test('a refused refresh token ends the session, and whoever listens hears it', async () => {
  const { session, clock } = sessionOf(new FakeServer(metadata(), json({ error: 'invalid_grant' }, 400)))
  await session.keep(tokensOf(clock))
  let changes = 0
  const stop = session.subscribe(() => (changes += 1))
  assert.equal(await session.tokens(), undefined)
  assert.equal(await session.current(), undefined)
  assert.equal(changes, 1)
  stop()
})

test('sends the token along, and nothing when nobody is signed in', async () => {
  const server = new FakeServer(json({}))
  const { session, clock } = sessionOf(server)
  await assert.rejects(session.fetch('https://api.example.com/'), { error: 'signed_out' })
  await session.keep(tokensOf(clock, { expires_at: undefined }))
  await session.fetch('https://api.example.com/notes', { headers: { accept: 'text/plain' } })
  assert.equal(server.requests[0]?.headers.get('authorization'), 'Bearer old')
  assert.equal(server.requests[0].headers.get('accept'), 'text/plain')
})

test('sends the token to no origin but those that were named', async () => {
  const server = new FakeServer(json({}))
  const client = new OAuthClient({ issuer: ISSUER, clientId: 'app_1', fetch: server.fetch, clock: new FakeClock() })
  const session = new TokenSession({ client, origins: ['https://api.example.com'] })
  await session.keep({ access_token: 'at', token_type: 'Bearer', scope: 'read', expires_at: undefined })
  await session.fetch('https://api.example.com/notes')
  for (const url of ['https://api.example.com.evil.example/', 'http://api.example.com/']) {
    await assert.rejects(session.fetch(url), { error: 'foreign_origin' })
  }
  assert.equal(server.requests.length, 1)
})

test('whoever signs out is out, whether the server can be reached or not', async () => {
  const { session, clock } = sessionOf(new FakeServer(metadata(), new TypeError('fetch failed')))
  await session.keep(tokensOf(clock, { id_token: 'it' }))
  const url = new URL(await session.signOut('https://app.example.com/'))
  assert.equal(url.searchParams.get('id_token_hint'), 'it')
  assert.equal(url.searchParams.get('post_logout_redirect_uri'), 'https://app.example.com/')
  assert.equal(await session.current(), undefined)
})

test('web storage keeps a session over pages', async () => {
  const items = new Map<string, string>()
  const area = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
  const { session, clock } = sessionOf(new FakeServer(), webStorage(area))
  const tokens = tokensOf(clock, { expires_at: clock.now() })
  await session.keep(tokens)
  const { session: nextPage } = sessionOf(new FakeServer(), webStorage(area))
  assert.deepEqual(await nextPage.tokens(), tokens)
})

test('the key of an application is made once', async () => {
  const storage = memoryStorage()
  const [one, two] = await Promise.all([keptDpopKey(storage, 'app'), keptDpopKey(storage, 'app')])
  assert.equal(one.thumbprint, two.thumbprint)
  assert.notEqual((await DpopKey.generate()).thumbprint, one.thumbprint)
})

/** A session whose renewal waits in the server until `respond` is called. */
async function renewing(...replies: Response[]) {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
  const server = new FakeServer(metadata(), ...replies)
  const clock = new FakeClock()
  let isRenewed = false
  const client = new OAuthClient({
    issuer: ISSUER,
    clientId: 'app_1',
    clock,
    fetch: async (input, init) => {
      if (isRenewed || !String(input).endsWith('/token')) return server.fetch(input, init)
      isRenewed = true
      asked.resolve()
      return answer.promise
    },
  })
  const session = new TokenSession({ client })
  await session.keep(tokensOf(clock))
  const renewal = session.tokens()
  await asked.promise
  return { session, server, clock, renewal, respond: answer.resolve }
}

test('whoever signs out while tokens are renewed stays out, and what comes of it ends', async () => {
  const { session, server, renewal, respond } = await renewing(json({}), json({}))
  await session.signOut()
  respond(issued('new', { refresh_token: 'rt_2' }))
  assert.equal(await renewal, undefined)
  assert.equal(await session.current(), undefined)
  assert.equal((server.requests.at(-1)?.body as URLSearchParams).get('token'), 'rt_2')
})

test('whoever signs in while the tokens of another one are renewed, or refused, stays signed in', async () => {
  for (const response of [issued('new', { refresh_token: 'rt_2' }), json({ error: 'invalid_grant' }, 400)]) {
    const { session, clock, renewal, respond } = await renewing(json({}))
    const other = tokensOf(clock, { access_token: 'other', expires_at: undefined })
    await session.keep(other)
    respond(response)
    assert.equal((await renewal)?.access_token, 'other')
    assert.equal((await session.current())?.access_token, 'other')
  }
})

test('two tabs without a lock that renew the same tokens end neither', async () => {
  const { session, server, clock, renewal, respond } = await renewing()
  await session.keep(tokensOf(clock, { access_token: 'of another tab', refresh_token: 'rt_2', expires_at: undefined }))
  respond(issued('new', { refresh_token: 'rt_2' }))
  assert.equal((await renewal)?.access_token, 'of another tab')
  assert.deepEqual(
    server.requests.map(({ url }) => new URL(url).pathname),
    ['/.well-known/oauth-authorization-server'],
    'nothing was revoked',
  )
})
