import type { Settings } from '#/modules/system/index.ts'
import type { Clock } from '#/platform/clock.ts'
import { toUnixSeconds } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import { OutboundError } from '#/platform/http-client/outbound-error.ts'
import type { Send } from '#/platform/http-client/outbound.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import { retryAt } from '#/platform/queue/retry.ts'
import { QueueWorker } from '#/platform/queue/worker.ts'
import type { Outcome, Work } from '#/platform/queue/worker.ts'
import type { Delivery } from './delivery.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import { shownHeaders, shownText } from './response-log.ts'
import { SigningSecrets } from './secret.ts'
import { signatureHeaders } from './signature.ts'
import type { WebhookStore } from './store.ts'
import type { Webhook } from './webhook.ts'

interface DeliveryWorkerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'open'>
  readonly settings: Pick<Settings, 'current'>
  readonly send: Send
  readonly queue: Queue<Delivery>
  readonly store: WebhookStore
  readonly health: EndpointHealth
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** What came of one attempt. */
type Attempted = Pick<
  Delivery,
  'statusCode' | 'error' | 'requestHeaders' | 'responseHeaders' | 'responseBody' | 'durationMs'
>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The plan `standard`: after how long each next attempt follows. */
const WAITS_MS = [MINUTE_MS, ...[5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS]]
const GONE = 410
/** Longer than `webhooks.timeout_ms` can be. */
const LEASE_MS = 40_000
/** What ends the process each time is given up. */
const MAX_INTERRUPTIONS = 5
const CONCURRENCY = 96
const PER_WEBHOOK = 16
const PER_TURN = 16
/** Each handful is a commit, which SQLite waits for with everything else. */
const HANDFUL = 32
/** Half the time at the database is that of everybody else. */
const REST = 1
/** An endpoint that takes longer goes on beside the others. */
const PATIENCE_MS = 2000
/** Whoever is stopped by force sends what was delivered in this time again. */
const GATHER_MS = 30
const MAX_BODY_BYTES = 4096

/** Sends what waits, each message signed anew with each attempt. */
export class DeliveryWorker implements Work<Delivery> {
  readonly #deps: DeliveryWorkerDeps
  readonly #webhooks = new WeakMap<readonly Delivery[], Promise<ReadonlyMap<string, Webhook>>>()
  readonly #secrets: SigningSecrets
  constructor(deps: DeliveryWorkerDeps) {
    this.#deps = deps
    this.#secrets = new SigningSecrets(deps.keyring)
  }

  /** The worker as a part of the server that starts and stops. */
  static create(deps: DeliveryWorkerDeps): QueueWorker<Delivery> {
    return new QueueWorker({
      ...deps,
      name: 'webhooks.deliver',
      work: new DeliveryWorker(deps),
      concurrency: CONCURRENCY,
      perDestination: PER_WEBHOOK,
      perTurn: PER_TURN,
      handful: HANDFUL,
      rest: REST,
      patienceMs: PATIENCE_MS,
      gatherMs: GATHER_MS,
      leaseMs: LEASE_MS,
      pollMs: 250,
    })
  }

  /** One attempt at one delivery. */
  async handle(delivery: Delivery, taken: readonly Delivery[]): Promise<Outcome<Delivery>> {
    const webhook = (await this.#webhooksOf(taken)).get(delivery.webhookId)
    if (!webhook) return { end: 'delete' }
    if (!webhook.enabled) return this.#unsent(delivery, 'disabled')
    if (delivery.attempts - 1 - delivery.log.length >= MAX_INTERRUPTIONS) return this.abandon(delivery)
    return this.#judge(delivery, webhook, await this.#send(delivery, webhook))
  }

  abandon(delivery: Delivery): Outcome<Delivery> {
    return { ...this.#unsent(delivery, 'interrupted'), failed: true }
  }

  #unsent({ log }: Delivery, error: string): Outcome<Delivery> {
    return { end: { attempts: log.length, finishedAt: this.#deps.clock.now(), error } }
  }

  /** The subscriptions of deliveries that were taken together, read once for all of them. */
  #webhooksOf(taken: readonly Delivery[]): Promise<ReadonlyMap<string, Webhook>> {
    const known = this.#webhooks.get(taken)
    if (known !== undefined) return known
    const webhooks = this.#deps.store.findAll([...new Set(taken.map(({ webhookId }) => webhookId))])
    this.#webhooks.set(taken, webhooks)
    return webhooks
  }

  #judge(delivery: Delivery, webhook: Webhook, attempted: Attempted): Outcome<Delivery> {
    const { clock, health } = this.#deps
    const now = clock.now()
    const { statusCode, error, durationMs } = attempted
    const log = [...delivery.log, { at: now, statusCode, error, durationMs: durationMs ?? 0 }]
    const changes = { ...attempted, log, attempts: log.length }
    if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
      return { end: { ...changes, success: true, finishedAt: now }, also: health.afterSuccess(webhook) }
    }
    const mayRetry = webhook.retry === 'standard' && statusCode !== GONE
    const againAt = mayRetry ? retryAt(WAITS_MS, log.length, now) : undefined
    const also = health.afterFailure(webhook, statusCode)
    if (againAt === undefined) return { end: { ...changes, finishedAt: now }, also, failed: true }
    return { againAt, changes, also, failed: true }
  }

  async #send({ id, payload }: Delivery, webhook: Webhook): Promise<Attempted> {
    const { clock, settings, send } = this.#deps
    const now = clock.now()
    const body = Buffer.from(payload)
    const secrets = this.#secrets.of(webhook, now)
    const requestHeaders = {
      'content-type': 'application/json',
      ...signatureHeaders({ id, body, timestamp: toUnixSeconds(now) }, secrets, webhook.signatureFormat),
    }
    const startedAt = performance.now()
    const attempted = (result: Partial<Attempted>): Attempted => ({
      ...{ statusCode: null, error: null, responseHeaders: null, responseBody: null, requestHeaders },
      durationMs: Math.round(performance.now() - startedAt),
      ...result,
    })
    try {
      const answer = await send(webhook.url, {
        method: 'POST',
        headers: requestHeaders,
        body,
        timeoutMs: (await settings.current())['webhooks.timeout_ms'],
        maxBytes: MAX_BODY_BYTES,
        cut: true,
        repeatable: true,
      })
      return attempted({
        statusCode: answer.status,
        responseHeaders: shownHeaders(answer.headers),
        responseBody: shownText(answer.body),
      })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return attempted({ error: error.reason })
    }
  }
}
