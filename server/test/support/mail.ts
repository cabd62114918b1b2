import { buildEmail } from '#/modules/email/index.ts'
import { Outbound } from '#/platform/http-client/outbound.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { sql } from '#/platform/db/sql.ts'
import { foundation } from './admin-api.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Resolver } from '#/platform/http-client/ssrf-guard.ts'
import type { TestClock } from './clock.ts'
import type { TestSmtpServer } from './smtp.ts'

const ISSUER = 'https://id.example'

const rules = { insideAllowed: false, allowedHosts: [] }

/** Requests to other servers under the rules of production, with these names when they are given. */
export const outboundTo = (resolver?: Resolver): Outbound =>
  new Outbound({ baseUrl: ISSUER, resolver, rules: () => Promise.resolve(rules) })

/** E-mail on one database, wired as the server does, with the log of the node. */
export async function makeMail(
  { db, clock }: { db: Db; clock: TestClock },
  keys?: Awaited<ReturnType<typeof foundation>>,
  resolver?: Resolver,
) {
  const base = keys ?? (await foundation({ db, clock }))
  const logged: object[] = []
  const log = {
    warn: (details: object) => void logged.push(details),
    error: (details: object) => void logged.push(details),
  }
  const { services, worker } = buildEmail({
    ...base,
    db,
    limits: new Limits({ db, clock }),
    log,
    issuer: ISSUER,
    dial: outboundTo(resolver).dial,
  })
  return { ...services, worker, logged, keys: base }
}

export type TestMailRoom = Awaited<ReturnType<typeof makeMail>>

const operator = { type: 'admin', id: 'key_1', requestId: null, ip: null } as const

/** Has mail sent by a server on loopback. */
export const useServer = (mail: TestMailRoom, { port }: Pick<TestSmtpServer, 'port'>, more: object = {}) =>
  mail.emailSettings.update(
    { provider: 'smtp', smtp: { host: '127.0.0.1', port, security: 'none' }, ...more },
    operator,
  )

/** A link with a token nobody else may see. */
export const SECRET_LINK = `${ISSUER}/reset?token=open-sesame`

/** Queues a message that carries a link, and says whether it was taken. */
export const queueReset = (db: Db, mail: TestMailRoom, to = 'maya@example.com', expiresAt?: number): Promise<boolean> =>
  db.tx((tx) =>
    mail.emails.queue(tx, {
      template: 'reset',
      to,
      variables: { name: 'Maya', link: SECRET_LINK, expires_in: '30' },
      expiresAt,
    }),
  )

/** What the outbox holds, oldest first. */
export const outboxOf = (db: Db) => db.all(sql`SELECT * FROM email_outbox ORDER BY created_at, id`)
