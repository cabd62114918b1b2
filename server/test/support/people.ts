import { randomBytes } from 'node:crypto'
import { Keyring } from '#/platform/crypto/keyring.ts'
import { parseMasterKey } from '#/platform/crypto/master-key.ts'
import { Events } from '#/platform/audit/events.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { PasswordHasher, PasswordPolicy, Passwords, SignUps } from '#/modules/credentials/index.ts'
import { buildEmail } from '#/modules/email/index.ts'
import { anyWay, buildSessions, noFlows } from '#/modules/sessions/index.ts'
import { Users } from '#/modules/users/index.ts'
import type { Db } from '#/platform/db/db.ts'
import type { SignInGate } from '#/modules/sessions/index.ts'
import type { User } from '#/modules/users/index.ts'
import { outboundTo } from './mail.ts'
import { makeLifecycle } from './lifecycle.ts'
import type { TestClock } from './clock.ts'

/** A password every policy here takes. */
export const GOOD_PASSWORD = 'plum-harbour-lantern'

/** What tests of this room may choose. */
interface PeopleOptions {
  readonly baseUrl?: string
  readonly endsTokensAtLogout?: boolean
  readonly operatorsNeedFactor?: boolean
  readonly gate?: SignInGate
  readonly hasher?: PasswordHasher
  /** What waits after a wrong password that was tried slowly; nothing waits unless a test says so. */
  readonly pause?: (millis: number) => Promise<void>
}

// One for the process, so that a second set on the same database opens the same keys.
const masterKey = { current: parseMasterKey(randomBytes(32).toString('base64'), 'the test'), previous: [] }

/** Users, sessions and passwords on one database, wired as the server does; hashing is cheap. */
export async function makePeople({ db, clock }: { db: Db; clock: TestClock }, options: PeopleOptions = {}) {
  const keyring = await Keyring.open({ db, clock, masterKey })
  const events = new Events({ clock, keyring })
  const limits = new Limits({ db, clock })
  const lifecycle = makeLifecycle({ db, clock })
  const users = new Users({
    db,
    clock,
    events,
    lifecycle,
    notices: { accountDeleted: async () => {}, systemRoleChanged: async () => {} },
  })
  const settings = {
    current: () =>
      Promise.resolve({
        'password.min_length': 8,
        'sessions.logout_revokes_tokens': options.endsTokensAtLogout ?? true,
        'operators.require_second_factor': options.operatorsNeedFactor ?? null,
      }),
    mode: () => Promise.resolve('dev' as const),
  }
  const baseUrl = options.baseUrl ?? 'https://id.example'
  const log = { warn: () => undefined, error: () => undefined }
  const { emails } = buildEmail({
    db,
    clock,
    keyring,
    events,
    limits,
    log,
    issuer: baseUrl,
    dial: outboundTo().dial,
  }).services
  const { sessions, signIn, sessionDirectory } = buildSessions({
    ...{ db, clock, keyring, events, users, settings, emails, baseUrl, lifecycle },
    gate: () => options.gate ?? noFlows,
    requirement: () => anyWay,
  })
  const hasher = options.hasher ?? cheapHasher()
  const policy = new PasswordPolicy(settings)
  const hasSignedInFrom = (userId: string, ip: string) => sessions.hasSignedInFrom(userId, ip)
  const pause = options.pause ?? (() => Promise.resolve())
  const passwords = new Passwords({ db, events, limits, users, hasher, policy, hasSignedInFrom, pause })
  const greeted: string[] = []
  const addressProofs = { sendFirstLink: (_tx: unknown, user: User) => Promise.resolve(greeted.push(user.email)) }
  const rules = { require: async () => {} }
  const signUps = new SignUps({ db, limits, users, rules, policy, hasher, addressProofs, signIn })
  return {
    lifecycle,
    users,
    sessions,
    signIn,
    sessionDirectory,
    passwords,
    signUps,
    limits,
    hasher,
    policy,
    events,
    keyring,
    emails,
    greeted,
  }
}

/** Argon2id at the least it takes, for tests that are not about its cost. */
const cheapHasher = (): PasswordHasher =>
  new PasswordHasher({ slots: 2, waiting: 1000, cost: { memory: 8, passes: 1, parallelism: 1 } })

/** Makes a user who can sign in with `GOOD_PASSWORD`. */
export async function makeUser(people: { users: Users; hasher: PasswordHasher }, email: string): Promise<User> {
  const passwordHash = await people.hasher.hash(GOOD_PASSWORD)
  const actor = { type: 'system', id: 'test', requestId: null, ip: null } as const
  return people.users.create({ email, passwordHash }, actor)
}

/** The `name=value` of a Set-Cookie header as the cookies of the next request. */
export function cookiesOf(...setCookies: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    setCookies.map((cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=', 2)
      return [name, value]
    }),
  )
}
