import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { forShare, forUpdate, lockForWrites, lockTable } from '#/platform/db/dialect.ts'
import { joinAny, raw, sql } from '#/platform/db/sql.ts'
import type { Choice, Sql } from '#/platform/db/sql.ts'
import { operators } from './all-sessions.ts'
import type { AllSessionsSelector } from './all-sessions.ts'
import { addCounts, counting, countsOf, noTokens } from './counts.ts'
import type { RevocationCounts } from './counts.ts'
import { entriesOfAll, entriesOfMark, entriesOfRows } from './feed-entry.ts'
import { holdLine } from './lineage.ts'
import { unrevoked, unrevokedItself } from './liveness.ts'
import { beginEpoch, holdEpoch, presentMarks, setMark } from './revocation-marks.ts'
import type { MarkedSelector, PresentMarks } from './revocation-marks.ts'
import type { RevocationFeed } from './revocation-feed.ts'
import { partsOf } from './index-ranges.ts'
import type { Part, Range } from './index-ranges.ts'
import { selects } from './selectors.ts'
import type { TokenSelector } from './selectors.ts'

/** How many rows one statement writes. */
const BATCH_ROWS = 500

type RowSelector = Extract<TokenSelector, { by: 'token' | 'session' }>

interface Moment {
  readonly now: number
  readonly marks: PresentMarks
}

const t = raw('t')
const c = raw('c')

/**
 * Ends tokens and counts what ended. Whatever stands for a token or a session writes the rows at the top; whatever
 * stands for more sets one mark. What descends from them is dead with them, and so are tokens on their way: nobody
 * records one while an ending that reaches it counts.
 */
export class TokenRevocations {
  readonly #db: Db
  readonly #feed: RevocationFeed
  constructor(db: Db, feed: RevocationFeed) {
    this.#db = db
    this.#feed = feed
  }

  /** Ends all that a selector reaches, in the caller's transaction; returns how many had not ended before. */
  async revoke(tx: Tx, selector: TokenSelector, reason: string, now: number): Promise<RevocationCounts> {
    await hold(tx, selector)
    const moment = { now, marks: await presentMarks(tx) }
    if (isRowSelector(selector)) return this.#revokeRows(tx, selector, reason, moment)
    const counts = await this.#countRange(tx, selector, moment)
    const epoch = await beginEpoch(tx)
    if (selector.by === 'all-sessions') await spare(tx, selector, epoch, moment)
    await setMark(tx, selector, { epoch, reason, now })
    await this.#feed.record(tx, await entriesOfMark(tx, selector, now), now)
    return counts
  }

  /** Tells verifiers that every token is about to go, with its row. */
  async tellOfReset(tx: Tx, now: number): Promise<void> {
    await this.#feed.record(tx, await entriesOfAll(tx, now), now)
  }

  /** What `revoke` would end, without ending it. */
  async count(selector: TokenSelector, now: number): Promise<RevocationCounts> {
    const moment = { now, marks: await presentMarks(this.#db) }
    if (!isRowSelector(selector)) return this.#countRange(this.#db, selector, moment)
    return countFrom(this.#db, sql`SELECT t.id FROM tokens t WHERE ${isTop(selector, moment)}`, moment)
  }

  async #revokeRows(tx: Tx, selector: RowSelector, reason: string, moment: Moment): Promise<RevocationCounts> {
    let counts = noTokens
    for (;;) {
      const rows = await tx.all(sql`
        SELECT t.id FROM tokens t WHERE ${isTop(selector, moment)} LIMIT ${BATCH_ROWS} ${forUpdate}`)
      if (rows.length === 0) return counts
      const tops = rows.map((row) => row['id'] as string)
      const ids = joinAny(tops)
      const ended = await countFrom(tx, sql`SELECT id FROM tokens WHERE id IN (${ids})`, moment)
      counts = addCounts(counts, ended)
      // Nobody elsewhere sees a refresh token: what ends no access token is no news to them.
      if (ended.access_tokens > 0) {
        await this.#feed.record(tx, await entriesOfRows(tx, tops, moment.now), moment.now)
      }
      await tx.run(sql`UPDATE tokens SET revoked_at = ${moment.now}, revoked_reason = ${reason} WHERE id IN (${ids})`)
    }
  }

  async #countRange(queries: Queries, selector: MarkedSelector, moment: Moment): Promise<RevocationCounts> {
    const range = await rangeOf(queries, selector)
    let counts = noTokens
    if (!range) return counts
    for await (const part of partsOf(queries, range)) {
      const named = await queries.get(sql`
        SELECT ${counting(t)} FROM tokens t WHERE ${part(t)} AND ${names(selector, t)} AND ${unrevoked(t, moment)}`)
      const below = namesAll(selector) ? undefined : await queries.get(countBelow(selector, part, moment))
      counts = addCounts(counts, addCounts(countsOf(named), countsOf(below)))
    }
    return counts
  }
}

const isRowSelector = (selector: TokenSelector): selector is RowSelector =>
  selector.by === 'token' || selector.by === 'session'

const isTop = (selector: RowSelector, moment: Moment): Sql => sql`${selects(selector, t)} AND ${unrevoked(t, moment)}`

/** Counts some tokens that have not ended, with all below them. UNION: what two of them reach counts once. */
async function countFrom(queries: Queries, tops: Sql, moment: Moment): Promise<RevocationCounts> {
  const row = await queries.get(sql`
    WITH RECURSIVE reached (id) AS (
      ${tops}
      UNION
      SELECT c.id FROM reached CROSS JOIN tokens c WHERE c.parent_id = reached.id AND ${unrevokedItself(c, moment)}
    )
    SELECT ${counting(t)} FROM reached JOIN tokens t ON t.id = reached.id`)
  return countsOf(row)
}

/** Whether a selector names a token, said so that no index is sought for it: the part of a range is where to look. */
const names = (selector: MarkedSelector, token: Sql): Sql => sql`(${selects(selector, token)}) IS TRUE`
const namesNot = (selector: MarkedSelector, token: Sql): Sql => sql`(${selects(selector, token)}) IS NOT TRUE`

const namesAll = (selector: MarkedSelector): boolean => selector.by === 'pattern' && selector.pattern === '*'

/**
 * Counts what descends from the named tokens of a part and is not named itself. Such a token has one parent, which is
 * named or reached already, so each is reached once, whichever part its ancestor is in.
 */
const countBelow = (selector: MarkedSelector, part: Part, moment: Moment): Sql => sql`
  WITH RECURSIVE children AS MATERIALIZED (
    SELECT c.* FROM tokens t CROSS JOIN tokens c
    WHERE ${part(t)} AND ${names(selector, t)} AND c.parent_id = t.id AND ${namesNot(selector, c)}
  ), below (id, kind, depth) AS (
    SELECT c.id, c.kind, c.depth FROM children c WHERE ${unrevoked(c, moment)}
    UNION ALL
    SELECT c.id, c.kind, c.depth FROM below CROSS JOIN tokens c
    WHERE c.parent_id = below.id AND ${namesNot(selector, c)} AND ${unrevokedItself(c, moment)}
  )
  SELECT ${counting(raw('below'))} FROM below`

/** Where all that a selector names can be found in parts. */
async function rangeOf(queries: Queries, selector: MarkedSelector): Promise<Range | undefined> {
  const of = (column: Range['column'], owner: string): Range => ({ column, from: owner, to: owner })
  switch (selector.by) {
    case 'client':
    case 'key':
      return of('client_id', selector.clientId)
    case 'user':
      return of('user_id', selector.userId)
    case 'consent':
      return of('consent_id', selector.consentId)
    case 'policy':
      return of('policy_id', selector.policyId)
    case 'pattern':
      return clientsFromTo(queries, selects(selector, raw('clients')))
    case 'all-sessions':
    case 'signing-key':
      return clientsFromTo(queries, sql`1 = 1`)
  }
}

/** The first and the last client of some. The tokens of those that were deleted have ended. */
async function clientsFromTo(queries: Queries, condition: Sql | Choice): Promise<Range | undefined> {
  const end = async (direction: Sql): Promise<string | undefined> => {
    const row = await queries.get(sql`
      SELECT client_id FROM clients WHERE ${condition} ORDER BY client_id ${direction} LIMIT 1`)
    return row?.['client_id'] as string | undefined
  }
  const [from, to] = [await end(raw('ASC')), await end(raw('DESC'))]
  return from === undefined || to === undefined ? undefined : { column: 'client_id', from, to }
}

/** Holds the table, then what `lockOf` says, then the epoch: in one order, so that endings wait for each other in turn. */
async function hold(tx: Tx, selector: TokenSelector): Promise<void> {
  const writesRows = isRowSelector(selector)
  if (writesRows) await tx.all(sql`${lockForWrites(raw('tokens'))}`)
  await tx.all(sql`${lockOf(selector)}`)
  await holdEpoch(tx, writesRows ? forShare : forUpdate)
}

/**
 * What to hold so that no token is recorded below what ends until it has ended: a token is held with its ancestors by
 * whoever exchanges it, a person by whatever is issued to them, and the table by everything.
 */
function lockOf(selector: TokenSelector): Sql | Choice {
  const person = (id: Sql): Sql => sql`SELECT id FROM users WHERE id = ${id} ${forUpdate}`
  switch (selector.by) {
    case 'token':
      return holdLine(sql`SELECT parent_id FROM tokens WHERE id = ${selector.id}`)
    case 'session':
      return person(sql`(SELECT user_id FROM sessions WHERE id = ${selector.sessionId})`)
    case 'consent':
      return person(sql`(SELECT user_id FROM consents WHERE id = ${selector.consentId})`)
    case 'user':
      return person(sql`${selector.userId}`)
    case 'client':
    case 'policy':
    case 'pattern':
    case 'key':
    case 'signing-key':
    case 'all-sessions':
      return lockTable(raw('tokens'))
  }
}

/** Lifts the tokens of sessions that go on into the new epoch, so that its mark does not end them. */
async function spare(
  tx: Tx,
  { kept, operatorsToo }: AllSessionsSelector,
  epoch: number,
  moment: Moment,
): Promise<void> {
  const lift = (which: Sql): Promise<number> =>
    tx.run(sql`UPDATE tokens AS t SET epoch = ${epoch} WHERE ${which} AND ${unrevoked(t, moment)}`)
  if (kept !== null) await lift(sql`t.session_id = ${kept}`)
  if (!operatorsToo) await lift(sql`t.session_id IS NOT NULL AND t.user_id IN (${operators})`)
}
