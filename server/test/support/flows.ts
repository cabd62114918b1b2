import { sql } from '#/platform/db/sql.ts'
import { FactorPerson } from './factors.ts'
import type { TestApp } from './app.ts'

/** Somebody whose sign-in waits for an auth flow that has nothing left to ask. */
export async function waitingPerson(app: TestApp): Promise<FactorPerson> {
  const person = await FactorPerson.proven(app)
  await app.database.db.run(sql`UPDATE sessions SET pending = 1, flow_trigger = 'login'`)
  return person
}
