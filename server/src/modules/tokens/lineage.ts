import { forShare, lookUp, rowsOfValue } from '#/platform/db/dialect.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import { tokens } from './token.ts'
import type { Token } from './token.ts'

/** What a token says of one that it descends from, so that whoever verifies it elsewhere can judge the whole line. */
export type Ancestor = Pick<Token, 'id' | 'clientId' | 'policyId' | 'jkt' | 'signedBy'>

/** Where a new token stands in its family. A root has no parent and is its own root. */
export interface LineagePosition {
  readonly parentId: string | null
  readonly rootId: string
  readonly depth: number
  readonly delegator: string | null
  /** The latest moment the token may live to: a child never outlives its parent. Epoch milliseconds. */
  readonly notAfter: number
  /** What it descends from, the nearest first, the root last. */
  readonly ancestors: readonly Ancestor[]
}

/** The position of a token that descends from nothing. */
export const rootPosition = (id: string): LineagePosition => ({
  parentId: null,
  rootId: id,
  depth: 0,
  delegator: null,
  notAfter: Infinity,
  ancestors: [],
})

/** The position below a refresh token: same depth, since nobody was delegated to. */
export const positionBelowFamily = (family: Token): LineagePosition => ({
  parentId: family.id,
  rootId: family.rootId,
  depth: family.depth,
  delegator: family.delegator,
  notAfter: family.expiresAt,
  ancestors: [family],
})

/**
 * The position one delegation below a token; what allows the delegation may end before the token does. `above` is what the
 * token descends from, where that is more than its family.
 */
export const positionOfDelegated = (
  subject: Token,
  notAfter = Infinity,
  above: readonly Ancestor[] = familyOf(subject),
): LineagePosition => ({
  parentId: subject.id,
  rootId: subject.rootId,
  depth: subject.depth + 1,
  delegator: subject.clientId,
  notAfter: Math.min(subject.expiresAt, notAfter),
  ancestors: wholeLine([subject, ...above], subject.rootId),
})

/** The refresh token that a token comes from, when nobody was delegated to. No key signs it. */
const familyOf = ({ depth, parentId, clientId, jkt }: Token): readonly Ancestor[] =>
  depth > 0 || parentId === null ? [] : [{ id: parentId, clientId, policyId: null, jkt, signedBy: null }]

/** A line that lacks its root would outlive the end of it wherever it is judged by what it says. */
function wholeLine(line: readonly Ancestor[], rootId: string): readonly Ancestor[] {
  if (line.at(-1)?.id !== rootId) throw new TypeError('the line does not lead to its root')
  return line
}

/** Selects a token, by a query for its id, and its ancestors, and holds them against being revoked: each by a look-up. */
export const holdLine = (id: Sql): Sql => sql`
  WITH RECURSIVE line (id) AS (
    ${id}
    UNION ALL
    SELECT t.parent_id FROM line ${lookUp(raw('tokens'), raw('t'), sql`t.id = line.id`)} WHERE t.parent_id IS NOT NULL
  )
  SELECT (SELECT t.id FROM tokens t WHERE t.id = line.id ${forShare}) AS id FROM line`

/** Selects some tokens, by one value of their ids, each as `descendant` with itself and its ancestors, from itself up to its root. */
export const lines = sql`
  WITH RECURSIVE line (descendant, id, step) AS (
    SELECT t.id, t.id, 0 FROM (${rowsOfValue(raw('id TEXT'))}) AS asked ${lookUp(raw('tokens'), raw('t'), sql`t.id = asked.id`)}
    UNION ALL
    SELECT line.descendant, t.parent_id, line.step + 1
    FROM line ${lookUp(raw('tokens'), raw('t'), sql`t.id = line.id`)} WHERE t.parent_id IS NOT NULL
  )
  SELECT line.descendant, ${tokens.columnsOf('t')} FROM line ${lookUp(raw('tokens'), raw('t'), sql`t.id = line.id`)}
  ORDER BY line.step`
