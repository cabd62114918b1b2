import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { retryAt } from '#/platform/queue/retry.ts'
import { QueueWorker } from '#/platform/queue/worker.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import type { Outcome, Work } from '#/platform/queue/worker.ts'
import type { Logger } from '#/platform/log/log.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { SafeFetch } from '#/platform/http-client/outbound.ts'
import type { Clients } from '#/modules/clients/index.ts'
import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import { logoutNoticeFailed } from './events.ts'
import { signLogoutToken } from './logout-token.ts'
import type { LogoutNotice } from './notice.ts'

export interface LogoutWorkerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly log: Pick<Logger, 'warn' | 'error'>
  readonly queue: Queue<LogoutNotice>
  readonly clients: Clients
  readonly signingKeys: SigningKeys
  readonly fetch: SafeFetch
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
}

type Reply = { readonly kind: 'told' } | { readonly kind: 'failed'; readonly reason: string; readonly forGood: boolean }

const SECOND = 1000
const MINUTE = 60 * SECOND
/** How long to wait after each attempt; after the last one the client is given up. */
const WAITS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE]
const TIMEOUT_MS = 5 * SECOND
const CONCURRENCY = 20
const PER_CLIENT = 4
const LEASE_MS = MINUTE

/** Sends logout tokens to clients, after the commit that made them necessary (OpenID Connect Back-Channel Logout §2.5). */
export class LogoutWorker implements Work<LogoutNotice> {
  readonly #deps: LogoutWorkerDeps
  constructor(deps: LogoutWorkerDeps) {
    this.#deps = deps
  }

  /** The worker as a part of the server that starts and stops. */
  static create(deps: LogoutWorkerDeps): QueueWorker<LogoutNotice> {
    const bounds = { concurrency: CONCURRENCY, perDestination: PER_CLIENT, leaseMs: LEASE_MS }
    return new QueueWorker({ ...deps, ...bounds, name: 'logout-notices.send', work: new LogoutWorker(deps) })
  }

  /** One attempt to tell one client. */
  async handle(notice: LogoutNotice): Promise<Outcome<LogoutNotice>> {
    const reply = await this.#send(notice)
    if (reply.kind === 'told') return { end: 'delete' }
    const againAt = reply.forGood ? undefined : retryAt(WAITS_MS, notice.attempts, this.#deps.clock.now())
    return againAt === undefined ? this.#giveUp(notice, reply.reason) : { againAt }
  }

  abandon(notice: LogoutNotice): Outcome<LogoutNotice> {
    return this.#giveUp(notice, 'interrupted')
  }

  #giveUp({ clientId, userId, sid }: LogoutNotice, reason: string): Outcome<LogoutNotice> {
    const failed = {
      actor: systemActor('logout-notices'),
      target: { type: 'session', id: sid },
      result: 'failure',
      data: { client_id: clientId, user_id: userId, sid, reason },
    } as const
    return { end: 'delete', also: (tx) => this.#deps.events.record(tx, logoutNoticeFailed, failed) }
  }

  async #send(notice: LogoutNotice): Promise<Reply> {
    const { clients, signingKeys, clock, issuer, fetch } = this.#deps
    const client = await clients.findByClientId(notice.clientId)
    const uri = client?.backchannelLogoutUri
    // The client is gone or does not want to know any more.
    if (!client || uri === null || uri === undefined) return { kind: 'told' }
    // OpenID Connect Back-Channel Logout §2.4: signed like the client's ID tokens.
    const key = await signingKeys.active(client.idTokenAlg)
    const token = await signLogoutToken(notice, { issuer, now: clock.now() }, key)
    try {
      const { status } = await fetch(uri, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
        body: new URLSearchParams({ logout_token: token }),
        redirect: 'manual',
        timeoutMs: TIMEOUT_MS,
        maxBytes: 4096,
        cut: true,
      })
      return judge(status)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return { kind: 'failed', reason: error.reason, forGood: error.reason === 'refused' }
    }
  }
}

// A client that understood and says no is not asked again; one that is busy or broken is.
const AGAIN = [408, 425, 429]

function judge(status: number): Reply {
  if (status >= 200 && status < 300) return { kind: 'told' }
  const forGood = status < 500 && !AGAIN.includes(status)
  return { kind: 'failed', reason: `status_${status}`, forGood }
}
