import { firstId, timeOfId } from '#/platform/ids.ts'
import type { Queries } from '#/platform/db/db.ts'
import { joinAny, raw, sql } from '#/platform/db/sql.ts'
import { toUnixSeconds } from '#/platform/clock.ts'
import { operators } from './all-sessions.ts'
import type { AllSessionsSelector } from './all-sessions.ts'
import type { MarkedSelector } from './revocation-marks.ts'
import { isTop, selects } from './selectors.ts'

/** What ended, in the words of docs/guides/revocation-feed.md: a token by its id, or what a mark names. */
export type FeedEntry = TokenEntry | MarkEntry

interface TokenEntry {
  readonly jti: string
  readonly exp: number
}

/** What a mark names: every member has to hold. */
interface MarkMembers {
  readonly client_id?: string
  readonly client_id_pattern?: string
  readonly sub?: string
  readonly consent?: string | true
  readonly session?: true
  readonly policy?: string
  readonly jkt?: string
  readonly kid?: string
}

interface MarkEntry extends MarkMembers {
  readonly before: string
  readonly exp: number
  readonly except?: { readonly sub?: readonly string[]; readonly jti?: readonly string[] }
}

/** No access token lives longer: the most that settings and clients can say. */
const MAX_ACCESS_TOKEN_MS = 86_400_000
const CLIENTS_AT_ONCE = 500
/** Of a session that goes on, more than people have; those beyond it are told as ended, and so are refused elsewhere. */
const MAX_SPARED = 1000

/** The entries of tokens whose rows are ended: of those that are access tokens, or have some that live. */
export async function entriesOfRows(queries: Queries, ids: readonly string[], now: number): Promise<FeedEntry[]> {
  const rows = await queries.all(sql`
    SELECT t.id, CASE WHEN t.kind = 'access' THEN t.expires_at ELSE (
      SELECT max(c.expires_at) FROM tokens c WHERE c.parent_id = t.id) END AS last
    FROM tokens t WHERE t.id IN (${joinAny([...ids])}) ORDER BY t.id`)
  return rows
    .filter((row) => Number(row['last'] ?? 0) > now)
    .map((row) => ({ jti: row['id'] as string, exp: toUnixSeconds(Number(row['last'])) }))
}

/** The entry of everything there is: a mark that names nothing. */
export async function entriesOfAll(queries: Queries, now: number): Promise<MarkEntry[]> {
  const newest = (await queries.get(sql`SELECT max(id) AS newest FROM tokens`))?.['newest'] as string | null | undefined
  if (newest === null || newest === undefined) return []
  // By the clocks of those that issued: every token that is recorded is of before.
  return [{ before: firstId('tok', timeOfId(newest) + 1), exp: toUnixSeconds(now + MAX_ACCESS_TOKEN_MS) }]
}

/** The entries of a mark that is set in this transaction, which lets nobody record a token that it is about. */
export async function entriesOfMark(queries: Queries, selector: MarkedSelector, now: number): Promise<FeedEntry[]> {
  const [shared] = await entriesOfAll(queries, now)
  if (!shared) return []
  if (selector.by === 'pattern' && /[[\]]/.test(selector.pattern)) {
    const clients = await clientsOf(queries, selector)
    return clients.map((clientId) => ({ client_id: clientId, ...shared }))
  }
  const except = selector.by === 'all-sessions' ? await sparedBy(queries, selector, now) : {}
  return [{ ...membersOf(selector), ...shared, ...(Object.keys(except).length > 0 && { except }) }]
}

function membersOf(selector: MarkedSelector): MarkMembers {
  switch (selector.by) {
    case 'client':
      return { client_id: selector.clientId, ...(selector.via === 'consent' && { consent: true }) }
    case 'user': {
      const { userId: sub, clientId, via } = selector
      if (clientId !== undefined) return { sub, client_id: clientId }
      return via === undefined ? { sub } : { sub, ...(via === 'consent' ? { consent: true } : { session: true }) }
    }
    case 'consent':
      return { consent: selector.consentId }
    case 'policy':
      return { policy: selector.policyId }
    case 'key':
      return { client_id: selector.clientId, jkt: selector.jkt }
    case 'signing-key':
      return { kid: selector.kid }
    case 'pattern':
      return { client_id_pattern: selector.pattern }
    case 'all-sessions':
      return { session: true }
  }
}

/** The clients that a pattern with classes matches: what follows the feed need not know classes. */
async function clientsOf(queries: Queries, selector: MarkedSelector): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const rows = await queries.all(sql`
      SELECT client_id FROM clients WHERE ${selects(selector, raw('clients'))} AND client_id > ${ids.at(-1) ?? ''}
      ORDER BY client_id LIMIT ${CLIENTS_AT_ONCE}`)
    ids.push(...rows.map((row) => row['client_id'] as string))
    if (rows.length < CLIENTS_AT_ONCE) return ids
  }
}

async function sparedBy(
  queries: Queries,
  { kept, operatorsToo }: AllSessionsSelector,
  now: number,
): Promise<NonNullable<MarkEntry['except']>> {
  const spared: { sub?: string[]; jti?: string[] } = {}
  if (!operatorsToo) {
    const rows = await queries.all(sql`${operators} ORDER BY id`)
    if (rows.length > 0) spared.sub = rows.map((row) => row['id'] as string)
  }
  if (kept !== null) {
    const rows = await queries.all(sql`
      SELECT id FROM tokens t WHERE session_id = ${kept} AND revoked_at IS NULL AND expires_at > ${now} AND ${isTop(raw('t'))}
      ORDER BY id DESC LIMIT ${MAX_SPARED}`)
    if (rows.length > 0) spared.jti = rows.map((row) => row['id'] as string)
  }
  return spared
}
