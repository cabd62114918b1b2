import { newId } from '#/platform/ids.ts'
import { isAddress } from '#/platform/mail/address.ts'
import { newQueueRow } from '#/platform/queue/queue.ts'
import { variablesPlace } from './outbox.ts'
import { templateKinds } from './template-kinds.ts'
import { checkedValues } from './template-values.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { OutboxEntry } from './outbox.ts'
import type { Locale, TemplateName, VariablesOf } from './template-kinds.ts'

interface EmailsDeps {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal'>
  readonly limits: Limits
  readonly outbox: Queue<OutboxEntry>
  /** The address of this server: links in mail lead here and nowhere else. */
  readonly issuer: string
}

/** One message for one person. */
export interface EmailMessage<T extends TemplateName = TemplateName> {
  readonly template: T
  /** The address as stored, never as a request brought it (rule LG5). */
  readonly to: string
  readonly variables: VariablesOf<T>
  readonly locale?: Locale | undefined
  /** When the message is pointless, as a link that ran out: epoch milliseconds. Three days when not given. */
  readonly expiresAt?: number | undefined
}

const HOUR_MS = 3_600_000
const LIFETIME_MS = 72 * HOUR_MS

// Anyone can ask for a link to anyone's mailbox; notices follow from what somebody did who is signed in.
const PER_RECIPIENT: Readonly<Record<'asked' | 'notice', LimitRule>> = {
  asked: { burst: 5, periodMs: HOUR_MS },
  notice: { burst: 20, periodMs: HOUR_MS },
}

/** Puts mail on its way, in the transaction that makes it necessary; a job sends it after the commit. */
export class Emails {
  readonly #deps: EmailsDeps
  constructor(deps: EmailsDeps) {
    this.#deps = deps
  }

  /**
   * Queues one message. False when the recipient had enough of this kind of mail for now: nothing is sent, so a link
   * that an earlier message carried should stay good. Never waits for a mail server.
   */
  async queue<T extends TemplateName>(tx: Tx, message: EmailMessage<T>): Promise<boolean> {
    const { clock, keyring, limits, outbox, issuer } = this.#deps
    const { template, to, locale = 'en' } = message
    if (!isAddress(to)) throw new TypeError('mail goes to a plain address')
    const values = checkedValues(template, message.variables, issuer)
    const rule = PER_RECIPIENT[templateKinds[template].cause]
    if (!(await limits.hit(`email_${template}:${to.toLowerCase()}`, rule, tx)).allowed) return false
    const now = clock.now()
    const id = newId('eml', now)
    await outbox.add(tx, {
      ...newQueueRow(id, now),
      template,
      locale,
      recipient: to,
      variablesSealed: keyring.seal(JSON.stringify(values), variablesPlace(id)),
      state: 'queued',
      expiresAt: message.expiresAt ?? now + LIFETIME_MS,
      lastError: null,
      createdAt: now,
      finishedAt: null,
    })
    return true
  }
}
