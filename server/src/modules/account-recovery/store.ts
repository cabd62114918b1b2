import { sql } from '#/platform/db/sql.ts'
import { emailTokens } from './email-token.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { EmailToken, EmailTokenPurpose } from './email-token.ts'

/** Every SQL statement about `email_tokens`. */
export class EmailTokenStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async insert(tx: Tx, token: EmailToken): Promise<void> {
    await tx.run(emailTokens.insert(token))
  }

  /** The token behind a hash while it can still be used. */
  async findLiving(hash: string, now: number): Promise<EmailToken | undefined> {
    const row = await this.#db.get(sql`
      SELECT ${emailTokens.columns} FROM email_tokens
      WHERE hash = ${hash} AND used_at IS NULL AND expires_at > ${now}`)
    return row && emailTokens.decode(row)
  }

  /** Uses a token up; false for all but one who come with it. */
  async consume(tx: Tx, hash: string, now: number): Promise<boolean> {
    const consumed = await tx.run(sql`
      UPDATE email_tokens SET used_at = ${now}
      WHERE hash = ${hash} AND used_at IS NULL AND expires_at > ${now}`)
    return consumed === 1
  }

  /** Uses up the open tokens of a user for one purpose. */
  async voidOfPurpose(tx: Tx, userId: string, purpose: EmailTokenPurpose, now: number): Promise<void> {
    await tx.run(sql`
      UPDATE email_tokens SET used_at = ${now}
      WHERE user_id = ${userId} AND purpose = ${purpose} AND used_at IS NULL`)
  }
}

/** The links of a user that were not used. They end with the password or the address they were sent for. */
export const openLinks: RowEnding<OfUser> = {
  table: 'email_tokens',
  counts: 'email_links',
  end: (now) => sql`UPDATE email_tokens SET used_at = ${now}`,
  which: ({ userId }, now) => sql`user_id = ${userId} AND used_at IS NULL AND expires_at > ${now}`,
}

/** What is kept of the links that came to nothing, besides. */
export const keptLinks: RowEnding<OfUser> = {
  table: 'email_tokens',
  counts: null,
  end: () => sql`DELETE FROM email_tokens`,
  which: ({ userId }) => sql`user_id = ${userId}`,
}
