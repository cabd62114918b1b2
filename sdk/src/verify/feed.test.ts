import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { SignJWT } from 'jose'
import { OAuthClient } from '#/oauth/index.ts'
import { AUDIENCE, FakeIssuer, ISSUER } from '#test/fake-issuer.ts'
import { AccessError } from './errors.ts'
import { RevocationFeed } from './feed.ts'
import { Verifier } from './verifier.ts'

const READY = 'id: 1\nevent: ready\ndata: {}\n\n'
const endingOf = (jti: string): string =>
  `id: 2\nevent: revocations\ndata: ${JSON.stringify({ entries: [{ jti, exp: 4_000_000_000 }] })}\n\n`

/** One connection of the feed. */
class Connection {
  readonly lastEventId: string | null
  readonly response: Response
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(request: Headers) {
    this.lastEventId = request.get('last-event-id')
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void =>
      void (this.#controller = controller)
    this.response = new Response(new ReadableStream({ start }))
  }

  say(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text))
  }

  end(): void {
    this.#controller?.close()
  }
}

describe('a reader of the revocation feed', () => {
  let issuer: FakeIssuer
  let connections: Connection[]
  let snapshots: object[]
  let refusals: number[]
  let arrived: () => void
  beforeEach(async () => {
    issuer = await FakeIssuer.start()
    connections = []
    snapshots = []
    refusals = []
    arrived = () => undefined
  })

  async function snapshot(more: object = {}): Promise<Response> {
    const [key] = issuer.keys
    assert.ok(key)
    const claims = {
      iss: ISSUER,
      aud: 'reader',
      iat: issuer.now,
      exp: issuer.now + 60,
      cursor: '0',
      entries: [],
      ...more,
    }
    const header = { alg: 'ES256', typ: 'revocations+jwt', kid: key.kid }
    return new Response(await new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey))
  }

  const serve: typeof fetch = async (input, init) => {
    const url = String(input)
    if (url.includes('/.well-known/')) {
      const endpoints = {
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/jwks`,
        revocation_snapshot_endpoint: `${ISSUER}/snapshot`,
        revocation_feed_endpoint: `${ISSUER}/feed`,
      }
      return Response.json({ issuer: ISSUER, ...endpoints })
    }
    if (url.endsWith('/token')) return Response.json({ access_token: 't', token_type: 'Bearer', expires_in: 3_600 })
    if (url.includes('/snapshot')) return snapshot(snapshots.shift())
    if (!url.endsWith('/feed')) return issuer.fetch(input, init)
    const refusal = refusals.shift()
    if (refusal !== undefined) return new Response(null, { status: refusal })
    const connection = new Connection(new Headers(init?.headers))
    connections.push(connection)
    arrived()
    return connection.response
  }

  /** A feed that is followed over its first connection, and a verifier that listens to it. */
  async function follow(t: TestContext): Promise<{ feed: RevocationFeed; verifier: Verifier; connection: Connection }> {
    const clock = {
      now: () => issuer.clock.now(),
      sleep: async () => new Promise<void>((done) => void setImmediate(done)),
    }
    const client = new OAuthClient({ issuer: ISSUER, clientId: 'reader', fetch: serve, clock })
    const feed = new RevocationFeed(client).start()
    t.after(() => feed.close())
    const connection = await opened(1)
    connection.say(READY)
    await feed.ready()
    const verifier = new Verifier({ issuer: ISSUER, audience: AUDIENCE, fetch: serve, clock, revocations: feed })
    return { feed, verifier, connection }
  }

  async function opened(count: number): Promise<Connection> {
    while (connections.length < count) await new Promise<void>((resolve) => void (arrived = resolve))
    const connection = connections[count - 1]
    assert.ok(connection)
    return connection
  }

  async function codeOf(verifier: Verifier, claims: object = { lineage: {} }): Promise<string> {
    const headers = { authorization: `Bearer ${await issuer.token({ ...claims })}` }
    try {
      await verifier.authenticate({ method: 'GET', url: '/notes', headers })
      return 'alive'
    } catch (error) {
      assert.ok(error instanceof AccessError, String(error))
      return error.code
    }
  }

  /** Lets everything happen that waits for nothing else. */
  const settle = () => new Promise<void>((resolve) => void setTimeout(resolve, 20))

  test('hears what ended, in the snapshot on all its pages and from then on', async (t) => {
    snapshots = [
      { entries: [{ jti: 'tok_1', exp: 4_000_000_000 }], next: 'p2' },
      { entries: [{ jti: 'tok_2', exp: 4_000_000_000 }] },
    ]
    const { verifier, connection } = await follow(t)
    assert.equal(connection.lastEventId, '0')
    assert.equal(await codeOf(verifier), 'invalid_token')
    assert.equal(await codeOf(verifier, { jti: 'tok_2', lineage: {} }), 'invalid_token')
    assert.equal(await codeOf(verifier, { jti: 'tok_3', lineage: {} }), 'alive')
    connection.say(endingOf('tok_3'))
    await settle()
    assert.equal(await codeOf(verifier, { jti: 'tok_3', lineage: {} }), 'invalid_token')
  })

  test('RS8: knows nothing while nothing comes, and asks nobody in vain', async (t) => {
    const { feed, verifier, connection } = await follow(t)
    assert.equal(await codeOf(verifier), 'alive')
    assert.equal(await codeOf(verifier, {}), 'invalid_token', 'it has no lineage')
    await issuer.clock.sleep(15_001)
    assert.deepEqual([feed.isCurrent, await codeOf(verifier)], [false, 'temporarily_unavailable'])
    connection.say(': alive\n\n')
    await settle()
    assert.deepEqual([feed.isCurrent, await codeOf(verifier)], [true, 'alive'])
  })

  test('goes on where it was, and within an event that broke begins before it', async (t) => {
    const { verifier, connection } = await follow(t)
    connection.say(endingOf('tok_1').slice(0, -2))
    await settle()
    connection.end()
    const second = await opened(2)
    assert.equal(second.lastEventId, '1')
    assert.equal(await codeOf(verifier), 'temporarily_unavailable')
    second.say(endingOf('tok_1') + READY.replace('1', '2'))
    await settle()
    assert.equal(await codeOf(verifier), 'invalid_token')
    second.end()
    assert.equal((await opened(3)).lastEventId, '2')
  })

  test('opens another connection when nothing comes over the first one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { feed } = await follow(t)
    t.mock.timers.tick(14_999)
    assert.deepEqual([feed.isCurrent, connections.length], [true, 1])
    t.mock.timers.tick(1)
    assert.equal((await opened(2)).lastEventId, '1')
    assert.equal(feed.isCurrent, false)
  })

  test('begins anew with a snapshot when the server does not know the place', async (t) => {
    const { verifier, connection } = await follow(t)
    connection.say(endingOf('tok_1'))
    await settle()
    assert.equal(await codeOf(verifier), 'invalid_token')
    refusals = [503, 401, 410]
    connection.end()
    const second = await opened(2)
    assert.equal(second.lastEventId, '0')
    second.say(READY)
    await settle()
    assert.equal(await codeOf(verifier), 'alive')
  })

  test('RS9: believes no snapshot that is for somebody else, by somebody else or old', async (t) => {
    snapshots = [
      { aud: 'other', cursor: 'x' },
      { iss: 'https://evil.example', cursor: 'x' },
      { exp: issuer.now - 6, cursor: 'x' },
      { cursor: undefined },
      { entries: 'none' },
    ]
    assert.equal((await follow(t)).connection.lastEventId, '0')
    assert.equal(snapshots.length, 0)
  })

  test('leaves what it can not judge to introspection', async (t) => {
    const { feed, connection } = await follow(t)
    const asked: string[] = []
    const introspect = async (token: string) => ({ active: asked.push(token) > 1 })
    const options = { issuer: ISSUER, audience: AUDIENCE, fetch: serve, clock: issuer.clock, revocations: feed }
    const verifier = new Verifier({ ...options, introspection: { introspect } })
    assert.equal(await codeOf(verifier), 'alive')
    assert.equal(asked.length, 0)
    assert.equal(await codeOf(verifier, {}), 'invalid_token')
    connection.say('event: revocations\ndata: {"entries":[{"before":"tok_8","sub":"usr_1","exp":4000000000}]}\n\n')
    await settle()
    assert.equal(await codeOf(verifier), 'alive', 'a mark alone may be wrong, so it asks')
    connection.say(endingOf('tok_1'))
    await settle()
    assert.equal(await codeOf(verifier), 'invalid_token')
    assert.equal(asked.length, 2)
  })

  test('ends when it is closed, also for whoever waits', async () => {
    const client = new OAuthClient({ issuer: ISSUER, clientId: 'reader', fetch: serve, clock: issuer.clock })
    const feed = new RevocationFeed(client).start()
    await opened(1)
    const waits = assert.rejects(feed.ready(), { name: 'AbortError' })
    await feed.close()
    await waits
    await assert.rejects(feed.ready(), { name: 'AbortError' })
  })
})
