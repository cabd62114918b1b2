import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import { passkeys } from './passkey.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Passkey } from './passkey.ts'
import type { Asserted } from './webauthn.ts'

/** Every SQL statement about `passkeys`. */
export class PasskeyStore {
  readonly #db: Db
  readonly #passkeys: KeysetList<Passkey>
  constructor(db: Db) {
    this.#db = db
    this.#passkeys = new KeysetList(db, passkeys)
  }

  /** Writes a new passkey; false when it is registered already, for whomever. */
  async insert(tx: Tx, passkey: Passkey): Promise<boolean> {
    return (await tx.run(sql`${passkeys.insert(passkey)} ON CONFLICT (credential_id) DO NOTHING`)) === 1
  }

  findByCredential(credentialId: string): Promise<Passkey | undefined> {
    return this.#passkeys.find(sql`credential_id = ${credentialId}`)
  }

  /** Every passkey of a person, newest first; there are few. */
  async allOf(userId: string): Promise<Passkey[]> {
    const rows = await this.#db.all(sql`
      SELECT ${passkeys.columns} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC`)
    return rows.map((row) => passkeys.decode(row))
  }

  page(userId: string, request: PageRequest): Promise<Page<Passkey>> {
    return this.#passkeys.page([sql`user_id = ${userId}`], request)
  }

  count(userId: string, queries?: Queries): Promise<number> {
    return this.#passkeys.count([sql`user_id = ${userId}`], queries)
  }

  /**
   * Notes a use and what it told; false when the counter did not go up (WebAuthn §7.2, step 22), also when two copies of
   * a passkey are used at once. Many authenticators don't count and say 0 for ever.
   */
  async use(tx: Tx, id: string, { signCount, backedUp }: Asserted, now: number): Promise<boolean> {
    const isNext = signCount === 0 ? sql`sign_count = 0` : sql`sign_count < ${signCount}`
    const used = await tx.run(sql`
      UPDATE passkeys SET ${passkeys.assign({ signCount, backedUp, lastUsedAt: now })}
      WHERE id = ${id} AND ${isNext}`)
    return used === 1
  }

  async rename(tx: Tx, userId: string, id: string, name: string): Promise<Passkey | undefined> {
    const row = await tx.get(sql`
      UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${userId} RETURNING ${passkeys.columns}`)
    return row && passkeys.decode(row)
  }

  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    return (await tx.run(sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId}`)) === 1
  }
}

/** The passkeys that end with a user. */
export const passkeysOfUser: RowEnding<OfUser> = {
  table: 'passkeys',
  counts: 'passkeys',
  end: () => sql`DELETE FROM passkeys`,
  which: ({ userId }) => sql`user_id = ${userId}`,
}
