/**
 * `npm run scale -w bench`: measures a server whose store is full beside one whose store is empty, on SQLite and
 * PostgreSQL: the first and a middle page of every list, the token endpoint in rounds that take turns, and the end of
 * 100,000 tokens by pattern. Writes `bench/scale/results.md`, or with other millions of tokens a page that is named after
 * them. Environment: BENCH_SECONDS, BENCH_ROUNDS, BENCH_TOKENS, BENCH_ENGINES.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fire } from '#bench/load.ts'
import { clientCredentials, createAgent } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import type { MandateTarget } from '#bench/targets/mandate.ts'
import { freePort } from '#bench/targets/process.ts'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { listPaths, timeList } from './lists.ts'
import { scaleReport } from './report.ts'
import { bytesOf, seed } from './seed.ts'
import { BULK_PATTERN, SIZE } from './seeded-tables.ts'
import type { EngineResult } from './report.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const DAY = 86_400_000
const engines = (process.env['BENCH_ENGINES'] ?? 'SQLite,PostgreSQL').split(',')
const page = SIZE.tokens === 1_000_000 ? 'results.md' : `results-${SIZE.tokens / 1_000_000}m.md`
const say = (text: string): void => void process.stderr.write(`${text}\n`)

const postgres = await startPostgres({ durable: true })
try {
  const results: EngineResult[] = []
  for (const engine of engines) {
    const onPostgres = engine === 'PostgreSQL'
    const urls = onPostgres ? [await postgres.createDatabase(), await postgres.createDatabase()] : []
    results.push(await measure(engine, ...urls))
  }
  const text = scaleReport(results, { seconds, rounds })
  writeFileSync(fileURLToPath(new URL(page, import.meta.url)), text)
  process.stdout.write(text)
} finally {
  await postgres.stop()
}

async function measure(engine: string, emptyUrl?: string, fullUrl?: string): Promise<EngineResult> {
  const empty = await startMandate(`${engine}, empty`, await freePort(), emptyUrl)
  const full = await startMandate(`${engine}, full`, await freePort(), fullUrl)
  const now = Date.now()
  try {
    say(`${engine}: filling the store`)
    await full.restartAfter((url) => seed(url, now))
    const tokenBytes = (await bytesOf(full.databaseUrl, 'tokens')) / SIZE.tokens
    const lists = []
    for (const path of await listPaths(full)) lists.push(await timeList(full, path, new Date(now - 15 * DAY)))
    const ratios = await compareRates(empty, full)
    return { engine, tokenBytes, lists, ratios, revocation: await revokeByPattern(full) }
  } finally {
    await Promise.all([empty.stop(), full.stop()])
  }
}

/** How fast the token endpoint of the full store is, as a part of the empty one's rate, round by round. */
async function compareRates(empty: MandateTarget, full: MandateTarget): Promise<number[]> {
  const targets = await Promise.all(
    [empty, full].map(async (target) => ({ target, agent: await createAgent(target, 'scale') })),
  )
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const rates: number[] = []
    for (const { target, agent } of targets) {
      const load = await fire(target.origin, clientCredentials('/oauth/token', agent), round === 0 ? 2 : seconds)
      rates.push(load.requestsPerSecond)
      say(`round ${round}/${rounds}  ${target.name}  ${Math.round(load.requestsPerSecond)}/s`)
    }
    if (round > 0) ratios.push((rates[1] ?? Number.NaN) / (rates[0] ?? Number.NaN))
  }
  return ratios
}

async function revokeByPattern(target: MandateTarget): Promise<EngineResult['revocation']> {
  const begin = performance.now()
  const answer = await fetch(`${target.origin}/api/v1/admin/oauth/revoke-by-pattern`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id_pattern: BULK_PATTERN, reason: 'bench' }),
  })
  const ms = performance.now() - begin
  const { revoked_count: count } = (await answer.json()) as { revoked_count: number }
  say(`${target.name}  ${count} tokens revoked in ${Math.round(ms)} ms`)
  return { count, ms }
}
