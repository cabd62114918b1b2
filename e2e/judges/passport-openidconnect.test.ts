import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import passport from 'passport'
import Strategy from 'passport-openidconnect'
import type { Profile } from 'passport-openidconnect'
import { Browser, newPerson } from '#/support/browser.ts'
import { freePort } from '#/support/ports.ts'
import { Server } from '#/support/server.ts'

/** A web application that signs people in with Passport: `/` begins, `/callback` says who came back. */
class Application {
  readonly url: string
  readonly #http: HttpServer

  private constructor(url: string, http: HttpServer) {
    this.url = url
    this.#http = http
  }

  static async open(server: Server, more: Readonly<Record<string, unknown>> = {}): Promise<Application> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const made = await server.admin<{ client_id: string; client_secret: string }>('POST', '/admin/apps', {
      name: 'Passport',
      type: 'web',
      redirect_uris: [`${url}/callback`],
      ...more,
    })
    const passports = new passport.Passport().use(strategyOf(server.issuer, `${url}/callback`, made))
    const http = createServer((request, response) => answer(passports, request, response))
    await new Promise<void>((resolve) => void http.listen(port, '127.0.0.1', resolve))
    return new Application(url, http)
  }

  /** Where somebody is sent who opens the application. */
  async begin(): Promise<string> {
    const response = await fetch(this.url, { redirect: 'manual' })
    assert.equal(response.status, 302)
    return String(response.headers.get('location'))
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await new Promise((resolve) => void this.#http.close(resolve))
  }
}

function strategyOf(issuer: string, callbackURL: string, made: { client_id: string; client_secret: string }): Strategy {
  const kept = new Map<string, object>()
  return new Strategy(
    {
      issuer,
      authorizationURL: `${issuer}/oauth/authorize`,
      tokenURL: `${issuer}/oauth/token`,
      userInfoURL: `${issuer}/oauth/userinfo`,
      clientID: made.client_id,
      clientSecret: made.client_secret,
      callbackURL,
      scope: ['profile', 'email'],
      nonce: true,
      // In place of a session, which would need a framework: what was asked, by the state it was asked with.
      store: {
        store(_request, context, _state, _meta, done) {
          const handle = randomUUID()
          kept.set(handle, context)
          done(null, handle)
        },
        verify(_request, handle, done) {
          const context = kept.get(handle)
          kept.delete(handle)
          done(null, context ?? false)
        },
      },
    },
    (_issuer, profile, done) => done(null, profile),
  )
}

function answer(
  passports: InstanceType<typeof passport.Passport>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const query = Object.fromEntries(new URL(request.url ?? '/', 'http://application').searchParams)
  const done = (error: unknown, user?: unknown, info?: unknown): void => {
    const status = error ? 500 : user ? 200 : 403
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(error ? { error: String(error) } : user || info))
  }
  passports.authenticate('openidconnect', { session: false }, done)(
    Object.assign(request, { query }),
    response,
    (error) => done(error ?? 'nobody answered'),
  )
}

describe('passport-openidconnect', () => {
  let server: Server
  before(async () => {
    server = await Server.start()
  })
  after(() => server.remove())

  test('signs a person in where PKCE, which it does not know, is waived for the application', async () => {
    const application = await Application.open(server, { require_pkce: false })
    try {
      const person = newPerson()
      const callback = await new Browser(server.issuer).authorize(await application.begin(), person)
      const response = await fetch(callback)
      const text = await response.text()
      assert.equal(response.status, 200, text)
      const profile = JSON.parse(text) as Profile
      assert.match(profile.id, /^usr_/)
      assert.equal(profile.displayName, person.name)
      assert.deepEqual(
        profile.emails?.map(({ value }) => value),
        [person.email],
      )
      const again = await fetch(callback)
      assert.equal(again.status, 403, 'its state was used')
    } finally {
      await application.close()
    }
  })

  test('is told that PKCE is missing where it is not waived', async () => {
    const application = await Application.open(server)
    try {
      const { left } = await new Browser(server.issuer).open(await application.begin())
      assert.equal(left?.searchParams.get('error'), 'invalid_request')
      assert.match(left.searchParams.get('error_description') ?? '', /code_challenge/)
    } finally {
      await application.close()
    }
  })
})
