import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import type { TestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { lastRun, makeFlow } from '#test/support/flows.ts'
import { requestContext } from '#test/support/request-context.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'

const CLOSED = { type: 'custom_check', config: { condition: { not: {} }, message: 'Closed.' } }
const BROKEN = { type: 'webhook', config: { url: 'http://127.0.0.1:1/' } }

/** Somebody with a system role. */
async function operator(app: TestApp, role: string): Promise<FactorPerson> {
  const person = await FactorPerson.signUp(app, `${role}@example.com`)
  await app.database.db.run(sql`UPDATE users SET system_role = ${role} WHERE id = ${person.id}`)
  return person
}

/** Signs in as whoever asks for recovery on the way to the dashboard. */
async function recover(app: TestApp, { id }: FactorPerson) {
  const user = await app.services.users.get(id)
  const way = { trigger: 'login', password: GOOD_PASSWORD, recovery: true } as const
  return app.services.signIn.complete(user, ['pwd'], requestContext(), way)
}

describe('FL5: the recovery of owners', () => {
  onEachApp('leads around steps that keep everybody out, and is in the audit log', async (_t, app) => {
    const owner = await operator(app, 'owner')
    const flow = await makeFlow(app, [CLOSED, BROKEN, { type: 'require_email_verification' }])
    assert.equal((await owner.logIn()).status, 403, 'without it the flow holds for owners, too')
    app.clock.advance(1)
    const { owes, session } = await recover(app, owner)
    assert.deepEqual([owes, session.pending], [null, false])
    const { json } = await app.admin('GET', '/audit-logs?action=flow_run.recovery_used')
    assert.equal((json['data'] as unknown[]).length, 1)
    const run = await lastRun(app, flow)
    assert.deepEqual([run['state'], run['recovery']], ['passed', true])
    assert.ok((run['timeline'] as { outcome: string }[]).every(({ outcome }) => outcome === 'skipped'))
  })

  onEachApp('leaves the steps of their own security in force', async (_t, app) => {
    const owner = await operator(app, 'owner')
    const inside = { type: 'conditional', config: { condition: {}, then: [{ type: 'require_mfa_challenge' }] } }
    await makeFlow(app, [CLOSED, inside])
    const { owes, wait } = await recover(app, owner)
    assert.deepEqual([owes, wait], ['enrollment', { type: 'mfa_enrollment' }])
  })

  onEachApp('is for owners alone', async (_t, app) => {
    await makeFlow(app, [CLOSED])
    for (const person of [await operator(app, 'operator'), await FactorPerson.signUp(app)]) {
      await assert.rejects(recover(app, person), /This sign-in was stopped/)
    }
  })
})
