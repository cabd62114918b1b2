import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './aead.ts'
import { DataKeyStore } from './data-keys.ts'
import { MasterKeyError } from './master-key.ts'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { MasterKey, WrappingKey } from './master-key.ts'
import type { WrappedKey } from './data-keys.ts'

/** What a keyed hash is for; each purpose has a key of its own, so that one can't be passed off as another. */
export const macPurposes = [
  'audit',
  'audit_entry',
  'client',
  'cookie',
  'csrf',
  'factor',
  'flow_return',
  'gateway',
  'nonce',
  'refresh',
  'token',
] as const
export type MacPurpose = (typeof macPurposes)[number]

type Purpose = MacPurpose | 'seal'
const purposes: readonly Purpose[] = [...macPurposes, 'seal']

/** Where a sealed value is stored. It opens nowhere else: whoever can write the database can't move secrets about. */
export interface SealContext {
  readonly table: string
  readonly column: string
  readonly row: string
}

interface KeyringDeps {
  readonly db: Db
  readonly clock: Clock
  readonly masterKey: MasterKey
}

/** By which master key the data keys are wrapped, for whoever changes it. */
export interface Wrapping {
  readonly masterKeyId: string
  /** How many this start moved to it from an earlier one. */
  readonly rewrapped: number
}

const VERSION = 'v1'

/** The server's symmetric keys, open in memory: seals what must be read again, hashes what must only be recognised. */
export class Keyring {
  readonly #keys: ReadonlyMap<Purpose, KeyObject>
  readonly wrapping: Wrapping

  private constructor(keys: ReadonlyMap<Purpose, KeyObject>, wrapping: Wrapping) {
    this.#keys = keys
    this.wrapping = wrapping
  }

  /** Opens the data keys of this database, creating those it lacks. Throws `MasterKeyError` for the wrong master key. */
  static async open({ db, clock, masterKey }: KeyringDeps): Promise<Keyring> {
    const store = new DataKeyStore(db)
    const { keys: kept, rewrapped } = await unwrapAll(store, masterKey)
    const wrapping = { masterKeyId: masterKey.current.id, rewrapped }
    const missing = purposes.filter((purpose) => !kept.has(purpose))
    if (missing.length === 0) return new Keyring(kept, wrapping)
    await store.addMissing(missing.map((purpose) => newDataKey(purpose, masterKey.current, clock.now())))
    // Read again: of two servers that start together only one has its keys in the table.
    return new Keyring((await unwrapAll(store, masterKey)).keys, wrapping)
  }

  /** Throws `MasterKeyError` unless the master key opens every data key of this database, and changes nothing. */
  static async assertOpens(db: Db, masterKey: MasterKey): Promise<void> {
    for (const row of await new DataKeyStore(db).all()) unwrap(row, masterKey)
  }

  /** Whether this database holds data keys already, so that its master key must be found, not made. */
  static async holdsKeys(db: Db): Promise<boolean> {
    return (await new DataKeyStore(db).all()).length > 0
  }

  /** How many data keys another master key wraps now: while there are any, it must not be thrown away. */
  async countWrappedByOthers(db: Db): Promise<number> {
    const rows = await new DataKeyStore(db).all()
    return rows.filter(({ masterKeyId }) => masterKeyId !== this.wrapping.masterKeyId).length
  }

  /** Encrypts a value for one place in the database. */
  seal(plaintext: string, place: SealContext): string {
    return `${VERSION}.${encrypt(this.#key('seal'), plaintext, contextOf(place))}`
  }

  /** Decrypts what was sealed for this place. Throws when it was changed, or sealed for another. */
  open(sealed: string, place: SealContext): string {
    const [version, body = ''] = sealed.split('.', 2)
    const plaintext = version === VERSION ? decrypt(this.#key('seal'), body, contextOf(place)) : undefined
    if (!plaintext) throw new Error(`the sealed value in ${place.table}.${place.column} does not open`)
    return plaintext.toString('utf8')
  }

  /** HMAC-SHA-256 of a text under the key of this purpose, base64url. */
  mac(purpose: MacPurpose, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url')
  }

  #key(purpose: Purpose): KeyObject {
    const key = this.#keys.get(purpose)
    if (!key) throw new Error(`the keyring has no key for ${purpose}`)
    return key
  }
}

const contextOf = ({ table, column, row }: SealContext): string => JSON.stringify([table, column, row])

const wrappingContext = (purpose: string): string => contextOf({ table: 'data_keys', column: 'wrapped', row: purpose })

function newDataKey(purpose: Purpose, by: WrappingKey, now: number): WrappedKey {
  return { purpose, masterKeyId: by.id, wrapped: wrap(randomBytes(32), purpose, by), createdAt: now }
}

const wrap = (key: Buffer, purpose: string, by: WrappingKey): string =>
  `${VERSION}.${by.id}.${encrypt(by.bytes, key, wrappingContext(purpose))}`

/** Unwraps every data key, and wraps those of an earlier master key anew under the current one. */
async function unwrapAll(
  store: DataKeyStore,
  masterKey: MasterKey,
): Promise<{ keys: Map<Purpose, KeyObject>; rewrapped: number }> {
  const keys = new Map<Purpose, KeyObject>()
  let rewrapped = 0
  for (const row of await store.all()) {
    const bytes = unwrap(row, masterKey)
    keys.set(row.purpose as Purpose, createSecretKey(bytes))
    if (row.masterKeyId !== masterKey.current.id) {
      await store.rewrap(row, masterKey.current.id, wrap(bytes, row.purpose, masterKey.current))
      rewrapped++
    }
  }
  return { keys, rewrapped }
}

function unwrap(row: WrappedKey, masterKey: MasterKey): Buffer {
  const by = [masterKey.current, ...masterKey.previous].find(({ id }) => id === row.masterKeyId)
  if (!by) {
    throw new MasterKeyError(
      `The master key is not the one of this database: it has the id ${masterKey.current.id}, and the database needs ` +
        `${row.masterKeyId}. Give that key; after a rotation list it in MANDATE_MASTER_KEY_PREVIOUS.`,
    )
  }
  const [version, id, body = ''] = row.wrapped.split('.', 3)
  const key = version === VERSION && id === by.id ? decrypt(by.bytes, body, wrappingContext(row.purpose)) : undefined
  if (!key) throw new MasterKeyError(`The data key ${row.purpose} is damaged. Restore table data_keys from a backup.`)
  return key
}
