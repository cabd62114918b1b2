import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAuthClient, TokenSession } from '#/oauth/index.ts'
import { FakeClock, FakeServer, json } from '#test/fake-server.ts'
import { returnPath, SessionStore } from './session-store.ts'

const ISSUER = 'https://id.example.com'
const redirectUri = 'https://app.example.com/callback'
const metadata = (): Response =>
  json({ issuer: ISSUER, authorization_endpoint: `${ISSUER}/authorize`, token_endpoint: `${ISSUER}/token` })
const issued = (): Response => json({ access_token: 'at', token_type: 'Bearer', expires_in: 600, scope: 'read' })

function storeOf(...replies: Response[]) {
  const client = new OAuthClient({
    issuer: ISSUER,
    clientId: 'app_1',
    fetch: new FakeServer(...replies).fetch,
    clock: new FakeClock(),
  })
  const session = new TokenSession({ client })
  const shown: string[] = []
  const onSignedIn = (path: string): void => void shown.push(path)
  return { session, store: new SessionStore(session), shown, arrival: { redirectUri, onSignedIn } }
}

test('a page that is no callback finds nobody signed in, whatever its address says', async () => {
  const { store, arrival } = storeOf()
  await store.arrive({ ...arrival, url: 'https://app.example.com/search?state=ny&code=1' })
  assert.deepEqual(store.snapshot(), { status: 'signed_out' })
})

test('the callback signs the person in once, however often the page is rendered, and goes back to where they were', async () => {
  const { session, store, shown, arrival } = storeOf(metadata(), issued())
  const url = new URL(await session.signIn({ redirect_uri: redirectUri, scope: 'read' }, { returnTo: '/notes?id=1' }))
  const back = `${redirectUri}?code=c&state=${url.searchParams.get('state')}`
  await Promise.all([store.arrive({ ...arrival, url: back }), store.arrive({ ...arrival, url: back })])
  assert.deepEqual(store.snapshot(), { status: 'signed_in', user: undefined, scope: 'read' })
  assert.deepEqual(shown, ['/notes?id=1'])
})

test('a callback that is refused shows why, and signs nobody in', async () => {
  const { store, arrival } = storeOf()
  await store.arrive({ ...arrival, url: `${redirectUri}?code=c&state=stolen` })
  const state = store.snapshot()
  assert.equal(state.status, 'signed_out')
  assert.match(String(state.error), /no sign-in that this browser began/)
})

test('goes on where the sign-in began, unless that was the callback of another one', () => {
  assert.equal(returnPath(new URL('https://app.example.com/notes?id=1#top'), redirectUri), '/notes?id=1#top')
  assert.equal(returnPath(new URL(`${redirectUri}?error=access_denied&state=x`), redirectUri), '/')
})

test('goes on at no other host, whatever address the person was sent to', () => {
  for (const address of ['//evil.example/a', '///evil.example/a', '/\\evil.example/a', '\\\\evil.example/a']) {
    const page = new URL(`https://app.example.com${address}?b#c`)
    const path = returnPath(page, redirectUri)
    assert.equal(new URL(path, 'https://app.example.com/').origin, 'https://app.example.com', path)
    assert.equal(path, '/evil.example/a?b#c')
  }
})

test('follows the session while somebody looks', async () => {
  const { session, store, arrival } = storeOf()
  await store.arrive({ ...arrival, url: 'https://app.example.com/' })
  const changed = Promise.withResolvers<void>()
  const stop = store.subscribe(changed.resolve)
  await session.keep({ access_token: 'at', token_type: 'Bearer', scope: 'read', expires_at: undefined })
  await changed.promise
  assert.equal(store.snapshot().status, 'signed_in')
  stop()
})
