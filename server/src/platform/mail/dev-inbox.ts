import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import { integer, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import { assertSafe } from './mailer.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Mailer, MailMessage } from './mailer.ts'

/** A message that was kept instead of sent. */
export interface KeptMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly createdAt: number
}

interface DevInboxDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
}

const mails = table('dev_emails', { id: text, recipient: text, subject: text, contentSealed: text, createdAt: integer })

const contentPlace = (id: string) => ({ table: 'dev_emails', column: 'content_sealed', row: id })

/** Keeps messages in the database instead of sending them: for trying things out, and for a server without mail. */
export class DevInbox implements Mailer {
  readonly #deps: DevInboxDeps
  readonly #mails: KeysetList<EntityOf<typeof mails>>
  constructor(deps: DevInboxDeps) {
    this.#deps = deps
    this.#mails = new KeysetList(deps.db, mails)
  }

  async send(message: MailMessage): Promise<void> {
    assertSafe(message)
    const { db, clock, keyring } = this.#deps
    const { id, to, subject, html, text: plain } = message
    const contentSealed = keyring.seal(JSON.stringify({ html, text: plain }), contentPlace(id))
    const kept = mails.insert({ id, recipient: to, subject, contentSealed, createdAt: clock.now() })
    // A second attempt at a message brings the same message.
    await db.run(sql`${kept} ON CONFLICT (id) DO NOTHING`)
  }

  close(): void {}

  /** What was kept, newest first; for one recipient when an address is given. */
  async list(request: PageRequest, recipient?: string): Promise<Page<KeptMail>> {
    const toOne = recipient === undefined ? undefined : sql`lower(recipient) = ${recipient.toLowerCase()}`
    const page = await this.#mails.page([toOne], request)
    return { ...page, rows: page.rows.map((mail) => this.#opened(mail)) }
  }

  /** The id of the newest message, undefined for none: what changes whenever one arrives. */
  async newest(): Promise<string | undefined> {
    const row = await this.#deps.db.get(sql`SELECT id FROM dev_emails ORDER BY created_at DESC, id DESC LIMIT 1`)
    return row?.['id'] as string | undefined
  }

  async find(id: string): Promise<KeptMail | undefined> {
    const mail = await this.#mails.find(sql`id = ${id}`)
    return mail && this.#opened(mail)
  }

  /** Empties the inbox; answers how many messages went. */
  async clear(tx: Tx): Promise<number> {
    return tx.run(sql`DELETE FROM dev_emails`)
  }

  #opened({ contentSealed, ...mail }: EntityOf<typeof mails>): KeptMail {
    const content = JSON.parse(this.#deps.keyring.open(contentSealed, contentPlace(mail.id))) as {
      html: string
      text: string
    }
    return { ...mail, ...content }
  }
}
