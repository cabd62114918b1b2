import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sharedPostgres } from '@mandate/server/test/support/engines.ts'
import { Server } from '#/support/server.ts'
import { Cast } from './cast.ts'
import { Inspection } from './inspection.ts'
import { Ledger } from './ledger.ts'
import { Writers } from './writers.ts'

const asked = process.env['MANDATE_KILL_ROUNDS']
const ROUNDS = Number(asked ?? 10)
/** On a slow machine fewer rounds have to do, unless someone asked for a number. */
const ENOUGH_MS = asked === undefined ? 25_000 : Infinity
const HUNG_MS = 30_000 + ROUNDS * 15_000
const BOOT_WITHIN_MS = 30_000

test('F1: keeps every acknowledged write through kill -9 on SQLite', { timeout: HUNG_MS }, async (t) => {
  const server = await Server.start()
  t.after(() => server.remove())
  await survive(t, server)
  await server.stop()
  const database = new DatabaseSync(path.join(server.dataDir, 'mandate.db'))
  assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
  database.close()
})

test('F1: keeps every acknowledged write through kill -9 on PostgreSQL', { timeout: HUNG_MS }, async (t) => {
  const postgres = await sharedPostgres()
  const databaseUrl = await postgres.createDatabase()
  const server = await Server.start({ databaseUrl })
  t.after(async () => {
    await server.remove()
    await postgres.dropDatabase(databaseUrl)
  })
  await survive(t, server)
  await server.stop()
})

async function survive(t: TestContext, server: Server): Promise<void> {
  const cast = await Cast.on(server)
  const ledger = new Ledger()
  let slowest = 0
  const enough = performance.now() + ENOUGH_MS
  while (ledger.round < ROUNDS && performance.now() < enough) {
    ledger.round++
    const writing = new Writers(server, cast, ledger).run()
    await Promise.race([writing, sleep(randomInt(100, 800))])
    await server.kill()
    await writing
    slowest = Math.max(slowest, await server.boot())
    await new Inspection(server, cast, ledger).run()
  }
  assert.ok(slowest < BOOT_WITHIN_MS, `a boot took ${slowest} ms`)
  const { tokens, families, agents, registrations } = ledger
  t.diagnostic(
    `${ledger.round} kills, slowest boot ${Math.round(slowest)} ms; acknowledged: ${tokens.length} tokens, ` +
      `${families.length} families, ${agents.length} agents, ${registrations.length} registrations`,
  )
}
