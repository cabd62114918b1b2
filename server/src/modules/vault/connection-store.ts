import type { Db, Queries, Row, Tx } from '#/platform/db/db.ts'
import { forShare, forShareOf } from '#/platform/db/dialect.ts'
import { Gatherer } from '#/platform/db/gatherer.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import { joinAny, raw, sql } from '#/platform/db/sql.ts'
import { unique } from '#/platform/merge-patch.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfUser, OfVaultConnection, OfVaultProvider, RowEnding } from '#/modules/lifecycle/index.ts'
import { vaultConnections } from './connection.ts'
import type { ConnectionAt, VaultConnection } from './connection.ts'
import type { GrantedScopes } from './grant.ts'
import { vaultProviders } from './provider.ts'

/** What a list of connections is narrowed to. */
export interface VaultConnectionFilter {
  readonly userId?: string | undefined
  readonly providerId?: string | undefined
}

/** Whose accounts are meant, at which provider, and for which clients. */
interface AskedAccounts {
  readonly userId: string
  readonly providerName: string
  readonly clientIds: readonly string[]
}

/** The accounts, with what the clients may use of them. */
interface UsableAccounts {
  readonly all: readonly ConnectionAt[]
  readonly grants: readonly GrantedScopes[]
}

/** Every SQL statement about `vault_connections`. */
export class VaultConnectionStore {
  readonly #db: Db
  readonly #connections: KeysetList<VaultConnection>
  readonly #listed: KeysetList<ConnectionAt>
  readonly #usable: Gatherer<AskedAccounts, UsableAccounts>
  constructor(db: Db) {
    this.#usable = new Gatherer({ together: (asks) => this.#usableAt(asks) })
    this.#db = db
    this.#connections = new KeysetList(db, vaultConnections)
    this.#listed = new KeysetList(db, connectionsAt)
  }

  find(id: string): Promise<ConnectionAt | undefined> {
    return this.#listed.find(sql`c.id = ${id}`)
  }

  /** Connections, newest first. */
  list({ userId, providerId }: VaultConnectionFilter, request: PageRequest): Promise<Page<ConnectionAt>> {
    const conditions = [
      userId === undefined ? undefined : sql`c.user_id = ${userId}`,
      providerId === undefined ? undefined : sql`c.vault_provider_id = ${providerId}`,
    ]
    return this.#listed.page(conditions, request)
  }

  /**
   * What a person connected at the provider of a name, the oldest first, with what they let some clients use of it: one
   * statement, and the same one for all that ask at once, since each use of the vault does.
   */
  usableAt(ask: AskedAccounts): Promise<UsableAccounts> {
    return this.#usable.ask(ask)
  }

  async #usableAt(asks: readonly AskedAccounts[]): Promise<UsableAccounts[]> {
    const among = (pick: (ask: AskedAccounts) => readonly string[]) => joinAny(unique(asks.flatMap(pick)))
    const rows = await this.#db.all(sql`
      SELECT ${connectionsAt.columns}, g.client_id, g.scopes AS granted_scopes FROM ${connectionsAt.from}
        LEFT JOIN vault_grants g ON g.connection_id = c.id AND g.client_id IN (${among(({ clientIds }) => clientIds)})
      WHERE c.user_id IN (${among(({ userId }) => [userId])}) AND p.name IN (${among((it) => [it.providerName])})
      ORDER BY c.created_at, c.id`)
    return asks.map(({ userId, providerName, clientIds }) => {
      const own = rows.filter((row) => row['user_id'] === userId && row['p_name'] === providerName)
      const all = new Map(own.map((row) => [row['id'], row]))
      const grants = own.flatMap(grantedIn).filter(({ clientId }) => clientIds.includes(clientId))
      return { all: [...all.values()].map(connectionsAt.decode), grants }
    })
  }

  /** Those of some connections that are a person's, held against their end until the transaction ends. */
  async holdOfUser(tx: Tx, userId: string, ids: readonly string[]): Promise<ConnectionAt[]> {
    if (ids.length === 0) return []
    const rows = await tx.all(sql`
      SELECT ${connectionsAt.columns} FROM ${connectionsAt.from}
      WHERE c.user_id = ${userId} AND c.id IN (${joinAny(ids)}) ${forShareOf(raw('c'))}`)
    return rows.map(connectionsAt.decode)
  }

  countOfUser(userId: string, queries: Queries): Promise<number> {
    return this.#connections.count([sql`user_id = ${userId}`], queries)
  }

  /** The connection of an account that is there already, held until the transaction ends. */
  holdAccount(tx: Tx, { userId, vaultProviderId, accountKey }: VaultConnection): Promise<VaultConnection | undefined> {
    return this.#connections.hold(
      tx,
      sql`user_id = ${userId} AND vault_provider_id = ${vaultProviderId} AND account_key = ${accountKey}`,
    )
  }

  /** Whether a connection is there; holds it against its end until the transaction ends. */
  async holdThere(tx: Tx, id: string): Promise<boolean> {
    return (await tx.get(sql`SELECT id FROM vault_connections WHERE id = ${id} ${forShare}`)) !== undefined
  }

  /** Writes a new one; false when somebody else connected the account in this moment. */
  async insert(tx: Tx, connection: VaultConnection): Promise<boolean> {
    const statement = sql`${vaultConnections.insert(connection)}
      ON CONFLICT (user_id, vault_provider_id, account_key) DO NOTHING`
    return (await tx.run(statement)) === 1
  }

  async replace(tx: Tx, connection: VaultConnection): Promise<void> {
    const { id } = connection
    await tx.run(sql`UPDATE vault_connections SET ${vaultConnections.assign(connection)} WHERE id = ${id}`)
  }

  /** Takes the lease on refreshing one pair of tokens; false while another holds it, or they were refreshed. */
  async lease({ id, version }: VaultConnection, holder: string, now: number, until: number): Promise<boolean> {
    const taken = await this.#db.run(sql`
      UPDATE vault_connections SET lease = ${holder}, leased_until = ${until}
      WHERE id = ${id} AND version = ${version} AND (leased_until IS NULL OR leased_until <= ${now})`)
    return taken === 1
  }

  /** Gives the lease back, and lets nobody try again before a moment. */
  async coolDown({ id }: VaultConnection, holder: string, until: number): Promise<void> {
    await this.#db.run(sql`
      UPDATE vault_connections SET lease = NULL, leased_until = ${until} WHERE id = ${id} AND lease = ${holder}`)
  }

  /** Writes what a refresh of one pair of tokens came to; false when they are no longer those. */
  async supersede(
    queries: Queries,
    { id, version }: VaultConnection,
    fields: Partial<VaultConnection>,
  ): Promise<boolean> {
    const after = vaultConnections.assign({ ...fields, version: version + 1, lease: null, leasedUntil: null })
    const statement = sql`UPDATE vault_connections SET ${after} WHERE id = ${id} AND version = ${version}`
    return (await queries.run(statement)) === 1
  }

  /**
   * Throws away the tokens of everybody at a provider, so that nothing of theirs is ever sent to where it leads now. Only
   * the people can go on. Returns how many connections this stopped.
   */
  dropTokens(tx: Tx, providerId: string, now: number): Promise<number> {
    return tx.run(sql`
      UPDATE vault_connections
      SET state = 'needs_reauth', tokens_sealed = NULL, version = version + 1, lease = NULL, leased_until = NULL,
        updated_at = ${now}
      WHERE vault_provider_id = ${providerId} AND tokens_sealed IS NOT NULL`)
  }
}

const [c, p] = ['c', 'p']

const prefixed = (columns: string, prefix: string): string =>
  columns
    .split(', ')
    .map((column) => `${column} AS ${prefix}_${column.slice(2)}`)
    .join(', ')

const textOf = (columns: { readonly strings: readonly string[] }): string => columns.strings.join('')

/** The columns of a provider beside those of a connection, by the names they have there and at home. */
const providerColumns = textOf(vaultProviders.columnsOf(p))
  .split(', ')
  .map((column) => [`p_${column.slice(2)}`, column.slice(2)] as const)

function providerRow(row: Row): Row {
  const own: Record<string, unknown> = {}
  for (const [there, name] of providerColumns) own[name] = row[there]
  return own
}

const grantedIn = (row: Row): GrantedScopes[] =>
  row['client_id'] === null
    ? []
    : [
        {
          connectionId: String(row['id']),
          clientId: String(row['client_id']),
          scopes: JSON.parse(String(row['granted_scopes'])) as readonly string[],
        },
      ]

const connectionsAt: ListSource<ConnectionAt> = {
  columns: raw(`${textOf(vaultConnections.columnsOf(c))}, ${prefixed(textOf(vaultProviders.columnsOf(p)), 'p')}`),
  from: sql`vault_connections c JOIN vault_providers p ON p.id = c.vault_provider_id`,
  counted: sql`vault_connections c`,
  key: ['c.created_at', 'c.id'],
  decode: (row) => ({
    connection: vaultConnections.decode(row),
    provider: vaultProviders.decode(providerRow(row)),
  }),
}

/** The connections that end with their person or provider, and one by itself. */
export const connectionsEnding: RowEnding<OfUser | OfVaultProvider | OfVaultConnection> = {
  table: 'vault_connections',
  counts: 'vault_connections',
  end: () => sql`DELETE FROM vault_connections`,
  which: (subject) => {
    if (subject.by === 'user') return sql`user_id = ${subject.userId}`
    if (subject.by === 'vault-connection') return sql`id = ${subject.connectionId}`
    return sql`vault_provider_id = ${subject.vaultProviderId}`
  },
}
