import { createPublicKey } from 'node:crypto'
import { newEs256Key, readPrivateKey, readPublicKey } from '#/platform/crypto/es256-key.ts'
import { sql } from '#/platform/db/sql.ts'
import { integer, json, table, text } from '#/platform/db/table.ts'
import type { KeyObject } from 'node:crypto'
import type { EntityOf } from '#/platform/db/table.ts'
import type { PublicEcJwk } from '#/platform/crypto/es256-key.ts'
import type { Keyring, SealContext } from '#/platform/crypto/keyring.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { AuditKey, AuditPublicKeys } from './signed-statement.ts'

const auditKeys = table('audit_keys', {
  id: text,
  publicJwk: json<PublicEcJwk>(),
  privateSealed: text,
  createdAt: integer,
})

/** The one key so far; a successor gets the next number, and old statements keep naming the key that signed them. */
const CURRENT = 'audit-1'

const place = (row: string): SealContext => ({ table: 'audit_keys', column: 'private_sealed', row })

interface AuditKeysDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

/** The keys that sign checkpoints of the event chain. */
export class AuditKeys {
  readonly #deps: AuditKeysDeps
  constructor(deps: AuditKeysDeps) {
    this.#deps = deps
  }

  /** The key that signs now; made when first asked for, by one conditional insert. */
  async signing(): Promise<AuditKey> {
    const row = (await this.#find(CURRENT)) ?? (await this.#create())
    return { id: row.id, privateKey: readPrivateKey(this.#deps.keyring.open(row.privateSealed, place(row.id))) }
  }

  /**
   * Every key that has signed, by the name its statements carry, and the name of a key that this server did not make. The
   * public half is worked out from the private one, which only the master key opens and only for its row: a key that
   * somebody put into the table verifies nothing, and shows.
   */
  async verifying(): Promise<{ readonly keys: AuditPublicKeys; readonly forged: string | undefined }> {
    const rows = await this.#deps.db.all(sql`SELECT ${auditKeys.columns} FROM ${auditKeys.name} ORDER BY id`)
    const keys = new Map<string, KeyObject>()
    let forged: string | undefined
    for (const row of rows.map((stored) => auditKeys.decode(stored))) {
      const key = this.#publicKeyOf(row)
      if (key) keys.set(row.id, key)
      else forged ??= row.id
    }
    return { keys, forged }
  }

  #publicKeyOf({ id, privateSealed, publicJwk }: EntityOf<typeof auditKeys>): KeyObject | undefined {
    try {
      const key = createPublicKey(readPrivateKey(this.#deps.keyring.open(privateSealed, place(id))))
      return key.equals(readPublicKey(publicJwk)) ? key : undefined
    } catch {
      return undefined
    }
  }

  async #find(id: string) {
    const row = await this.#deps.db.get(sql`SELECT ${auditKeys.columns} FROM ${auditKeys.name} WHERE id = ${id}`)
    return row && auditKeys.decode(row)
  }

  async #create() {
    const { db, clock, keyring } = this.#deps
    const { publicJwk, privateText } = await newEs256Key()
    const privateSealed = keyring.seal(privateText, place(CURRENT))
    const key = { id: CURRENT, publicJwk, privateSealed, createdAt: clock.now() }
    await db.run(sql`${auditKeys.insert(key)} ON CONFLICT DO NOTHING`)
    const kept = await this.#find(CURRENT)
    if (!kept) throw new Error('the audit key vanished while it was being made')
    return kept
  }
}
