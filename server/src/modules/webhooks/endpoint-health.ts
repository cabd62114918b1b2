import type { Emails } from '#/modules/email/index.ts'
import { nameInMail } from '#/modules/users/index.ts'
import type { User } from '#/modules/users/index.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import { webhookDisabled } from './events.ts'
import type { WebhookStore } from './store.ts'
import { hostOf } from './webhook.ts'
import type { Webhook } from './webhook.ts'
import { disabledAs } from './webhooks.ts'

interface EndpointHealthDeps {
  readonly clock: Clock
  readonly events: Events
  readonly emails: Emails
  readonly store: WebhookStore
  /** The people who can do something about it. */
  readonly operators: (tx: Tx) => Promise<readonly User[]>
  readonly issuer: string
}

const DAY_MS = 86_400_000
const PATIENCE_MS = 5 * DAY_MS
const GONE = 410

/** How the endpoint of a subscription does, and when to stop knocking at it. */
export class EndpointHealth {
  readonly #deps: EndpointHealthDeps
  constructor(deps: EndpointHealthDeps) {
    this.#deps = deps
  }

  /** What a success changes, if anything. */
  afterSuccess({ id, failingSince }: Webhook): ((tx: Tx) => Promise<unknown>) | undefined {
    return failingSince === null ? undefined : (tx) => this.#deps.store.update(tx, id, { failingSince: null })
  }

  /** What a failure changes, if anything: the beginning of a bad time, or its end by turning the subscription off. */
  afterFailure(webhook: Webhook, status: number | null): ((tx: Tx) => Promise<unknown>) | undefined {
    const { clock, store } = this.#deps
    const now = clock.now()
    if (status === GONE) return (tx) => this.#disable(tx, webhook, 'gone')
    if (webhook.failingSince === null) return (tx) => store.beginToFail(tx, webhook.id, now)
    return now - webhook.failingSince < PATIENCE_MS ? undefined : (tx) => this.#disable(tx, webhook, 'failing')
  }

  /** Turns a subscription off, records it and tells the operators: once, however many deliveries fail at this moment. */
  async #disable(tx: Tx, webhook: Webhook, reason: 'gone' | 'failing'): Promise<void> {
    const { clock, store, events, emails, operators, issuer } = this.#deps
    const now = clock.now()
    const since = reason === 'failing' ? now - PATIENCE_MS : null
    if (!(await store.disable(tx, webhook.id, { ...disabledAs(reason, now), updatedAt: now }, since))) return
    const { id, failingSince } = webhook
    await events.record(tx, webhookDisabled, {
      actor: systemActor('webhooks'),
      target: { type: 'webhook', id },
      result: 'failure',
      data: { id, host: hostOf(webhook), reason, failing_since: toIsoOrNull(failingSince) },
    })
    for (const operator of await operators(tx)) {
      const variables = {
        name: nameInMail(operator),
        webhook: webhook.description === '' ? hostOf(webhook) : `${webhook.description} (${hostOf(webhook)})`,
        time: toIso(now),
        link: `${issuer}/login`,
      }
      await emails.queue(tx, { template: 'webhook_disabled', to: operator.email, variables })
    }
  }
}
