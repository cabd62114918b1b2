/**
 * `npm run webhooks -w bench`: how many deliveries a second reach a receiver on this machine, alone and while clients ask for
 * tokens, on SQLite and PostgreSQL; and the p99 of the token endpoint meanwhile beside that of a calm server. Writes
 * `bench/webhooks.md`. Environment: BENCH_SECONDS (a measurement).
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { fire } from '#bench/load.ts'
import { machine } from '#bench/report.ts'
import { clientCredentials, createAgent } from '#bench/scenarios.ts'
import { startMandate } from '#bench/targets/mandate.ts'
import type { MandateTarget } from '#bench/targets/mandate.ts'
import { freePort } from '#bench/targets/process.ts'
import { startPostgres } from '@mandate/server/test/support/postgres.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const SUBSCRIPTIONS = 20
const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1000)
const CLIENTS = 4

interface Measured {
  readonly target: string
  readonly aloneASecond: number
  /** Processor time of the server for each, in milliseconds. */
  readonly cpuMs: number
  readonly besideASecond: number
  readonly calmP99: number
  readonly busyP99: number
}

const counts = { received: 0 }
const receiver = createServer((request, response) => {
  counts.received++
  request.resume().once('end', () => response.end())
}).listen(0, '127.0.0.1')

const postgres = await startPostgres({ durable: true })
try {
  const results = [
    await measure(await startMandate('SQLite', await freePort())),
    await measure(await startMandate('PostgreSQL', await freePort(), await postgres.createDatabase())),
  ]
  const page = report(results)
  writeFileSync(fileURLToPath(new URL('webhooks.md', import.meta.url)), page)
  process.stdout.write(page)
} finally {
  receiver.close()
  await postgres.stop()
}

async function measure(target: MandateTarget): Promise<Measured> {
  try {
    const agent = await createAgent(target, 'clients')
    const clients = clientCredentials('/oauth/token', agent).slice(0, CLIENTS)
    await fire(target.origin, clients, 1)
    const calm = await fire(target.origin, clients, seconds)
    await subscribe(target)
    await makeEvents(target)
    const [cpuBefore, countBefore] = [target.cpuMs(), counts.received]
    const aloneASecond = await deliveredDuring(() => sleep(seconds * 1000))
    const cpuMs = (target.cpuMs() - cpuBefore) / (counts.received - countBefore)
    let busyP99 = Number.NaN
    const besideASecond = await deliveredDuring(async () => {
      busyP99 = (await fire(target.origin, clients, seconds)).p99Ms
    })
    return { target: target.name, aloneASecond, cpuMs, besideASecond, calmP99: calm.p99Ms, busyP99 }
  } finally {
    await target.stop()
  }
}

/** How many deliveries a second arrive while something happens; there must be enough of them to the end. */
async function deliveredDuring(work: () => Promise<unknown>): Promise<number> {
  const [before, begin] = [counts.received, performance.now()]
  await work()
  const [after, end] = [counts.received, performance.now()]
  await sleep(100)
  if (counts.received === after) throw new Error('there were too few events: raise BENCH_EVENTS')
  return ((after - before) * 1000) / (end - begin)
}

async function subscribe(target: MandateTarget): Promise<void> {
  const { port } = receiver.address() as AddressInfo
  for (let i = 0; i < SUBSCRIPTIONS; i++) {
    await call(target, 'POST', '/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['agent.updated'] })
  }
}

/** Makes events as fast as they go, and waits until the first of them arrive. */
async function makeEvents(target: MandateTarget): Promise<void> {
  const { id } = await createAgent(target, 'changing')
  for (let i = 0; i < EVENTS; i += 10) {
    const some = Array.from({ length: 10 }, (_, j) => `change ${i + j}`)
    await Promise.all(some.map((description) => call(target, 'PATCH', `/agents/${id}`, { description })))
  }
  const enough = counts.received + 100
  while (counts.received < enough) await sleep(10)
}

async function call(target: MandateTarget, method: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${target.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${target.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

function report(results: readonly Measured[]): string {
  const row = (it: Measured): string =>
    `| ${it.target} | ${Math.round(it.aloneASecond)} | ${it.cpuMs.toFixed(2)} | ${Math.round(it.besideASecond)} | ${it.calmP99.toFixed(1)} | ${it.busyP99.toFixed(1)} | ${(it.busyP99 / it.calmP99).toFixed(1)} |`
  return `# Webhooks

${machine({ seconds, rounds: 1 }).slice(0, 2).join('\n')}
- Load average of the machine while it ran: ${loadavg()[0]?.toFixed(1) ?? ''}

${SUBSCRIPTIONS} subscriptions to one receiver, ${EVENTS} events each; ${CLIENTS} clients ask for tokens.

| Database | Deliveries a second | processor time of the server for each (ms) | beside clients | p99 of a token, calm (ms) | meanwhile (ms) | Ratio |
| -------- | ------------------- | ------------------------------------------ | -------------- | ------------------------- | -------------- | ----- |
${results.map(row).join('\n')}
`
}
