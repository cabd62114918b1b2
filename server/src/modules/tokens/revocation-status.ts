import type { Db } from '#/platform/db/db.ts'
import { lookUp } from '#/platform/db/dialect.ts'
import { join, joinAny, raw, sql } from '#/platform/db/sql.ts'
import { marksOn } from './revocation-marks.ts'
import type { Token } from './token.ts'

/**
 * The tokens of a page as if each ending had written its row: when and why the first of what ended a token did, be it
 * its own row, a mark, or what ended an ancestor.
 */
export async function withEnds(db: Db, page: readonly Token[], now: number): Promise<Token[]> {
  const asked = page.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now).map(({ id }) => id)
  const ends = asked.length === 0 ? new Map<string, End>() : await endsOf(db, asked)
  return page.map((token) => ({ ...token, ...ends.get(token.id) }))
}

const t = raw('t')

type End = Pick<Token, 'revokedAt' | 'revokedReason'>

async function endsOf(db: Db, ids: readonly string[]): Promise<Map<string, End>> {
  const byMark = marksOn(t).map(
    (condition) => sql`
    SELECT line.descendant, m.created_at AS ended_at, m.reason
    FROM line ${lookUp(raw('tokens'), t, sql`t.id = line.id`)} JOIN token_marks m ON ${condition}`,
  )
  const byRow = sql`
    SELECT line.descendant, t.revoked_at AS ended_at, t.revoked_reason AS reason
    FROM line ${lookUp(raw('tokens'), t, sql`t.id = line.id`)} WHERE t.revoked_at IS NOT NULL`
  const rows = await db.all(sql`
    WITH RECURSIVE line (descendant, id, parent_id) AS (
      SELECT id, id, parent_id FROM tokens WHERE id IN (${joinAny(ids)})
      UNION ALL
      SELECT line.descendant, t.id, t.parent_id FROM line ${lookUp(raw('tokens'), t, sql`t.id = line.parent_id`)}
    )
    ${join([byRow, ...byMark], ' UNION ALL ')} ORDER BY ended_at`)
  const ends = new Map<string, End>()
  for (const row of rows) {
    const id = row['descendant'] as string
    const end = { revokedAt: Number(row['ended_at']), revokedReason: row['reason'] as string | null }
    if (!ends.has(id)) ends.set(id, end)
  }
  return ends
}
