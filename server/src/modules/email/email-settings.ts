import { Snapshot } from '#/platform/db/snapshot.ts'
import { forUpdate } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { changesFromTo } from '#/platform/merge-patch.ts'
import { patched } from './config-patch.ts'
import { CONFIG_ID, defaultConfig, emailConfig } from './config.ts'
import { emailConfigUpdated } from './events.ts'
import { configView } from './views.ts'
import type { Static } from 'typebox'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { EmailConfig } from './config.ts'
import type { EmailConfigPatch } from './schemas.ts'

interface EmailSettingsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal'>
  readonly events: Events
}

/** How mail is sent, which operators change while the server runs. Every node sees a change within a second. */
export class EmailSettings {
  readonly #deps: EmailSettingsDeps
  readonly #snapshot: Snapshot<EmailConfig>
  constructor(deps: EmailSettingsDeps) {
    this.#deps = deps
    this.#snapshot = new Snapshot(() => this.#read(deps.db))
  }

  current(): Promise<EmailConfig> {
    return this.#snapshot.current()
  }

  /** The settings as a transaction sees them. */
  within(tx: Tx): Promise<EmailConfig> {
    return this.#read(tx)
  }

  /** Changes the settings and answers all of them. Nothing is written when the outcome could not send. */
  async update(patch: Static<typeof EmailConfigPatch>, actor: Actor): Promise<EmailConfig> {
    const { db, clock, keyring } = this.#deps
    const config = await db.tx(async (tx) => {
      const before = await this.#read(tx, forUpdate)
      const after = { ...patched(before, patch, keyring), updatedAt: clock.now() }
      const changes = changesBetween(before, after)
      if (Object.keys(changes).length === 0) return before
      await this.#write(tx, after)
      await this.#deps.events.record(tx, emailConfigUpdated, { actor, target: null, data: { changes } })
      return after
    })
    this.#snapshot.invalidate()
    return config
  }

  async #read(queries: Queries, lock?: typeof forUpdate): Promise<EmailConfig> {
    const query: Sql = sql`SELECT ${emailConfig.columns} FROM email_config WHERE id = ${CONFIG_ID}`
    const row = await queries.get(lock ? sql`${query} ${lock}` : query)
    return row ? emailConfig.decode(row) : defaultConfig
  }

  async #write(tx: Tx, config: EmailConfig): Promise<void> {
    const { id: _, ...fields } = config
    await tx.run(sql`${emailConfig.insert(config)} ON CONFLICT (id) DO UPDATE SET ${emailConfig.assign(fields)}`)
  }
}

/** What changed, as the audit log may know it: of the password only that it did. */
function changesBetween(before: EmailConfig, after: EmailConfig): Record<string, { from: unknown; to: unknown }> {
  const [from, to] = [flat(before), flat(after)]
  const changes = changesFromTo(from, to)
  const newPassword = before.smtpPasswordSealed !== after.smtpPasswordSealed
  const password = { from: from['smtp.password'], to: to['smtp.password'] }
  return newPassword ? { ...changes, 'smtp.password': password } : changes
}

function flat(config: EmailConfig): Record<string, unknown> {
  const { smtp, ...rest } = configView(config)
  return { ...rest, ...Object.fromEntries(Object.entries(smtp).map(([name, value]) => [`smtp.${name}`, value])) }
}
