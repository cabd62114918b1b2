import { ownedBy } from '#/modules/authorization-requests/index.ts'
import type { CodeOwner } from '#/modules/authorization-requests/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { forUpdate, hasWord } from '#/platform/db/dialect.ts'
import { every, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Position } from '#/platform/paging/paging.ts'
import { OFFLINE_ACCESS } from '#/protocol/oauth.ts'
import type { DeviceCode } from './device-code.ts'
import { deviceCodes, MAX_MISSES } from './device-code.ts'
import { firstHalf } from './user-code.ts'

/** Every SQL statement about `device_codes`. */
export class DeviceCodeStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** False when the user code is taken. */
  async insert(code: DeviceCode): Promise<boolean> {
    return (await this.#db.run(sql`${deviceCodes.insert(code)} ON CONFLICT (user_code) DO NOTHING`)) === 1
  }

  async findByHash(hash: string): Promise<DeviceCode | undefined> {
    const row = await this.#db.get(sql`SELECT ${deviceCodes.columns} FROM device_codes WHERE hash = ${hash}`)
    return row && deviceCodes.decode(row)
  }

  async findByUserCode(userCode: string): Promise<DeviceCode | undefined> {
    const row = await this.#db.get(sql`SELECT ${deviceCodes.columns} FROM device_codes WHERE user_code = ${userCode}`)
    return row && deviceCodes.decode(row)
  }

  /** Codes that wait for an answer, newest first. */
  async listWaiting(now: number, before: Position | undefined, limit: number): Promise<DeviceCode[]> {
    const position = before && sql`(created_at, id) < (${before.createdAt}, ${before.id})`
    const rows = await this.#db.all(sql`
      SELECT ${deviceCodes.columns} FROM device_codes WHERE ${every([waitingAt(now), position])}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return rows.map(deviceCodes.decode)
  }

  async countWaiting(now: number): Promise<number> {
    const row = await this.#db.get(sql`SELECT count(*) AS count FROM device_codes WHERE ${waitingAt(now)}`)
    return Number(row?.['count'] ?? 0)
  }

  /** A code, held while its poll is counted. */
  async hold(tx: Tx, id: string): Promise<DeviceCode | undefined> {
    const row = await tx.get(sql`SELECT ${deviceCodes.columns} FROM device_codes WHERE id = ${id} ${forUpdate}`)
    return row && deviceCodes.decode(row)
  }

  async notePoll(tx: Tx, id: string, polledAt: number, intervalSeconds: number): Promise<void> {
    await tx.run(sql`UPDATE device_codes SET ${deviceCodes.assign({ polledAt, intervalSeconds })} WHERE id = ${id}`)
  }

  /** Answers the question; false when someone was first or the time is over. */
  async settle(tx: Tx, id: string, answer: Partial<DeviceCode>, now: number): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE device_codes SET ${deviceCodes.assign(answer)}
      WHERE id = ${id} AND status = 'pending' AND expires_at > ${now}`)
    return changed === 1
  }

  async setConsent(tx: Tx, id: string, consentId: string): Promise<void> {
    await tx.run(sql`UPDATE device_codes SET consent_id = ${consentId} WHERE id = ${id}`)
  }

  /** Uses an approved code up; false for all but one. */
  async consume(tx: Tx, id: string, now: number): Promise<boolean> {
    const changed = await tx.run(sql`
      UPDATE device_codes SET used_at = ${now}
      WHERE id = ${id} AND status = 'approved' AND used_at IS NULL AND expires_at > ${now}`)
    return changed === 1
  }

  /** Counts a guess against the codes whose first half it had right, and ends those that were nearly found too often. */
  async miss(userCode: string, now: number): Promise<void> {
    await this.#db.run(sql`
      UPDATE device_codes SET misses = misses + 1,
        expires_at = CASE WHEN misses + 1 >= ${MAX_MISSES} THEN ${now} ELSE expires_at END
      WHERE substr(user_code, 1, 4) = ${firstHalf(userCode)} AND status = 'pending' AND expires_at > ${now}`)
  }

  /** Ends the codes of an owner that no device has used yet; answers how many. */
  async endAll(tx: Tx, owner: CodeOwner, now: number): Promise<number> {
    const spared = owner.by === 'session' && !owner.offlineToo ? hasWord(sql`scope`, OFFLINE_ACCESS) : sql`1 = 0`
    return tx.run(sql`
      UPDATE device_codes SET expires_at = ${now}
      WHERE ${ownedBy(owner)} AND used_at IS NULL AND expires_at > ${now} AND NOT (${spared})`)
  }
}

const waitingAt = (now: number): Sql => sql`status = 'pending' AND expires_at > ${now}`
