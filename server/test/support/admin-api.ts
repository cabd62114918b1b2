import { randomBytes } from 'node:crypto'
import { ApiKeys, adminAuthenticator } from '#/modules/api-keys/index.ts'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { parseMasterKey } from '#/platform/crypto/master-key.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { Events } from '#/platform/audit/events.ts'
import { buildHttpServer } from '#/platform/http/server/server.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Route } from '#/platform/http/routing/route.ts'
import type { Services } from '#/platform/http/routing/services.ts'

/** The foundation that modules stand on, on one database. */
export interface Foundation {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly keyring: Keyring
  readonly log: { error(fields: object, message: string): void }
}

/** Opens the foundation with a master key of its own. */
export async function foundation({ db, clock }: { db: Db; clock: Clock }): Promise<Foundation> {
  const current = parseMasterKey(randomBytes(32).toString('hex'), 'the test')
  const keyring = await Keyring.open({ db, clock, masterKey: { current, previous: [] } })
  return { db, clock, keyring, events: new Events({ clock, keyring }), log: { error: () => undefined } }
}

/** What an admin route answered. */
export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Readonly<Record<string, unknown>>
}

/** A few admin routes on a real HTTP server with real keys, for tests of one module. */
export class AdminApi {
  readonly #app: ReturnType<typeof buildHttpServer>
  readonly #apiKeys: ApiKeys
  readonly #db: Db

  constructor({ db, clock, events }: Foundation, routes: readonly Route[], services: Partial<Services>) {
    this.#db = db
    this.#apiKeys = new ApiKeys({ db, clock, events, limits: new Limits({ db, clock }) })
    const admin = adminAuthenticator({
      apiKeys: this.#apiKeys,
      sessionOf: async () => undefined,
      tokenOf: () => Promise.reject(new Error('no token comes here')),
    })
    this.#app = buildHttpServer({
      areas: [{ area: 'api', routes }],
      services: { clock, ...services } as Services,
      authenticators: { admin },
      config: { baseUrl: 'http://localhost:8080', trustedProxies: [] },
      logger: { error: (details) => console.error(details), warn: () => undefined },
      strictResponses: true,
    })
  }

  /** Makes a key with these scopes. */
  async key(...scopes: string[]): Promise<string> {
    const made = await this.#db.tx((tx) => this.#apiKeys.create(tx, { name: 'test', scopes }, systemActor('tests')))
    return made.secret
  }

  /** Calls a path below `/api/v1`. */
  async call(method: 'GET' | 'POST', path: string, key?: string): Promise<Answer> {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const answer = await this.#app.inject({ method, url: `/api/v1${path}`, headers })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }
}
