import { AppError } from '#/platform/errors/app-error.ts'
import { emailErrors } from './errors.ts'
import { devInboxCleared } from './events.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { DevInbox, KeptMail } from '#/platform/mail/dev-inbox.ts'
import type { EmailSettings } from './email-settings.ts'

interface MailboxDeps {
  readonly db: Db
  readonly events: Events
  readonly inbox: DevInbox
  readonly settings: EmailSettings
}

/** The dev inbox as operators see it: closed as soon as mail is really sent. */
export class Mailbox {
  readonly #deps: MailboxDeps
  constructor(deps: MailboxDeps) {
    this.#deps = deps
  }

  /** Messages, newest first. */
  async list(request: PageRequest, recipient?: string): Promise<Page<KeptMail>> {
    await this.#assertOpen()
    return this.#deps.inbox.list(request, recipient)
  }

  async get(id: string): Promise<KeptMail> {
    await this.#assertOpen()
    const mail = await this.#deps.inbox.find(id)
    if (!mail) throw new AppError(emailErrors.dev_email_not_found)
    return mail
  }

  /** A text that is another one after a message arrived. Opens nothing. */
  async mark(): Promise<string> {
    return (await this.#deps.inbox.newest()) ?? ''
  }

  async count(): Promise<number> {
    await this.#assertOpen()
    return (await this.#deps.inbox.list({ before: undefined, limit: 1, includeTotal: true })).total ?? 0
  }

  /** Removes every message; returns how many. */
  async clear(actor: Actor): Promise<number> {
    await this.#assertOpen()
    const { db, events, inbox } = this.#deps
    return db.tx(async (tx) => {
      const count = await inbox.clear(tx)
      await events.record(tx, devInboxCleared, { actor, target: null, data: { count } })
      return count
    })
  }

  async #assertOpen(): Promise<void> {
    if ((await this.#deps.settings.current()).provider !== 'dev') throw new AppError(emailErrors.dev_inbox_off)
  }
}
