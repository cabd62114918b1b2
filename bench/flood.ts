/**
 * `npm run flood -w bench`: what anonymous garbage does to clients that behave: wrong secrets, unknown clients, malformed tokens
 * and bodies that are too large, 5,000 a second or as many as come through. Writes `bench/flood.md`. Environment: BENCH_SECONDS.
 */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'
import { pace } from '#bench/paced.ts'
import type { PacedLoad } from '#bench/paced.ts'
import { machine } from '#bench/report.ts'
import { createAgent, form } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import { freePort } from '#bench/targets/process.ts'

interface Flood {
  readonly origin: string
  readonly clientId: string
}

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)
const BEHAVED = { perSecond: 100, seconds, connections: 10 }
const GARBAGE = { perSecond: 5000, seconds: seconds + 1, connections: 100 }

if (isMainThread) await measureAll()
else parentPort?.on('message', () => void answer())

async function measureAll(): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  try {
    const rows = [await measure('SQLite'), await measure('PostgreSQL', await postgres.createDatabase())]
    const text = [
      '# A flood of garbage',
      '',
      ...machine({ seconds, rounds: 1 }).slice(0, 2),
      `- Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
      '',
      'Ten connections ask for 100 tokens a second together, in calm and while anonymous requests come as fast as they can, 5,000 a',
      'second at most. Milliseconds from the moment a request was due; MiB.',
      '',
      '| Database | Garbage/s | Refused with | p99, calm | p99, flood | Ratio | Memory before | after |',
      '|---|---:|---|---:|---:|---:|---:|---:|',
      ...rows,
      '',
    ].join('\n')
    writeFileSync(fileURLToPath(new URL('flood.md', import.meta.url)), text)
    process.stdout.write(text)
  } finally {
    await postgres.stop()
  }
}

async function measure(engine: string, databaseUrl?: string): Promise<string> {
  const target = await startMandate(engine, await freePort(), databaseUrl)
  try {
    const { client_id: clientId, client_secret } = await createAgent(target, 'behaved')
    const shots = [form('/oauth/token', { grant_type: 'client_credentials', client_id: clientId, client_secret })]
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { origin: target.origin, clientId } satisfies Flood,
    })
    const flooded = async (): Promise<PacedLoad> => {
      worker.postMessage('go', [])
      return ((await once(worker, 'message')) as [PacedLoad])[0]
    }
    // The first round warms up both paths and the thread that floods, so that what grows after it grows.
    await Promise.all([pace(target.origin, shots, BEHAVED), flooded()])
    const before = target.rssMiB()
    const calm = await pace(target.origin, shots, BEHAVED)
    const [stormy, flood] = await Promise.all([pace(target.origin, shots, BEHAVED), flooded()])
    for (const { statuses } of [calm, stormy]) {
      if ([...statuses.keys()].some((status) => status !== 200)) throw new Error('a client that behaves was refused')
    }
    await worker.terminate()
    const refusals = [...flood.statuses].map(([status, count]) => `${status || 'closed'}: ${count}`).join(', ')
    const isRefusal = (status: number): boolean => status === 0 || (status >= 400 && status < 500)
    if (![...flood.statuses.keys()].every(isRefusal)) throw new Error(refusals)
    const cells = [
      flood.requestsPerSecond.toFixed(0),
      refusals,
      calm.p99Ms.toFixed(1),
      stormy.p99Ms.toFixed(1),
      (stormy.p99Ms / calm.p99Ms).toFixed(2),
      before.toFixed(0),
      target.rssMiB().toFixed(0),
    ]
    return `| ${engine} | ${cells.join(' | ')} |`
  } finally {
    await target.stop()
  }
}

async function answer(): Promise<void> {
  parentPort?.postMessage(await garbage(workerData as Flood), [])
}

function garbage({ origin, clientId }: Flood): Promise<PacedLoad> {
  const grant = { grant_type: 'client_credentials' }
  const malformed = `${'e30.'.repeat(2)}${'A'.repeat(86)}`
  const shots = [
    form('/oauth/token', { ...grant, client_id: clientId, client_secret: 'wrong' }),
    form('/oauth/token', { ...grant, client_id: 'nobody', client_secret: 'wrong' }),
    form('/oauth/introspect', { client_id: clientId, client_secret: 'wrong', token: malformed }),
    { method: 'GET', path: '/oauth/userinfo', headers: { authorization: `Bearer ${malformed}` } } as const,
    form('/oauth/token', { ...grant, client_assertion: malformed }),
    form('/oauth/token', { ...grant, filler: 'x'.repeat(70_000) }),
  ]
  return pace(origin, shots, GARBAGE)
}
