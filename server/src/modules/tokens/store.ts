import type { Db, Queries, Row, Tx } from '#/platform/db/db.ts'
import { CombinedWrites } from '#/platform/db/combined-writes.ts'
import { gathersWrites, hasOneWriter, lookUp, rowsAsValue, rowsIntoValue, rowsOfValue } from '#/platform/db/dialect.ts'
import { Gatherer } from '#/platform/db/gatherer.ts'
import { KeysetList, LOOKED_AT } from '#/platform/db/keyset-list.ts'
import { ListStatement } from '#/platform/db/list-statement.ts'
import { every, flatten, join, joinAny, raw, Sql, sql } from '#/platform/db/sql.ts'
import type { SqlValue } from '#/platform/db/sql.ts'
import { pageOf } from '#/platform/paging/paging.ts'
import type { Page, PageRequest, Position } from '#/platform/paging/paging.ts'
import { withEnds } from './revocation-status.ts'
import { holdLine, lines } from './lineage.ts'
import { living } from './liveness.ts'
import { insertionFrom, mayRecord, mintedRowsWith, mintedValueWith, TokenInsertions } from './recording.ts'
import type { Forebear, Token } from './token.ts'
import { forebears, tokens } from './token.ts'

const t = raw('t')

/** How many of the latest tokens are asked whether one of them lives. */
const LATEST = 1000

const MAX_COUNTED = 100_000

/** The same where what is counted has to be told apart first. */
const MANY_COUNTED = 10_000

/** How many living tokens there are, and the first of them. */
export interface LivingTokens {
  readonly count: number
  readonly oldest: Position
}

/** What a list of tokens is narrowed to. */
export interface TokenFilter {
  readonly clientId: string | undefined
  readonly userId: string | undefined
  /** Only together with one of them. */
  readonly active: boolean | undefined
}

/** Whether what a token hangs on still holds it. */
export interface TokenOwners {
  readonly clientActive: boolean
  readonly personActive: boolean
  readonly consentRevokedAt: number | null
  readonly policyRevokedAt: number | null
}

interface DelegatedQuery {
  readonly from: number
  readonly to: number
  readonly before: Position | undefined
  readonly limit: number
  readonly now: number
}

/** A token that was made by an exchange. */
export interface DelegatedToken {
  readonly token: Token
  /** Whom the subject let in; null once that token is gone. */
  readonly firstClient: string | null
  readonly isLiving: boolean
}

interface Lookup {
  readonly id: string
  readonly now: number
}

/** A family that moves on by one generation, and the access token that its use is answered with. */
interface Renewal {
  readonly family: Token
  readonly next: Pick<Token, 'fingerprint' | 'jkt'>
  readonly access: Token
  readonly now: number
}

interface Found {
  readonly token: Token
  readonly isLiving: boolean
}

/** The same with what it was delegated from, the nearest first, the root last; undefined when it was not delegated. */
export interface FoundWithLine extends Found {
  readonly above: readonly Forebear[] | undefined
}

/** Every SQL statement about `tokens` but those that end them. */
export class TokenStore {
  readonly #db: Db
  readonly #insertions: TokenInsertions
  readonly #insertOfClients: ListStatement
  readonly #findLiving: readonly string[]
  readonly #findAllLiving: readonly string[]
  readonly #findAllWithLine: readonly string[]
  readonly #inserts: Gatherer<Token, boolean>
  readonly #lookups: Gatherer<Lookup, Found | undefined>
  readonly #lineLookups: Gatherer<Lookup, FoundWithLine | undefined>
  readonly #lines: readonly string[]
  readonly #holding: readonly string[]
  readonly #stillLiving: readonly string[]
  readonly #rotation: readonly string[]
  readonly #rebinding: readonly string[]
  readonly #renewals: CombinedWrites<Renewal>
  readonly #ofOwners: KeysetList<Token>
  constructor(db: Db) {
    this.#db = db
    this.#ofOwners = new KeysetList(db, { ...tokens, from: sql`tokens t`, key: ['t.created_at', 't.id'] })
    this.#insertions = new TokenInsertions(db.engine)
    this.#insertOfClients = new ListStatement(db.engine, insertionOfClients)
    this.#findLiving = flatten(findingLiving, db.engine).strings
    this.#findAllLiving = flatten(findingAllLiving, db.engine).strings
    this.#findAllWithLine = flatten(findingAllWithLine, db.engine).strings
    this.#lines = flatten(lines, db.engine).strings
    this.#holding = flatten(holding, db.engine).strings
    this.#stillLiving = flatten(stillLiving, db.engine).strings
    this.#rotation = flatten(rotation(), db.engine).strings
    this.#rebinding = flatten(rotation(sql`jkt = ${null},`), db.engine).strings
    this.#renewals = new CombinedWrites(db, {
      statement: renewal,
      values: renewed,
      id: ({ access }) => access.id,
      inTurn: ({ family, next, access, now }) => [this.#rotationOf(family, next, now), this.#insertions.of(access)],
    })
    this.#inserts = new Gatherer(
      { alone: (token) => this.#insertOne(db, token), together: (some) => this.#insertAll(some) },
      gathersWrites[db.engine],
    )
    this.#lookups = new Gatherer({
      alone: (lookup) => this.#findOne(lookup),
      together: (lookups) => this.#findEach(lookups, this.#findAllLiving, foundIn),
    })
    this.#lineLookups = new Gatherer({
      together: (lookups) => this.#findEach(lookups, this.#findAllWithLine, foundWithLineIn),
    })
  }

  /**
   * Writes a new token, in the epoch of this moment and only if its client and its person are active at this moment:
   * whoever is off gets nothing, and what was decided before an ending belongs to the epoch after it, as if it had been
   * asked for then. Returns whether it was written.
   */
  insert(queries: Queries, token: Token): Promise<boolean> {
    // What belongs to no transaction and to no person, as most tokens do, is written with others.
    const isAlone = queries !== this.#db || token.userId !== null
    return isAlone ? this.#insertOne(queries, token) : this.#inserts.ask(token)
  }

  async #insertOne(queries: Queries, token: Token): Promise<boolean> {
    return (await queries.run(this.#insertions.of(token))) === 1
  }

  async #insertAll(some: readonly Token[]): Promise<boolean[]> {
    const written = await this.#db.run(this.#insertOfClients.of(some.map((token) => tokens.values(token))))
    if (written === some.length) return some.map(() => true)
    // Some client was turned off. Ids are new, so those that are there were written now.
    const rows = await this.#db.all(sql`SELECT id FROM tokens WHERE id IN (${joinAny(some.map(({ id }) => id))})`)
    const ids = new Set(rows.map((row) => row['id']))
    return some.map(({ id }) => ids.has(id))
  }

  async find(queries: Queries, id: string): Promise<Token | undefined> {
    const row = await queries.get(sql`SELECT ${tokens.columns} FROM ${tokens.name} WHERE id = ${id}`)
    return row && tokens.decode(row)
  }

  /** The hot path of introspection: a token, and whether it and everything it hangs on lives, in one read. */
  findLiving(id: string, now: number): Promise<Found | undefined> {
    return this.#lookups.ask({ id, now })
  }

  /** The same with what the token was delegated from, for whoever extends its line. */
  findLivingWithLine(id: string, now: number): Promise<FoundWithLine | undefined> {
    return this.#lineLookups.ask({ id, now })
  }

  async #findOne({ id, now }: Lookup): Promise<Found | undefined> {
    const row = await this.#db.get(new Sql(this.#findLiving, [...MOMENTS.map(() => now), id]))
    return row && foundIn(row)
  }

  async #findEach<F extends Found>(
    lookups: readonly Lookup[],
    text: readonly string[],
    decode: (row: Row) => F,
  ): Promise<(F | undefined)[]> {
    // Whoever asks for the latest moment decides for all that asked together: a token may only end sooner by that.
    const now = Math.max(...lookups.map((lookup) => lookup.now))
    const asked = idsAsValue(lookups.map(({ id }) => id))
    const rows = await this.#db.all(new Sql(text, [...MOMENTS.map(() => now), asked]))
    const found = new Map(rows.map((row) => [row['id'], decode(row)]))
    return lookups.map(({ id }) => found.get(id))
  }

  /**
   * Whether a token lives; holds it and its ancestors until the transaction ends, so that none can be revoked while it
   * gets a child.
   */
  async holdLiving(tx: Tx, id: string, now: number): Promise<boolean> {
    if (!hasOneWriter[tx.engine]) await tx.all(new Sql(this.#holding, [id]))
    return (await tx.get(new Sql(this.#stillLiving, [id, ...MOMENTS.map(() => now)]))) !== undefined
  }

  /** RFC 6749 §6, RFC 9700 §4.14.2: moves a family on by one generation; false when another request was first. */
  async rotate(tx: Tx, family: Token, next: Pick<Token, 'fingerprint' | 'jkt'>, now: number): Promise<boolean> {
    return (await tx.run(this.#rotationOf(family, next, now))) === 1
  }

  #rotationOf(family: Token, next: Pick<Token, 'fingerprint' | 'jkt'>, now: number): Sql {
    const [text, key] = next.jkt === family.jkt ? [this.#rotation, []] : [this.#rebinding, [next.jkt]]
    const values = [family.generation + 1, next.fingerprint, ...key, now, family.id, family.generation]
    return new Sql(text, [...values, ...MOMENTS.map(() => now)])
  }

  async handOver(tx: Tx, from: string, to: string, now: number): Promise<void> {
    await tx.run(sql`
      UPDATE tokens SET session_id = ${to} WHERE session_id = ${from} AND revoked_at IS NULL AND expires_at > ${now}`)
  }

  /**
   * Rotates a family and records the access token that comes of it, both or neither; with those that are renewed meanwhile.
   * False when another request was first, or when the family, its client or its person ended.
   */
  renew(renewal: Renewal): Promise<boolean> {
    return this.#renewals.write(renewal)
  }

  /**
   * When the last living access token expires, or somewhat later; 0 when there is none. Reads along the index from the
   * latest expiry; when all of many are dead, it takes it that the next one lives.
   */
  async lastExpiresAt(now: number): Promise<number> {
    const row = await this.#db.get(sql`
      SELECT max(CASE WHEN ${living(t, { now })} THEN t.expires_at END) AS last, min(t.expires_at) AS reached,
        count(*) AS count
      FROM (SELECT * FROM tokens WHERE expires_at > ${now} AND kind = 'access' AND revoked_at IS NULL
        ORDER BY expires_at DESC LIMIT ${LATEST}) AS t`)
    const otherwise = row?.['count'] === LATEST ? row['reached'] : 0
    return Number(row?.['last'] ?? otherwise)
  }

  /**
   * Tokens newest first: of everybody, or of a client and a person, with when and why the first ending reached them. Without a
   * total, which `count` says.
   */
  async list(filter: TokenFilter, request: Omit<PageRequest, 'includeTotal'>, now: number): Promise<Page<Token>> {
    const { owner, others } = conditionsOf(filter, now)
    const page =
      owner === undefined
        ? await this.#pageOfAll(request)
        : await (others.length > 0
            ? this.#ofOwners.pageWithin([owner], others, request)
            : this.#ofOwners.page([owner], { ...request, includeTotal: false }))
    return { ...page, rows: await withEnds(this.#db, page.rows, now) }
  }

  /** Ids begin with the time, so where nothing else leads to tokens the primary key does. */
  async #pageOfAll({ before, limit }: Omit<PageRequest, 'includeTotal'>): Promise<Page<Token>> {
    const rows = await this.#db.all(sql`
      SELECT ${tokens.columns} FROM tokens t WHERE ${every([before && sql`t.id < ${before.id}`])}
      ORDER BY id DESC LIMIT ${limit + 1}`)
    return pageOf(rows.map(tokens.decode), limit, undefined)
  }

  /** How many that are; undefined when they are so many that nobody counts them. */
  async count(filter: TokenFilter, now: number): Promise<number | undefined> {
    const { owner, others } = conditionsOf(filter, now)
    const most = others.length === 0 ? MAX_COUNTED : LOOKED_AT
    const columns = others.length === 0 ? raw('1') : raw('*')
    const row = await this.#db.get(sql`
      SELECT count(*) AS seen, sum(CASE WHEN ${every(others)} THEN 1 ELSE 0 END) AS fit
      FROM (SELECT ${columns} FROM tokens t WHERE ${every([owner])} LIMIT ${most + 1}) AS t`)
    return Number(row?.['seen']) > most ? undefined : Number(row?.['fit'] ?? 0)
  }

  /** What was made of a token by exchange or renewal, newest first. */
  async children(id: string, limit: number, now: number): Promise<Token[]> {
    const rows = await this.#db.all(sql`
      SELECT ${tokens.columns} FROM tokens WHERE parent_id = ${id} ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return withEnds(this.#db, rows.map(tokens.decode), now)
  }

  /** What some tokens hang on besides each other, as it stands now; null for what they do not hang on. */
  async owners(ids: readonly string[]): Promise<Map<string, TokenOwners>> {
    const rows = await this.#db.all(sql`
      SELECT t.id, CASE WHEN c.active = 1 THEN 1 ELSE 0 END AS client_active, u.disabled_at,
        CASE WHEN t.user_id IS NOT NULL AND u.id IS NULL THEN 1 ELSE 0 END AS user_gone, k.revoked_at AS consent_revoked_at,
        p.revoked_at AS policy_revoked_at
      FROM tokens t LEFT JOIN clients c ON c.client_id = t.client_id LEFT JOIN users u ON u.id = t.user_id
      LEFT JOIN consents k ON k.id = t.consent_id LEFT JOIN policies p ON p.id = t.policy_id
      WHERE t.id IN (${joinAny(ids)})`)
    return new Map(
      rows.map((row) => [
        row['id'] as string,
        {
          clientActive: row['client_active'] === 1,
          personActive: row['disabled_at'] === null && row['user_gone'] === 0,
          consentRevokedAt: row['consent_revoked_at'] as number | null,
          policyRevokedAt: row['policy_revoked_at'] as number | null,
        },
      ]),
    )
  }

  /** The newest delegated tokens of a time, each with the client of its root and whether it lives. */
  async delegatedBetween({ from, to, before, limit, now }: DelegatedQuery): Promise<DelegatedToken[]> {
    const conditions = [
      sql`t.depth > 0`,
      sql`t.created_at >= ${from}`,
      sql`t.created_at < ${to}`,
      before && sql`(t.created_at, t.id) < (${before.createdAt}, ${before.id})`,
    ]
    const rows = await this.#db.all(sql`
      SELECT ${tokens.columnsOf('t')}, r.client_id AS first_client, CASE WHEN ${living(t, { now })} THEN 1 ELSE 0 END AS is_living
      FROM tokens t LEFT JOIN tokens r ON r.id = t.root_id
      WHERE ${every(conditions)} ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}`)
    return rows.map((row) => ({
      token: tokens.decode(row),
      firstClient: row['first_client'] as string | null,
      isLiving: row['is_living'] === 1,
    }))
  }

  /** The living tokens of a person by client. */
  async livingByClient(userId: string, now: number): Promise<Map<string, LivingTokens>> {
    const rows = await this.#db.all(sql`
      SELECT client_id, count(*) AS count, min(created_at) AS since, min(id) AS first FROM tokens t
      WHERE t.user_id = ${userId} AND ${living(t, { now })} GROUP BY client_id ORDER BY client_id`)
    return new Map(
      rows.map((row) => [
        row['client_id'] as string,
        { count: Number(row['count']), oldest: { createdAt: Number(row['since']), id: row['first'] as string } },
      ]),
    )
  }

  /** The delegated tokens a client took part in, as the actor or as the delegator, newest first. */
  async listDelegatedOfClient(clientId: string, before: Position | undefined, limit: number): Promise<Token[]> {
    const older = before ? sql`(created_at, id) < (${before.createdAt}, ${before.id})` : sql`1 = 1`
    // Two index scans, each limited, instead of an OR that would read the whole table.
    const side = (condition: Sql): Sql => sql`
      SELECT * FROM (SELECT ${tokens.columns} FROM tokens WHERE ${condition} AND ${older}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}) AS side`
    const rows = await this.#db.all(sql`
      SELECT * FROM (
        ${side(sql`client_id = ${clientId} AND depth > 0`)}
        UNION
        ${side(sql`delegator = ${clientId}`)}
      ) AS delegated ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return rows.map(tokens.decode)
  }

  /** How many those are; undefined when they are so many that nobody counts them. */
  async countDelegatedOfClient(clientId: string): Promise<number | undefined> {
    const row = await this.#db.get(sql`
      SELECT count(*) AS count FROM (
        SELECT id FROM (SELECT id FROM tokens WHERE client_id = ${clientId} AND depth > 0 LIMIT ${MANY_COUNTED + 1}) AS acted
        UNION
        SELECT id FROM (SELECT id FROM tokens WHERE delegator = ${clientId} LIMIT ${MANY_COUNTED + 1}) AS handed_on
      ) AS delegated`)
    const count = Number(row?.['count'])
    return count > MANY_COUNTED ? undefined : count
  }

  /** Each of some tokens with its ancestors, from itself up to its root. */
  async ancestries(ids: readonly string[], now: number): Promise<Map<string, Token[]>> {
    const ancestries = new Map(ids.map((id): [string, Token[]] => [id, []]))
    if (ids.length === 0) return ancestries
    const rows = await this.#db.all(new Sql(this.#lines, [idsAsValue(ids)]))
    const found = new Map(rows.map((row) => [row['id'] as string, tokens.decode(row)]))
    const ended = new Map((await withEnds(this.#db, [...found.values()], now)).map((token) => [token.id, token]))
    for (const row of rows) ancestries.get(row['descendant'] as string)?.push(ended.get(row['id'] as string) as Token)
    return ancestries
  }
}

/** Whose tokens an index leads to, and what each of them is asked then. A person has fewer than a client. */
function conditionsOf(
  { clientId, userId, active }: TokenFilter,
  now: number,
): { owner: Sql | undefined; others: Sql[] } {
  const ofClient = clientId === undefined ? undefined : sql`t.client_id = ${clientId}`
  const ofUser = userId === undefined ? undefined : sql`t.user_id = ${userId}`
  const others = [ofUser && ofClient, ifActive(active, now)].filter((condition) => condition !== undefined)
  return { owner: ofUser ?? ofClient, others }
}

const ifActive = (active: boolean | undefined, now: number): Sql | undefined =>
  active === undefined ? undefined : active ? living(t, { now }) : sql`${living(t, { now })} IS NOT TRUE`

/** A moment stands in for the values of a statement that is flattened once. */
const SOME_TIME = 0

const livingThen = living(t, { now: SOME_TIME })
/** One for each place where the moment goes. */
const MOMENTS = flatten(livingThen, 'postgres').pieces

const foundColumns = sql`${tokens.columnsOf('t')}, CASE WHEN ${livingThen} THEN 1 ELSE 0 END AS is_living`

const foundIn = (row: Row): Found => ({ token: tokens.decode(row), isLiving: row['is_living'] === 1 })

const findingLiving = sql`SELECT ${foundColumns} FROM tokens t WHERE t.id = ${''}`

/** The same for any number of tokens, where those who ask are gathered. */
const findingAllLiving = sql`
  SELECT ${foundColumns} FROM (${rowsOfValue(raw('id TEXT'))}) AS asked ${lookUp(raw('tokens'), t, sql`t.id = asked.id`)}`

/** What a token was delegated from, each by a look-up. */
const lineAbove = sql`
  WITH RECURSIVE line (${forebears.columns}, parent_id, step) AS (
    SELECT ${forebears.columnsOf('a')}, a.parent_id, 1 FROM tokens a WHERE a.id = t.parent_id
    UNION ALL
    SELECT ${forebears.columnsOf('a')}, a.parent_id, line.step + 1
    FROM line ${lookUp(raw('tokens'), raw('a'), sql`a.id = line.parent_id`)}
  )
  ${rowsIntoValue(forebears.columnNames, raw('line'), raw('step'))}`

const findingAllWithLine = sql`
  SELECT ${foundColumns}, CASE WHEN t.depth > 0 THEN (${lineAbove}) END AS above
  FROM (${rowsOfValue(raw('id TEXT'))}) AS asked ${lookUp(raw('tokens'), t, sql`t.id = asked.id`)}`

const foundWithLineIn = (row: Row): FoundWithLine => ({
  ...foundIn(row),
  above: row['above'] === null ? undefined : (JSON.parse(row['above'] as string) as Row[]).map(forebears.decode),
})

/** Each id once, as a value for `rowsOfValue`. */
const idsAsValue = (ids: readonly string[]): string => rowsAsValue([...new Set(ids)].map((id) => ({ id })))

const holding = holdLine(sql`SELECT id FROM tokens WHERE id = ${''}`)

const stillLiving = sql`SELECT t.id FROM tokens t WHERE t.id = ${''} AND ${livingThen}`

/** Names the key only where it is another: SQLite writes anew whatever index has a column that is named. */
const rotation = (binding = sql``): Sql => sql`
  UPDATE tokens AS t
  SET generation = ${SOME_TIME}, fingerprint = ${''}, ${binding} rotated_at = ${SOME_TIME}
  WHERE t.id = ${''} AND t.generation = ${SOME_TIME} AND ${livingThen}`

/** What `TokenInsertions` write, for tokens that belong to clients alone, any number of them. */
const insertionOfClients = (count: number): Sql => sql`
  WITH minted (${tokens.columns}) AS (VALUES ${join(Array<Sql>(count).fill(sql`(${tokens.gaps})`))})
  INSERT INTO tokens (${tokens.columns}, epoch)
  SELECT ${tokens.columnsOf('minted')}, e.current FROM minted
  JOIN token_epoch e ON 1 = 1
  JOIN clients o ON o.client_id = minted.client_id AND o.active = 1`

const renewed = (some: readonly Renewal[]): SqlValue[] => [
  Math.max(...some.map(({ now }) => now)),
  mintedValueWith(
    some.map(({ family, next, access }) => {
      const { fingerprint, jkt } = next
      return [access, { used_generation: family.generation, next_fingerprint: fingerprint, next_jkt: jkt }]
    }),
  ),
]

/**
 * Any number of families at once, where a statement `writesTogether`. Of two that use one refresh token at once one gets the
 * row of the family, and its access token alone is written; two of one batch are told apart before.
 */
const renewal = sql`
  WITH moment (now) AS (VALUES (CAST(${SOME_TIME} AS BIGINT))),
  minted AS MATERIALIZED (${mintedRowsWith(raw('used_generation BIGINT, next_fingerprint TEXT, next_jkt TEXT'))}),
  ready AS MATERIALIZED (
    SELECT DISTINCT ON (minted.parent_id) minted.* FROM minted WHERE ${mayRecord(raw('minted'))}
    ORDER BY minted.parent_id, minted.used_generation DESC
  ),
  rotated AS (
    UPDATE tokens AS t
    SET generation = ready.used_generation + 1, fingerprint = ready.next_fingerprint, jkt = ready.next_jkt,
      rotated_at = moment.now
    FROM ready CROSS JOIN moment
    WHERE t.id = ready.parent_id AND t.generation = ready.used_generation AND ${living(t, { now: raw('moment.now') })}
    RETURNING ready.*
  )
  ${insertionFrom('rotated')} RETURNING id`
