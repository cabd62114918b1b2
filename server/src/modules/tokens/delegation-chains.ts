import type { Db } from '#/platform/db/db.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import { living } from './liveness.ts'
import type { Act } from './token.ts'

/** The clients a person's token went through: who got the first one, then each it was handed on to. */
export type DelegationChain = readonly string[]

const MAX_CHAINS = 200

/** The chains that the living tokens of a person stand in, each once. */
export async function livingDelegationChains(db: Db, userId: string, now: number): Promise<DelegationChain[]> {
  const rows = await db.all(sql`
    SELECT r.client_id AS first, t.client_id AS last, t.act FROM tokens t LEFT JOIN tokens r ON r.id = t.root_id
    WHERE t.user_id = ${userId} AND ${living(raw('t'), { now })}
    GROUP BY r.client_id, t.client_id, t.act ORDER BY r.client_id, t.client_id, t.act LIMIT ${MAX_CHAINS}`)
  const chains = rows.map(({ first, last, act }) =>
    chainOf((first ?? last) as string, act === null ? null : (JSON.parse(act as string) as Act)),
  )
  return [...new Map(chains.map((chain) => [chain.join(' '), chain])).values()]
}

/** RFC 8693 §4.1: the outermost `act` is who acts now, so the way there reads from the inside out. */
export function chainOf(first: string, act: Act | null): DelegationChain {
  const chain = [first]
  for (const actor of actorsOf(act).toReversed()) if (chain.at(-1) !== actor) chain.push(actor)
  return chain
}

const actorsOf = (act: Act | null | undefined): string[] => (act ? [act.sub, ...actorsOf(act.act)] : [])
