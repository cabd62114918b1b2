import { forUpdate } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { recoveryCodes, totpFactors } from './factor.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { TotpFactor } from './factor.ts'

/** Every SQL statement about `totp_factors` and `recovery_codes`. */
export class SecondFactorStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async find(userId: string, queries: Queries = this.#db): Promise<TotpFactor | undefined> {
    const row = await queries.get(sql`SELECT ${totpFactors.columns} FROM totp_factors WHERE user_id = ${userId}`)
    return row && totpFactors.decode(row)
  }

  /** Keeps an offered secret, in place of one that was never activated; false when there is an active one. */
  async offer(factor: TotpFactor): Promise<boolean> {
    const offered = await this.#db.run(sql`
      ${totpFactors.insert(factor)}
      ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
      WHERE totp_factors.activated_at IS NULL`)
    return offered === 1
  }

  /** Makes the offered secret a factor; false when it is one already, or when another was offered since. */
  async activate(tx: Tx, { userId, secretSealed }: TotpFactor, step: number, now: number): Promise<boolean> {
    const activated = await tx.run(sql`
      UPDATE totp_factors SET activated_at = ${now}, last_step = ${step}
      WHERE user_id = ${userId} AND secret_sealed = ${secretSealed} AND activated_at IS NULL`)
    return activated === 1
  }

  /** Uses the code of a time step up, with all before it; false when it was used. This one write decides (rule G2). */
  async acceptStep(tx: Tx, userId: string, step: number): Promise<boolean> {
    const accepted = await tx.run(sql`
      UPDATE totp_factors SET last_step = ${step}
      WHERE user_id = ${userId} AND activated_at IS NOT NULL AND last_step < ${step}`)
    return accepted === 1
  }

  /** The active factor, held until the transaction ends, so that one set of recovery codes is made at a time. */
  async hold(tx: Tx, userId: string): Promise<TotpFactor | undefined> {
    const row = await tx.get(sql`
      SELECT ${totpFactors.columns} FROM totp_factors
      WHERE user_id = ${userId} AND activated_at IS NOT NULL ${forUpdate}`)
    return row && totpFactors.decode(row)
  }

  /** Removes the factor, offered or active; answers whether it was active. */
  async remove(tx: Tx, userId: string): Promise<boolean> {
    const row = await tx.get(sql`DELETE FROM totp_factors WHERE user_id = ${userId} RETURNING activated_at`)
    return row !== undefined && row['activated_at'] !== null
  }

  async addCodes(tx: Tx, userId: string, hashes: readonly string[], now: number): Promise<void> {
    for (const hash of hashes) await tx.run(recoveryCodes.insert({ userId, hash, createdAt: now, usedAt: null }))
  }

  /** Uses a recovery code up; false when there is no such code, or when it was used (rule G2). */
  async useCode(tx: Tx, userId: string, hash: string, now: number): Promise<boolean> {
    const used = await tx.run(sql`
      UPDATE recovery_codes SET used_at = ${now} WHERE user_id = ${userId} AND hash = ${hash} AND used_at IS NULL`)
    return used === 1
  }

  async codesLeft(userId: string, queries: Queries = this.#db): Promise<number> {
    const row = await queries.get(sql`
      SELECT COUNT(*) AS total FROM recovery_codes WHERE user_id = ${userId} AND used_at IS NULL`)
    return Number(row?.['total'] ?? 0)
  }

  async removeCodes(tx: Tx, userId: string): Promise<void> {
    await tx.run(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`)
  }
}

/** The authenticator app of a user, also one that is only offered yet. */
export const appOfUser: RowEnding<OfUser> = {
  table: 'totp_factors',
  counts: 'second_factors',
  end: () => sql`DELETE FROM totp_factors`,
  which: ({ userId }) => sql`user_id = ${userId}`,
}

/** The codes that stand in for it and were not used. */
export const recoveryCodesLeft: RowEnding<OfUser> = {
  table: 'recovery_codes',
  counts: 'recovery_codes',
  end: () => sql`DELETE FROM recovery_codes`,
  which: ({ userId }) => sql`user_id = ${userId} AND used_at IS NULL`,
}

/** What is kept of those that were. */
export const usedRecoveryCodes: RowEnding<OfUser> = {
  table: 'recovery_codes',
  counts: null,
  end: () => sql`DELETE FROM recovery_codes`,
  which: ({ userId }) => sql`user_id = ${userId}`,
}
