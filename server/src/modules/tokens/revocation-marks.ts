import type { Queries, Tx } from '#/platform/db/db.ts'
import { glob, globStored } from '#/platform/db/dialect.ts'
import { globToRegex } from '#/platform/db/glob.ts'
import { join, raw, sql } from '#/platform/db/sql.ts'
import type { Choice, Sql } from '#/platform/db/sql.ts'
import type { TokenSelector } from './selectors.ts'

interface Subject {
  /** The columns of a token whose values name the subject. */
  readonly columns: readonly string[]
  /** A column that the tokens it is about have filled. */
  readonly given?: string
}

/** What a mark can be about, beside a pattern of clients. */
const subjects = {
  client: { columns: ['client_id'] },
  'client-consents': { columns: ['client_id'], given: 'consent_id' },
  user: { columns: ['user_id'] },
  'user-sessions': { columns: ['user_id'], given: 'session_id' },
  'user-consents': { columns: ['user_id'], given: 'consent_id' },
  'user-client': { columns: ['user_id', 'client_id'] },
  consent: { columns: ['consent_id'] },
  policy: { columns: ['policy_id'] },
  key: { columns: ['jkt', 'client_id'] },
  'signing-key': { columns: ['signed_by'] },
  'all-sessions': { columns: [], given: 'session_id' },
} satisfies Record<string, Subject>

type SubjectKind = keyof typeof subjects
type MarkKind = SubjectKind | 'pattern'
const subjectKinds = Object.keys(subjects) as SubjectKind[]

/** Every use of a token looks at every pattern, so there are few; clients that match one more are marked one by one. */
const MAX_PATTERNS = 32

/** Selectors that end tokens by a mark: all but those that name a token or a session, whose rows are written. */
export type MarkedSelector = Exclude<TokenSelector, { by: 'token' | 'session' }>

interface Mark {
  readonly kind: MarkKind
  readonly subject: string
}

const mark = (kind: MarkKind, ...values: readonly string[]): Mark => ({ kind, subject: [kind, ...values].join(' ') })

function markOf(selector: MarkedSelector): Mark {
  switch (selector.by) {
    case 'client':
      return mark(selector.via === 'consent' ? 'client-consents' : 'client', selector.clientId)
    case 'user':
      if (selector.clientId !== undefined) return mark('user-client', selector.userId, selector.clientId)
      return mark(selector.via === undefined ? 'user' : (`user-${selector.via}s` as const), selector.userId)
    case 'all-sessions':
      return mark('all-sessions')
    case 'consent':
      return mark('consent', selector.consentId)
    case 'policy':
      return mark('policy', selector.policyId)
    case 'key':
      return mark('key', selector.jkt, selector.clientId)
    case 'signing-key':
      return mark('signing-key', selector.kid)
    case 'pattern':
      return mark('pattern', selector.pattern)
  }
}

/** Which marks there are: the kinds of those about one subject, and each pattern with its epoch. */
export interface PresentMarks {
  readonly kinds: readonly SubjectKind[]
  readonly patterns: readonly { readonly pattern: string; readonly epoch: number }[]
}

/** Reads which marks there are, so that whoever looks at many tokens asks of each only what could be. */
export async function presentMarks(queries: Queries): Promise<PresentMarks> {
  const asked = join(
    subjectKinds.map(
      (kind) => sql`SELECT ${kind} AS kind WHERE EXISTS (SELECT 1 FROM token_marks WHERE kind = ${kind})`,
    ),
    ' UNION ALL ',
  )
  const kinds = (await queries.all(asked)).map((row) => row['kind'] as SubjectKind)
  const rows = await queries.all(sql`SELECT pattern, epoch FROM token_marks WHERE kind = 'pattern' ORDER BY epoch`)
  return { kinds, patterns: rows.map((row) => ({ pattern: row['pattern'] as string, epoch: Number(row['epoch']) })) }
}

/** The condition that none of the marks that there are, or of any at all, ended a token. */
export function unmarked(token: Sql, marks?: PresentMarks): Sql {
  const none = [
    ...(marks ? marks.kinds.map((kind) => markOn(kind, token)) : marksOn(token)).map(
      (isOne) => sql`NOT EXISTS (SELECT 1 FROM token_marks m WHERE ${isOne})`,
    ),
    ...(marks?.patterns ?? []).map(
      ({ pattern, epoch }) => sql`NOT (${token}.epoch < ${epoch} AND ${glob(sql`${token}.client_id`, pattern)})`,
    ),
  ]
  if (none.length === 0) return sql`1 = 1`
  return sql`(${token}.epoch >= (SELECT current FROM token_epoch) OR (${join(none, ' AND ')}))`
}

/** The conditions, each served by an index, of which one holds for a mark `m` that ended a token. */
export const marksOn = (token: Sql): Sql[] => [
  sql`m.subject IN (${join(subjectKinds.map((kind) => subjectOf(kind, token)))}) AND m.epoch > ${token}.epoch`,
  sql`m.kind = 'pattern' AND ${globStored(sql`${token}.client_id`, sql`m.pattern`, sql`m.regex`)}
    AND m.epoch > ${token}.epoch`,
]

const markOn = (kind: SubjectKind, token: Sql): Sql =>
  sql`m.subject = ${subjectOf(kind, token)} AND m.epoch > ${token}.epoch`

/** The text that `mark` makes of a token's columns; null where a column is, so that no mark is about it. */
function subjectOf(kind: SubjectKind, token: Sql): Sql {
  const { columns, given }: Subject = subjects[kind]
  const named = join([raw(`'${kind}'`), ...columns.map((column) => sql`${token}.${raw(column)}`)], " || ' ' || ")
  return given === undefined ? named : sql`CASE WHEN ${token}.${raw(given)} IS NOT NULL THEN ${named} END`
}

/**
 * Waits for endings that are under way and lets none begin until the transaction ends, so that each token is counted by
 * one of them: `forUpdate` for those that set a mark, `forShare` for those that write rows and hold these.
 */
export async function holdEpoch(tx: Tx, lock: Choice): Promise<void> {
  await tx.all(sql`SELECT current FROM token_epoch ${lock}`)
}

/** Begins a new epoch: tokens of earlier ones can be ended by a mark of it. */
export async function beginEpoch(tx: Tx): Promise<number> {
  await tx.run(sql`UPDATE token_epoch SET current = current + 1`)
  return Number((await tx.get(sql`SELECT current FROM token_epoch`))?.['current'])
}

/** Ends the tokens of earlier epochs that a selector names. */
export async function setMark(
  tx: Tx,
  selector: MarkedSelector,
  { epoch, reason, now }: { epoch: number; reason: string; now: number },
): Promise<void> {
  const last = Number((await tx.get(sql`SELECT max(expires_at) AS last FROM tokens`))?.['last'] ?? now)
  const { kind, subject } = markOf(selector)
  const pattern = selector.by === 'pattern' ? selector.pattern : null
  if (pattern !== null && !(await makeRoomForPattern(tx, pattern))) {
    await tx.run(sql`
      INSERT INTO token_marks (subject, epoch, kind, reason, created_at, expires_at)
      SELECT 'client ' || client_id, CAST(${epoch} AS BIGINT), 'client', ${reason}, CAST(${now} AS BIGINT),
        CAST(${last} AS BIGINT)
      FROM clients WHERE ${glob(sql`client_id`, pattern)}`)
    return
  }
  await tx.run(sql`
    INSERT INTO token_marks (subject, epoch, kind, pattern, regex, reason, created_at, expires_at)
    VALUES (${subject}, ${epoch}, ${kind}, ${pattern}, ${pattern && globToRegex(pattern)}, ${reason}, ${now}, ${last})`)
}

/** Whether one more pattern can be marked. What an earlier mark of the same one ended, the new one ends too. */
async function makeRoomForPattern(tx: Tx, pattern: string): Promise<boolean> {
  await tx.run(sql`DELETE FROM token_marks WHERE kind = 'pattern' AND pattern = ${pattern}`)
  const row = await tx.get(sql`SELECT count(*) AS count FROM token_marks WHERE kind = 'pattern'`)
  return Number(row?.['count']) < MAX_PATTERNS
}
