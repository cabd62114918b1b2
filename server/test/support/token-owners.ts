import { sql } from '#/platform/db/sql.ts'
import type { Token } from '#/modules/tokens/index.ts'
import type { Db } from '#/platform/db/db.ts'

/** Makes the client, person, consent and policy that a token hangs on, where they are missing. */
export async function makeOwners(db: Db, { clientId, userId, consentId, policyId }: Token): Promise<void> {
  await db.run(sql`
      INSERT INTO clients (id, client_id, kind, client_name, auth_method, grant_types, redirect_uris, scope, audiences,
        metadata, trusted, active, dpop_bound, created_by, created_at, updated_at)
      VALUES (${`agt_${clientId}`}, ${clientId}, 'agent', 'Agent', 'none', '', '', '', '', '{}', 1, 1, 0, 'test', 1, 1)
      ON CONFLICT DO NOTHING`)
  if (userId !== null)
    await db.run(sql`
        INSERT INTO users (id, email, email_canonical, email_verified, name, mfa_enabled, tier, metadata, created_at,
          updated_at)
        VALUES (${userId}, ${userId}, ${userId}, 1, 'Person', 0, 'free', '{}', 1, 1) ON CONFLICT DO NOTHING`)
  if (consentId !== null)
    await db.run(sql`
        INSERT INTO consents (id, user_id, client_id, granted, created_at, updated_at)
        VALUES (${consentId}, ${userId ?? 'usr_none'}, ${consentId}, '[]', 1, 1) ON CONFLICT DO NOTHING`)
  if (policyId !== null)
    await db.run(sql`
        INSERT INTO policies (id, agent_id, subject, scope, audience, max_depth, may_redelegate, created_by, created_at)
        VALUES (${policyId}, 'agt_1', '*', '*', '[]', 1, 1, 'test', 1) ON CONFLICT DO NOTHING`)
}
