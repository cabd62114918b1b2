import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { makeClients } from '#test/support/clients.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { requestContext } from '#test/support/request-context.ts'
import { Registration } from './registration.ts'

const registrant = { context: requestContext({ ip: '192.0.2.1' }), token: undefined }
const body = { client_name: 'x', grant_types: ['client_credentials'] }

describe('registration', () => {
  onEachEngine('RG6 ends at the total cap, wherever the flood comes from', async (_t, fixture) => {
    const room = makeClients(fixture)
    const limits = new Limits(fixture)
    const options = { ...room, limits, issuer: 'https://id.example' }
    await new Registration({ ...options, maxClients: 1 }).register(body, registrant)
    const refused = new Registration({ ...options, maxClients: 1 }).register(body, {
      ...registrant,
      context: requestContext({ ip: '192.0.2.2' }),
    })
    await assert.rejects(refused, (error) => error instanceof OAuthError && error.status === 503)
    assert.equal(await room.clients.count({ kind: 'registered' }), 1)
  })

  onEachEngine('RG6 leaves finding a client as fast among ten thousand as among few', async (_t, fixture) => {
    const room = makeClients(fixture)
    const registration = new Registration({ ...room, limits: new Limits(fixture), issuer: 'https://id.example' })
    const { client } = await registration.register(body, registrant)
    const least = async () => {
      const samples: number[] = []
      for (let i = 0; i < 101; i++) {
        const start = performance.now()
        await room.clients.findByClientId(client.clientId)
        samples.push(performance.now() - start)
      }
      return Math.min(...samples)
    }
    const few = await least()
    await fixture.db.tx((tx) =>
      tx.run(sql`
        INSERT INTO clients (id, client_id, kind, client_name, auth_method, grant_types, redirect_uris, scope, audiences,
          metadata, trusted, active, dpop_bound, created_by, created_at, updated_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
        SELECT 'cli_' || n, 'client_' || n, 'registered', 'x', 'none', '', '', '', '', '{}', 0, 1, 0, 'x', n, n FROM numbers`),
    )
    // Reading all of them would take a hundred times as long.
    assert.ok((await least()) < 5 * few + 2)
    assert.equal(await room.clients.count({ kind: 'registered' }), 10_001)
  })
})
