import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { SafeFetch } from '#/platform/http-client/outbound.ts'
import type { Clients } from '#/modules/clients/index.ts'
import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import { logoutNoticeFailed } from './events.ts'
import { signLogoutToken } from './logout-token.ts'
import type { LogoutNotice } from './notice.ts'
import { LogoutNoticeStore } from './store.ts'

export interface LogoutDispatcherDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly clients: Clients
  readonly signingKeys: SigningKeys
  readonly fetch: SafeFetch
  /** The issuer identifier, equal to the base URL. */
  readonly issuer: string
}

type Outcome =
  | { readonly kind: 'told' }
  | { readonly kind: 'failed'; readonly reason: string; readonly forGood: boolean }

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** How long to wait after each attempt; after the last one the client is given up. */
const RETREATS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE]
const TIMEOUT_MS = 5 * SECOND
const AT_ONCE = 10
/** Longer than an attempt can take, so that no other node sends the same. */
const CLAIMED_MS = MINUTE
/** A participant of a session that ran out without being ended; sessions live for 30 days. */
const FORGOTTEN_MS = 31 * DAY

/** Sends logout tokens to clients, after the commit that made them necessary (OpenID Connect Back-Channel Logout §2.5). */
export class LogoutDispatcher {
  readonly #deps: LogoutDispatcherDeps
  readonly #store: LogoutNoticeStore
  constructor(deps: LogoutDispatcherDeps) {
    this.#deps = deps
    this.#store = new LogoutNoticeStore(deps.db)
  }

  schedule(jobs: Jobs): void {
    const { db, clock } = this.#deps
    const due = () => this.#store.isDue(clock.now())
    jobs.every('logout-notices.send', SECOND, (signal) => this.run(signal), { due })
    jobs.every('logout-notices.cleanup', 60 * MINUTE, async (signal) => {
      await deleteExpired(db, 'logout_participants', 'created_at', clock.now() - FORGOTTEN_MS, undefined, signal)
    })
  }

  /** Sends what is due, a few at once, until nothing is or the signal fires. */
  async run(signal?: AbortSignal): Promise<void> {
    for (;;) {
      if (signal?.aborted) return
      const now = this.#deps.clock.now()
      const notices = await this.#store.claim(now, now + CLAIMED_MS, AT_ONCE)
      await Promise.all(notices.map((notice) => this.#handle(notice)))
      if (notices.length < AT_ONCE) return
    }
  }

  async #handle(notice: LogoutNotice): Promise<void> {
    const outcome = await this.#send(notice)
    const retreat = RETREATS_MS[notice.attempts - 1]
    if (outcome.kind === 'failed' && !outcome.forGood && retreat !== undefined) {
      return this.#store.postpone(notice, this.#deps.clock.now() + retreat)
    }
    await this.#finish(notice, outcome)
  }

  async #finish(notice: LogoutNotice, outcome: Outcome): Promise<void> {
    const { db, events } = this.#deps
    const { clientId, userId, sid } = notice
    await db.tx(async (tx) => {
      const isOurs = await this.#store.finish(tx, notice)
      if (!isOurs || outcome.kind === 'told') return
      await events.record(tx, logoutNoticeFailed, {
        actor: systemActor('logout-notices'),
        target: { type: 'session', id: sid },
        result: 'failure',
        data: { client_id: clientId, user_id: userId, sid, reason: outcome.reason },
      })
    })
  }

  async #send(notice: LogoutNotice): Promise<Outcome> {
    const { clients, signingKeys, clock, issuer, fetch } = this.#deps
    const uri = (await clients.findByClientId(notice.clientId))?.backchannelLogoutUri
    // The client is gone or does not want to know any more.
    if (uri === null || uri === undefined) return { kind: 'told' }
    const token = signLogoutToken(notice, { issuer, now: clock.now() }, await signingKeys.active())
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

function judge(status: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'told' }
  const forGood = status < 500 && !AGAIN.includes(status)
  return { kind: 'failed', reason: `status_${status}`, forGood }
}
