import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import { forShare, forUpdate } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { every, sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfClient, OfClientOfUser, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Consent } from './consent.ts'
import { consents } from './consent.ts'

/** A consent with the name its client goes by; null when the client is gone. */
export interface NamedConsent {
  readonly consent: Consent
  readonly clientName: string | null
}

/** What a list of consents is narrowed to. */
export interface ConsentFilter {
  readonly userId?: string | undefined
  readonly clientId?: string | undefined
}

/** Every SQL statement about `consents`. */
export class ConsentStore {
  readonly #db: Db
  readonly #named: KeysetList<NamedConsent>
  constructor(db: Db) {
    this.#db = db
    this.#named = new KeysetList(db, namedConsents)
  }

  async findLiving(userId: string, clientId: string): Promise<Consent | undefined> {
    const row = await this.#db.get(living(userId, clientId))
    return row && consents.decode(row)
  }

  /** The living consent, held against everyone else who wants to change it. */
  async holdLiving(tx: Tx, userId: string, clientId: string): Promise<Consent | undefined> {
    const row = await tx.get(sql`${living(userId, clientId)} ${forUpdate}`)
    return row && consents.decode(row)
  }

  /** Whether the consent lives; holds it against being revoked until the transaction ends. */
  async hold(tx: Tx, id: string): Promise<boolean> {
    const row = await tx.get(sql`SELECT id FROM consents WHERE id = ${id} AND revoked_at IS NULL ${forShare}`)
    return row !== undefined
  }

  /** False when another request gave a living consent for the same pair first. */
  async insert(tx: Tx, consent: Consent): Promise<boolean> {
    const inserted = await tx.run(
      sql`${consents.insert(consent)} ON CONFLICT (user_id, client_id) WHERE revoked_at IS NULL DO NOTHING`,
    )
    return inserted === 1
  }

  async update(tx: Tx, { id, granted, updatedAt }: Consent): Promise<void> {
    await tx.run(sql`UPDATE consents SET ${consents.assign({ granted, updatedAt })} WHERE id = ${id}`)
  }

  async find(queries: Queries, id: string): Promise<Consent | undefined> {
    const row = await queries.get(sql`SELECT ${consents.columns} FROM ${consents.name} WHERE id = ${id}`)
    return row && consents.decode(row)
  }

  /** The same if it lives, with the name of its client. */
  findNamed(id: string): Promise<NamedConsent | undefined> {
    return this.#named.find(sql`k.id = ${id} AND k.revoked_at IS NULL`)
  }

  /** False when it was revoked before. */
  async revoke(tx: Tx, id: string, now: number): Promise<boolean> {
    const changed = await tx.run(sql`UPDATE consents SET revoked_at = ${now} WHERE id = ${id} AND revoked_at IS NULL`)
    return changed === 1
  }

  /** Every living consent of a person. */
  async livingOfUser(userId: string): Promise<Consent[]> {
    const rows = await this.#db.all(sql`
      SELECT ${consents.columns} FROM ${consents.name} WHERE user_id = ${userId} AND revoked_at IS NULL
      ORDER BY created_at DESC, id DESC`)
    return rows.map(consents.decode)
  }

  /** Living consents that fit, newest first. */
  list(filter: ConsentFilter, request: PageRequest): Promise<Page<NamedConsent>> {
    return this.#named.page(livingOnes(filter), request)
  }

  /** How many consents live. */
  count(): Promise<number> {
    return this.#named.count(livingOnes({}))
  }
}

const namedConsents: ListSource<NamedConsent> = {
  columns: sql`${consents.columnsOf('k')}, c.client_name`,
  from: sql`consents k LEFT JOIN clients c ON c.client_id = k.client_id`,
  counted: sql`consents k`,
  key: ['k.created_at', 'k.id'],
  decode: (row) => ({ consent: consents.decode(row), clientName: row['client_name'] as string | null }),
}

/** The living consents that end with a client, with a user, or between the two. */
export const livingConsents: RowEnding<OfClient | OfUser | OfClientOfUser> = {
  table: 'consents',
  counts: 'consents',
  end: (now) => sql`UPDATE consents SET revoked_at = ${now}`,
  which: (subject) =>
    every([
      sql`revoked_at IS NULL`,
      'userId' in subject ? sql`user_id = ${subject.userId}` : undefined,
      'clientId' in subject ? sql`client_id = ${subject.clientId}` : undefined,
    ]),
}

const living = (userId: string, clientId: string) => sql`
  SELECT ${consents.columns} FROM ${consents.name}
  WHERE user_id = ${userId} AND client_id = ${clientId} AND revoked_at IS NULL`

const livingOnes = ({ userId, clientId }: ConsentFilter) => [
  sql`k.revoked_at IS NULL`,
  userId === undefined ? undefined : sql`k.user_id = ${userId}`,
  clientId === undefined ? undefined : sql`k.client_id = ${clientId}`,
]
