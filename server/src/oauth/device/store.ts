import { ownedBy } from '#/modules/authorization-requests/index.ts'
import type { CodeOwner } from '#/modules/authorization-requests/index.ts'
import type { RowEnding } from '#/modules/lifecycle/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { hasWord } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { OFFLINE_ACCESS } from '#/protocol/oauth.ts'
import type { DeviceCode } from './device-code.ts'
import { deviceCodes, MAX_MISSES } from './device-code.ts'
import { firstHalf } from './user-code.ts'

/** Every SQL statement about `device_codes`. */
export class DeviceCodeStore {
  readonly #db: Db
  readonly #codes: KeysetList<DeviceCode>
  constructor(db: Db) {
    this.#db = db
    this.#codes = new KeysetList(db, deviceCodes)
  }

  /** False when the user code is taken. */
  async insert(code: DeviceCode): Promise<boolean> {
    return (await this.#db.run(sql`${deviceCodes.insert(code)} ON CONFLICT (user_code) DO NOTHING`)) === 1
  }

  findByHash(hash: string): Promise<DeviceCode | undefined> {
    return this.#codes.find(sql`hash = ${hash}`)
  }

  findByUserCode(userCode: string): Promise<DeviceCode | undefined> {
    return this.#codes.find(sql`user_code = ${userCode}`)
  }

  /** Codes that wait for an answer, newest first. */
  listWaiting(now: number, request: PageRequest): Promise<Page<DeviceCode>> {
    return this.#codes.page([sql`status = 'pending' AND expires_at > ${now}`], request)
  }

  /** A code, held while its poll is counted. */
  hold(tx: Tx, id: string): Promise<DeviceCode | undefined> {
    return this.#codes.hold(tx, sql`id = ${id}`)
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
}

/**
 * The codes of an owner that no device has used yet, which end with it. Of a session that ends by itself those go on that
 * were approved for offline access.
 */
export const openDeviceCodes: RowEnding<CodeOwner> = {
  table: 'device_codes',
  counts: 'device_codes',
  end: (now) => sql`UPDATE device_codes SET expires_at = ${now}`,
  which: (owner, now) => {
    const spared = owner.by === 'session' && !owner.offlineToo ? hasWord(sql`scope`, OFFLINE_ACCESS) : sql`1 = 0`
    return sql`${ownedBy(owner)} AND used_at IS NULL AND expires_at > ${now} AND NOT (${spared})`
  },
}
