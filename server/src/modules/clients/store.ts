import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { forShare } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { PointReads } from '#/platform/db/point-reads.ts'
import { SearchedList } from '#/platform/db/searched-list.ts'
import { joinAny, raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest, Position } from '#/platform/paging/paging.ts'
import { living } from '#/modules/tokens/index.ts'
import type { AppType, Client, ClientKind } from './client.ts'
import { clients } from './client.ts'
import { searchableAgents, searchableApps } from './searchable.ts'

/** Which clients are counted. */
export interface CountedClients {
  readonly kind: ClientKind
  readonly active?: boolean | undefined
}

/** The kinds that operators list. */
const searchables = { agent: searchableAgents, app: searchableApps } as const

/** What a list of clients is narrowed to. */
export interface ClientFilter extends CountedClients {
  readonly kind: keyof typeof searchables
  readonly appType?: AppType | undefined
  /** How the name or the client_id begins, whatever the case, or the id, as it is spelled. */
  readonly search?: string | undefined
}

interface DeadClientsQuery {
  readonly kind: ClientKind
  readonly before: number
  readonly now: number
  readonly after: Position
  readonly limit: number
}

/** Every SQL statement about `clients`. */
export class ClientStore {
  readonly #db: Db
  readonly #clients: KeysetList<Client>
  readonly #searched: SearchedList<Client>
  readonly #byClientId: PointReads<Client>
  constructor(db: Db) {
    this.#db = db
    this.#byClientId = new PointReads(db, clients, 'clientId')
    this.#clients = new KeysetList(db, clients)
    this.#searched = new SearchedList(db, this.#clients)
  }

  async insert(tx: Tx, client: Client): Promise<void> {
    await tx.run(clients.insert(client))
  }

  find(queries: Queries, id: string): Promise<Client | undefined> {
    return this.#clients.find(sql`id = ${id}`, queries)
  }

  /** The hot path of every token request: one read through the unique index, with those that are asked for meanwhile. */
  findByClientId(clientId: string): Promise<Client | undefined> {
    return this.#byClientId.find(clientId)
  }

  /** Some clients by their protocol ids; those that are gone are left out. */
  async findAllByClientId(clientIds: readonly string[]): Promise<Client[]> {
    if (clientIds.length === 0) return []
    const rows = await this.#db.all(sql`
      SELECT ${clients.columns} FROM clients WHERE client_id IN (${joinAny(clientIds)})`)
    return rows.map(clients.decode)
  }

  /** A client as it is, held against every change until the transaction ends. */
  holdForChange(tx: Tx, id: string): Promise<Client | undefined> {
    return this.#clients.hold(tx, sql`id = ${id}`)
  }

  /** Whether a client is active; holds it so until the transaction ends. */
  async hold(tx: Tx, id: string): Promise<boolean> {
    return (await tx.get(sql`SELECT id FROM clients WHERE id = ${id} AND active = 1 ${forShare}`)) !== undefined
  }

  /** Writes the fields given; undefined when the client is gone. */
  async update(tx: Tx, id: string, changes: Partial<Client>): Promise<Client | undefined> {
    const row = await tx.get(
      sql`UPDATE clients SET ${clients.assign(changes)} WHERE id = ${id} RETURNING ${clients.columns}`,
    )
    return row && clients.decode(row)
  }

  /**
   * Replaces the secret of a client that has one; false when it is gone or turned off by now. With a time the one it had
   * until then works on.
   */
  async replaceSecret(tx: Tx, id: string, hash: string, now: number, formerUntil: number | null): Promise<boolean> {
    const former = formerUntil === null ? sql`NULL` : sql`secret_hash`
    const changed = await tx.run(sql`
      UPDATE clients SET former_secret_hash = ${former}, former_secret_until = ${formerUntil},
        secret_hash = ${hash}, updated_at = ${now}
      WHERE id = ${id} AND active = 1 AND secret_hash IS NOT NULL`)
    return changed === 1
  }

  /** Replaces the registration token if the one presented is still the current one. */
  async replaceRegistrationToken(tx: Tx, id: string, from: string, to: string): Promise<boolean> {
    const changed = await tx.run(
      sql`UPDATE clients SET registration_token_hash = ${to} WHERE id = ${id} AND registration_token_hash = ${from}`,
    )
    return changed === 1
  }

  async delete(tx: Tx, id: string): Promise<boolean> {
    return (await tx.run(sql`DELETE FROM clients WHERE id = ${id}`)) === 1
  }

  async touch(id: string, at: number): Promise<void> {
    await this.#db.run(
      sql`UPDATE clients SET last_used_at = ${at} WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${at})`,
    )
  }

  /** Clients of one kind, newest first. */
  list(filter: ClientFilter, request: PageRequest): Promise<Page<Client>> {
    const { kind, appType, search } = filter
    const ofType = appType === undefined ? undefined : sql`app_type = ${appType}`
    return this.#searched.page(searchables[kind], search, [ofType, isActive(filter)], request)
  }

  async listWithoutPkce(limit: number): Promise<Client[]> {
    const rows = await this.#db.all(sql`
      SELECT ${clients.columns} FROM clients WHERE kind = 'app' AND active = 1 AND require_pkce = 0
      ORDER BY created_at, id LIMIT ${limit}`)
    return rows.map(clients.decode)
  }

  count(counted: CountedClients): Promise<number> {
    return this.#clients.count([sql`kind = ${counted.kind}`, isActive(counted)])
  }

  /** Clients of a kind that nobody used since `before` and that hold neither a living token nor a consent, oldest first, after a place. */
  async listDead(tx: Tx, { kind, before, now, after, limit }: DeadClientsQuery): Promise<Client[]> {
    const rows = await tx.all(sql`
      SELECT ${clients.columns} FROM clients c
      WHERE kind = ${kind} AND created_at < ${before} AND (created_at, id) > (${after.createdAt}, ${after.id})
        AND (last_used_at IS NULL OR last_used_at < ${before})
        AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.client_id = c.client_id AND ${living(raw('t'), { now })})
        AND NOT EXISTS (SELECT 1 FROM consents k WHERE k.client_id = c.client_id AND k.revoked_at IS NULL)
      ORDER BY created_at, id LIMIT ${limit}`)
    return rows.map(clients.decode)
  }
}

const isActive = ({ active }: Pick<CountedClients, 'active'>): Sql | undefined =>
  active === undefined ? undefined : sql`active = ${active ? 1 : 0}`
