import { newId } from '#/platform/ids.ts'
import { isAddress } from '#/platform/mail/address.ts'
import { newQueueRow } from '#/platform/queue/queue-row.ts'
import { variablesPlace } from './outbox.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { dailyLimitOf } from './config.ts'
import { nextDay } from './daily-count.ts'
import { budgetOf, templateKinds } from './template-kinds.ts'
import { checkedValues } from './template-values.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { OutboxEntry } from './outbox.ts'
import type { DailyCount } from './daily-count.ts'
import type { EmailSettings } from './email-settings.ts'
import type { Locale, MailBudget, TemplateName, VariablesOf } from './template-kinds.ts'

interface EmailsDeps {
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal'>
  readonly limits: Limits
  readonly outbox: Queue<OutboxEntry>
  readonly settings: Pick<EmailSettings, 'within'>
  readonly daily: DailyCount
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
  /** What it comes out of, where that depends on the reader. */
  readonly budget?: MailBudget
  /** The IP address of whoever has it sent, where strangers can. */
  readonly source?: string | null
}

const HOUR_MS = 3_600_000
const LIFETIME_MS = 72 * HOUR_MS

// Anyone can ask for a link to anyone's mailbox; notices follow from what somebody did who is signed in.
const PER_RECIPIENT: Readonly<Record<'asked' | 'notice', LimitRule>> = {
  asked: { burst: 5, periodMs: HOUR_MS },
  notice: { burst: 20, periodMs: HOUR_MS },
}

// What one network may have us send to people who have yet to prove who they are.
const NEWCOMERS_PER_NETWORK: LimitRule = { burst: 60, periodMs: HOUR_MS }

/** Puts mail on its way, in the transaction that makes it necessary; a job sends it after the commit. */
export class Emails {
  readonly #deps: EmailsDeps
  constructor(deps: EmailsDeps) {
    this.#deps = deps
  }

  /**
   * Queues one message. False when it will not be sent: the recipient had enough of this kind of mail for now, or its
   * network did, or the day is full. A link that an earlier message carried should stay good then. Never waits for a mail
   * server.
   */
  async queue<T extends TemplateName>(tx: Tx, message: EmailMessage<T>): Promise<boolean> {
    const { clock, keyring, outbox, issuer } = this.#deps
    const { template, to, locale = 'en' } = message
    if (!isAddress(to)) throw new TypeError('mail goes to a plain address')
    const values = checkedValues(template, message.variables, issuer)
    const now = clock.now()
    const expiresAt = message.expiresAt ?? now + LIFETIME_MS
    const budget = message.budget ?? budgetOf(template)
    if (!(await this.#isWithinLimits(tx, message, budget))) return false
    if (!(await this.#willBeSent(tx, budget, expiresAt))) return false
    const id = newId('eml', now)
    await outbox.add(tx, {
      ...newQueueRow(id, now),
      template,
      locale,
      recipient: to,
      variablesSealed: keyring.seal(JSON.stringify(values), variablesPlace(id)),
      state: 'queued',
      expiresAt,
      lastError: null,
      budget,
      createdAt: now,
      finishedAt: null,
    })
    return true
  }

  async #isWithinLimits(tx: Tx, { template, to, source }: EmailMessage, budget: MailBudget): Promise<boolean> {
    const { limits } = this.#deps
    const ofRecipient = PER_RECIPIENT[templateKinds[template].cause]
    if (!(await limits.hit(`email_${template}:${to.toLowerCase()}`, ofRecipient, tx)).allowed) return false
    if (budget === 'people' || !source) return true
    return (await limits.hit(`email_newcomers:${networkOf(source)}`, NEWCOMERS_PER_NETWORK, tx)).allowed
  }

  /**
   * Whether a message leaves today, or is worth sending tomorrow. What newcomers have no share left for is not kept: it
   * would only pile up.
   */
  async #willBeSent(tx: Tx, budget: MailBudget, expiresAt: number): Promise<boolean> {
    const { clock, outbox, settings, daily } = this.#deps
    const now = clock.now()
    if (budget === 'people' && expiresAt > nextDay(now)) return true
    const left = await daily.left(now, dailyLimitOf(await settings.within(tx)), budget, tx)
    return left > 0 && (await outbox.countWaitingFor(tx, budget, left)) < left
  }
}
