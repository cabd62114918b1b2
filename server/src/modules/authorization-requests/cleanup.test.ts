import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { Jobs } from '#/platform/jobs/jobs.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { registerAuthorizationCleanup } from './cleanup.ts'
import { AuthorizationCodes } from './codes.ts'
import { PushedRequests } from './pushed-requests.ts'

const silent = { error: () => undefined, warn: () => undefined }

describe('cleaning up authorizations', () => {
  onEachEngine(
    'removes what expired and keeps a code for the day in which a replay still counts',
    async (_t, fixture) => {
      const { db, clock } = fixture
      const jobs = new Jobs({ db, clock, log: silent })
      registerAuthorizationCleanup(jobs, { db, clock })
      const count = async (table: string) => Number((await db.get(sql`SELECT count(*) AS n FROM ${raw(table)}`))?.['n'])
      await new PushedRequests({ db, clock }).push('client_1', 'scope=a')
      const codes = new AuthorizationCodes({ db, clock })
      await db.tx((tx) =>
        codes.issue(tx, {
          clientId: 'client_1',
          userId: 'usr_1',
          sessionId: 'sess_1',
          consentId: null,
          redirectUri: 'https://app.example/cb',
          codeChallenge: '',
          scope: 'a',
          resource: [],
          nonce: null,
          dpopJkt: null,
          authenticatedAt: 1,
        }),
      )
      clock.advance(61_000)
      await jobs.runNow('authorizations.cleanup')
      assert.equal(await count('pushed_requests'), 0)
      assert.equal(await count('authorization_codes'), 1)
      clock.advance(86_400_000)
      await jobs.runNow('authorizations.cleanup')
      assert.equal(await count('authorization_codes'), 0)
    },
  )
})
