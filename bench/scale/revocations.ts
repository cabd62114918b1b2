/**
 * `npm run scale:revocations -w bench`: how long it takes to end many tokens of a store of a million, on SQLite and
 * PostgreSQL, and how long the event loop stood still meanwhile. Writes `bench/scale/revocations.md`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { machine } from '#bench/report.ts'
import { RevocationFeed } from '@mandate/server/src/modules/tokens/revocation-feed.ts'
import { TokenRevocations } from '@mandate/server/src/modules/tokens/revocations.ts'
import type { TokenSelector } from '@mandate/server/src/modules/tokens/selectors.ts'
import { migrate } from '@mandate/server/src/platform/db/migrate.ts'
import { openDatabase } from '@mandate/server/src/platform/db/open.ts'
import { raw, sql } from '@mandate/server/src/platform/db/sql.ts'
import type { Database } from '@mandate/server/src/platform/db/db.ts'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { seed } from './seed.ts'
import { BULK_PATTERN, BULK_TOKENS, seededId } from './seeded-tables.ts'

const DESCENDANTS = 1000

interface Measured {
  readonly what: string
  readonly count: number
  readonly ms: number
  /** The longest time that the event loop did not turn. */
  readonly stallMs: number
  /** The processor time of this process, which on a busy machine says more than the clock. */
  readonly cpuMs: number
}

const sqliteFolder = mkdtempSync(join(tmpdir(), 'mandate-revocations-'))
const postgres = await startPostgres({ durable: true })
try {
  const sqlite = await measure(`sqlite:${join(sqliteFolder, 'mandate.db')}`)
  const page = report({ SQLite: sqlite, PostgreSQL: await measure(await postgres.createDatabase()) })
  writeFileSync(fileURLToPath(new URL('revocations.md', import.meta.url)), page)
  process.stdout.write(page)
} finally {
  await postgres.stop()
  rmSync(sqliteFolder, { recursive: true, force: true })
}

async function measure(url: string): Promise<Measured[]> {
  const clock = { now: () => Date.now() }
  const fresh = await openDatabase({ url })
  await migrate(fresh, clock)
  await fresh.close()
  await seed(url, clock.now())
  const database = await openDatabase({ url })
  try {
    const top = seededId('tok', BULK_TOKENS + 2)
    await addDescendants(database, top)
    return [
      await end(database, 'one token with 1,000 descendants', { by: 'token', id: top }),
      await end(database, 'a pattern of 100,000', { by: 'pattern', pattern: BULK_PATTERN }),
      await end(database, 'all that is left of 1,000,000', { by: 'pattern', pattern: '*' }),
    ]
  } finally {
    await database.close()
  }
}

/** A thousand delegated tokens below one, ten of them each below another. */
async function addDescendants({ db }: Database, top: string): Promise<void> {
  const copied = raw('kind, grant_type, client_id, subject, scope, audience, fingerprint, generation, epoch')
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${DESCENDANTS - 1})
    INSERT INTO tokens (id, ${copied}, parent_id, root_id, depth, created_at, expires_at)
    SELECT 'tok_below_' || CAST(n AS TEXT), ${copied},
      CASE WHEN n % 10 = 0 THEN id ELSE 'tok_below_' || CAST(n - 1 AS TEXT) END, id, 1 + n % 10, created_at, expires_at
    FROM tokens CROSS JOIN numbers WHERE id = ${top}`)
}

async function end({ db }: Database, what: string, selector: TokenSelector): Promise<Measured> {
  const revocations = new TokenRevocations(db, new RevocationFeed(db))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const [begin, used] = [performance.now(), process.cpuUsage()]
  const { total } = await db.tx((tx) => revocations.revoke(tx, selector, 'bench', Date.now()))
  const ms = performance.now() - begin
  const { user, system } = process.cpuUsage(used)
  delay.disable()
  const measured = { what, count: total, ms, stallMs: delay.max / 1e6, cpuMs: (user + system) / 1000 }
  process.stderr.write(`${db.engine}  ${JSON.stringify(measured)}\n`)
  return measured
}

function report(engines: Readonly<Record<string, readonly Measured[]>>): string {
  const rows = Object.entries(engines).flatMap(([engine, measured]) =>
    measured.map(({ what, count, ms, stallMs, cpuMs }) => {
      const numbers = [count, ms, stallMs, cpuMs].map((number) => Math.round(number).toLocaleString('en'))
      return `| ${engine} | ${what} | ${numbers.join(' | ')} |`
    }),
  )
  return [
    '# The end of many tokens',
    '',
    'Made by `npm run scale:revocations -w bench` on the store of `scale/seeded-tables.ts`, every fifth token below another. The',
    'whole transaction with its commit; the stall is the longest time that the event loop did not turn. The processor',
    'time is that of the process that ends them, which on PostgreSQL does none of the counting.',
    '',
    ...machine({ seconds: 0, rounds: 1 }).slice(0, 2),
    `- Load of the machine, this measurement included: ${(loadavg()[1] ?? 0).toFixed(1)} on ${cpus().length} processors`,
    '',
    '| engine | ended | tokens | ms | stall ms | processor ms |',
    '|---|---|---:|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n')
}
