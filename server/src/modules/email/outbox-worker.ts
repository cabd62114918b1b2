import { systemActor } from '#/platform/audit/event.ts'
import { MailFailure } from '#/platform/mail/mailer.ts'
import { retryAt } from '#/platform/queue/retry.ts'
import { QueueWorker } from '#/platform/queue/worker.ts'
import { nextDay } from './daily-count.ts'
import { emailFailed } from './events.ts'
import { variablesPlace } from './outbox.ts'
import { TemplateStore } from './template-store.ts'
import { CONNECTIONS } from './transport.ts'
import { worded } from './wording.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import type { Outcome, Work } from '#/platform/queue/worker.ts'
import type { Composer } from './composer.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Values } from './template-values.ts'
import type { Letter, Transport } from './transport.ts'

interface OutboxWorkerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'open'>
  readonly events: Events
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  readonly outbox: Queue<OutboxEntry>
  readonly transport: Transport
  readonly composer: Composer
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const LEASE_MS = 3 * MINUTE_MS
/** How long to wait after each attempt; after the last one the message is given up. */
const WAITS_MS = [
  30 * SECOND_MS,
  ...[2 * MINUTE_MS, 8 * MINUTE_MS, 32 * MINUTE_MS, 128 * MINUTE_MS],
  ...[4 * HOUR_MS, 4 * HOUR_MS, 4 * HOUR_MS, 4 * HOUR_MS],
]
const UNREACHABLE_WAIT_MS = 30 * SECOND_MS
// A limit that an operator raises should be felt before the day ends.
const FULL_DAY_WAIT_MS = 15 * MINUTE_MS

/**
 * Sends what waits in the outbox. A message that one mailbox does not want is tried again later and given up in the end;
 * while the mail server itself fails nothing counts against a message, and everything waits until it is of no use.
 */
export class OutboxWorker implements Work<OutboxEntry> {
  readonly #deps: OutboxWorkerDeps
  readonly #templates: TemplateStore
  constructor(deps: OutboxWorkerDeps) {
    this.#deps = deps
    this.#templates = new TemplateStore(deps.db)
  }

  /** The worker as a part of the server that starts and stops. */
  static create(deps: OutboxWorkerDeps): QueueWorker<OutboxEntry> {
    const { outbox: queue } = deps
    const work = new OutboxWorker(deps)
    return new QueueWorker({ ...deps, name: 'email.send', queue, work, concurrency: CONNECTIONS, leaseMs: LEASE_MS })
  }

  ready(): Promise<boolean> {
    return this.#deps.transport.isReachable()
  }

  idle(): void {
    this.#deps.transport.close()
  }

  /** One attempt at one message. */
  async handle(entry: OutboxEntry): Promise<Outcome<OutboxEntry>> {
    const { clock, transport } = this.#deps
    const now = clock.now()
    if (entry.expiresAt <= now) return this.#giveUp(entry, entry.lastError ?? 'it waited for too long')
    try {
      const sent = await transport.send(await this.#letterOf(entry))
      return sent ? { end: this.#ended('sent', null) } : untilTomorrow(now)
    } catch (error) {
      return this.#missed(entry, this.#failureOf(error, entry))
    }
  }

  abandon(entry: OutboxEntry): Outcome<OutboxEntry> {
    return this.#giveUp(entry, 'interrupted')
  }

  async #letterOf(entry: OutboxEntry): Promise<Letter> {
    const { keyring, composer } = this.#deps
    const { id, template, locale, recipient, budget, variablesSealed } = entry
    const values = JSON.parse(keyring.open(variablesSealed ?? '', variablesPlace(id))) as Values
    const text = await this.#templates.get(template, locale)
    const words = { template: text, values: worded(template, values, locale), to: recipient, locale }
    return { id, to: recipient, budget, ...(await composer.write(words)) }
  }

  #missed(entry: OutboxEntry, { kind, message: reason }: MailFailure): Outcome<OutboxEntry> {
    const { clock, log } = this.#deps
    log.warn({ email: entry.id, template: entry.template, attempt: entry.attempts, reason }, 'a message did not leave')
    const now = clock.now()
    const changes = { lastError: reason }
    if (kind === 'unreachable') return { againAt: now + UNREACHABLE_WAIT_MS, changes, uncounted: true }
    const againAt = kind === 'refused' ? undefined : retryAt(WAITS_MS, entry.attempts, now)
    return againAt === undefined ? this.#giveUp(entry, reason) : { againAt, changes }
  }

  #giveUp({ id, template, recipient: to, attempts }: OutboxEntry, reason: string): Outcome<OutboxEntry> {
    const actor = systemActor('email.send')
    const data = { template, to, attempts, reason }
    const failed = { actor, target: { type: 'email', id }, result: 'failure', data } as const
    return {
      end: this.#ended('failed', reason),
      also: (tx) => this.#deps.events.record(tx, emailFailed, failed),
    }
  }

  /** What stays of a message: that it went, or why not. Its variables go. */
  #ended(state: 'sent' | 'failed', lastError: string | null): Partial<OutboxEntry> {
    return { state, lastError, variablesSealed: null, finishedAt: this.#deps.clock.now() }
  }

  /** What is no failure of a mail server is one of ours: logged, and tried again, in case a later version can. */
  #failureOf(error: unknown, entry: OutboxEntry): MailFailure {
    if (error instanceof MailFailure) return error
    this.#deps.log.error({ err: error, email: entry.id, template: entry.template }, 'a message could not be written')
    return new MailFailure('deferred', 'the message could not be written')
  }
}

const untilTomorrow = (now: number): Outcome<OutboxEntry> => ({
  againAt: Math.min(now + FULL_DAY_WAIT_MS, nextDay(now)),
  changes: { lastError: 'the limit of the day is reached' },
  uncounted: true,
})
