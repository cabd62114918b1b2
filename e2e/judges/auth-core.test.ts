import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Auth, skipCSRFCheck } from '@auth/core'
import type { AuthConfig } from '@auth/core'
import type { Provider } from '@auth/core/providers'
import { Browser, callbackOf, newPerson } from '#/support/browser.ts'
import { codeOf } from '#/support/guide.ts'
import { Program } from '#/support/program.ts'
import { Server } from '#/support/server.ts'

const APP = 'http://localhost:3000'
const CALLBACK = `${APP}/auth/callback/mandate`

/** An application that signs people in with Auth.js, asked as its framework would. */
class Application {
  readonly #config: AuthConfig
  readonly #cookies = new Map<string, string>()

  constructor(mandate: Provider) {
    this.#config = {
      basePath: '/auth',
      secret: 'what the cookies of this application are made with',
      trustHost: true,
      skipCSRFCheck,
      providers: [mandate],
      logger: { error: (error) => assert.fail(error) },
    }
  }

  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(new URL(url, APP), { ...init, headers: { cookie } })
    const response = await Auth(request, this.#config)
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  /** Where somebody is sent who wants to sign in. */
  async begin(): Promise<string> {
    const response = await this.ask('/auth/signin/mandate', { method: 'POST' })
    return String(response.headers.get('location'))
  }

  /** Who is signed in. */
  async session(): Promise<{ user?: { name?: string; email?: string } } | null> {
    return (await (await this.ask('/auth/session')).json()) as Awaited<ReturnType<Application['session']>>
  }
}

describe('@auth/core', () => {
  let server: Server
  before(async () => {
    server = await Server.start()
  })
  after(() => server.remove())

  /** An application that is made and configured as the guide says. */
  async function makeApplication(): Promise<Application> {
    const env = { BASE: server.url, KEY: server.adminKey, REDIRECT_URI: CALLBACK }
    const made = await Program.shell(codeOf('frameworks', 'make-application.sh'), env).succeeds()
    const app = JSON.parse(made) as { client_id: string; client_secret: string }
    process.env['AUTH_MANDATE_ISSUER'] = server.issuer
    process.env['AUTH_MANDATE_ID'] = app.client_id
    process.env['AUTH_MANDATE_SECRET'] = app.client_secret
    const code = `${codeOf('frameworks', 'mandate.mjs')}// ${app.client_id}`
    const { mandate } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { mandate: Provider }
    return new Application(mandate)
  }

  test('signs a person in, who has a name and an address then', async () => {
    const application = await makeApplication()
    const person = newPerson()
    const callback = await new Browser(server.issuer).authorize(await application.begin(), person)
    assert.equal(`${callback.origin}${callback.pathname}`, CALLBACK)
    const back = await application.ask(callback.href)
    assert.equal(back.headers.get('location'), APP)
    const session = await application.session()
    assert.deepEqual([session?.user?.name, session?.user?.email], [person.name, person.email])
  })

  test('hears that the person said no, and signs nobody in', async () => {
    const application = await makeApplication()
    const browser = new Browser(server.issuer)
    const consent = await browser.signUp(await browser.open(await application.begin()), newPerson())
    const callback = callbackOf(await browser.deny(consent))
    assert.equal(callback.searchParams.get('error'), 'access_denied')
    await assert.rejects(application.ask(callback.href), /OAuthCallbackError/)
    assert.equal(await application.session(), null)
  })
})
