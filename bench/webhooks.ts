/**
 * `npm run webhooks -w bench`, on SQLite and on PostgreSQL: how many deliveries a second reach a receiver on this machine and
 * what one takes of the processors, alone and while clients ask for tokens, with the p99 of the token endpoint beside that of
 * a calm server; how long an event takes to its first attempt, on PostgreSQL with two nodes; and the p95 of the API and
 * the memory while 10,000 deliveries wait for endpoints that never respond. Writes `bench/webhooks.md`. Environment:
 * BENCH_SECONDS (a measurement), BENCH_EVENTS.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { cpuOfPostgres } from '#bench/database-cpu.ts'
import { fire } from '#bench/load.ts'
import type { Worker } from '#bench/load.ts'
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
/** Events that come one by one. */
const SINGLE_EVENTS = 60
/** Deliveries that wait for dead endpoints. */
const WAITING = 10_000

interface Measured {
  readonly target: string
  readonly aloneASecond: number
  /** Processor time for each, in milliseconds. */
  readonly serverMs: number
  readonly databaseMs: number
  readonly besideASecond: number
  readonly calmP99: number
  readonly busyP99: number
  /** From the moment an event happened to its first attempt. */
  readonly firstAttemptMs: number
  readonly dead: Dead
}

/** The API while deliveries wait for endpoints that never respond. */
interface Dead {
  readonly calmP95: number
  readonly busyP95: number
  readonly rssBefore: number
  readonly rssAfter: number
  /** How long another endpoint waits meanwhile. */
  readonly otherMs: number
}

const counts = { received: 0 }
const delays: number[] = []
const receiver = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
const deadEndpoint = createServer((request) => void request.resume()).listen(0, '127.0.0.1')

const postgres = await startPostgres({ durable: true })
try {
  const databaseCpuMs = await cpuOfPostgres(postgres.url)
  const results = [
    await measure(await startMandate('SQLite', await freePort()), () => 0),
    await measure(await startMandate('PostgreSQL', await freePort(), await postgres.createDatabase()), databaseCpuMs),
  ]
  const page = report(results)
  writeFileSync(fileURLToPath(new URL('webhooks.md', import.meta.url)), page)
  process.stdout.write(page)
} finally {
  for (const server of [receiver, deadEndpoint]) {
    server.closeAllConnections()
    server.close()
  }
  await postgres.stop()
}

async function measure(target: MandateTarget, databaseCpuMs: () => number): Promise<Measured> {
  try {
    const agent = await createAgent(target, 'clients')
    const clients = clientCredentials('/oauth/token', agent).slice(0, CLIENTS)
    await fire(target.origin, clients, 1)
    const calm = await fire(target.origin, clients, seconds)
    const hooks = await subscribe(target, receiver, SUBSCRIPTIONS)
    await makeEvents(target, EVENTS)
    const enough = counts.received + 100
    while (counts.received < enough) await sleep(10)
    const before = { server: target.cpuMs(), database: databaseCpuMs(), received: counts.received }
    const aloneASecond = await deliveredDuring(() => sleep(seconds * 1000))
    const received = counts.received - before.received
    const serverMs = (target.cpuMs() - before.server) / received
    const databaseMs = (databaseCpuMs() - before.database) / received
    let busyP99 = Number.NaN
    const besideASecond = await deliveredDuring(async () => {
      busyP99 = (await fire(target.origin, clients, seconds)).p99Ms
    })
    await untilQuiet()
    for (const id of hooks.slice(1)) await call(target, 'DELETE', `/webhooks/${id}`)
    const firstAttemptMs = await firstAttempt(target)
    const dead = await besideDeadEndpoints(target)
    const rates = { aloneASecond, serverMs, databaseMs, besideASecond }
    return { target: target.name, ...rates, calmP99: calm.p99Ms, busyP99, firstAttemptMs, dead }
  } finally {
    await target.stop()
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  counts.received++
  const body = await text(request)
  response.end()
  delays.push(Date.now() - Date.parse((JSON.parse(body) as { created_at: string }).created_at))
}

/** The median over events that come one by one; where there can be one, another node is there to take them, too. */
async function firstAttempt(target: MandateTarget): Promise<number> {
  const other = target.name === 'SQLite' ? undefined : await target.anotherNode(await freePort())
  try {
    delays.length = 0
    const { id } = await createAgent(target, 'rarely changing')
    for (let i = 0; i < SINGLE_EVENTS; i++) {
      await call(target, 'PATCH', `/agents/${id}`, { description: `change ${i}` })
      await sleep(97)
    }
    while (delays.length < SINGLE_EVENTS) await sleep(10)
    return delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? Number.NaN
  } finally {
    await other?.stop()
  }
}

/** 10,000 deliveries to endpoints that take requests and never respond, and one endpoint that does. */
async function besideDeadEndpoints(target: MandateTarget): Promise<Dead> {
  const headers = { authorization: `Bearer ${target.adminKey}` }
  const readers = Array.from({ length: CLIENTS }, (): Worker => ({
    next: () => ({ method: 'GET', path: '/api/v1/agents?limit=10', headers }),
  }))
  await fire(target.origin, readers, 1)
  const calm = await fire(target.origin, readers, seconds)
  await subscribe(target, deadEndpoint, SUBSCRIPTIONS)
  const rssBefore = target.rssMiB()
  await makeEvents(target, WAITING / SUBSCRIPTIONS)
  const busy = await fire(target.origin, readers, 2 * seconds)
  await untilQuiet()
  delays.length = 0
  await makeEvents(target, 10)
  await untilQuiet()
  const otherMs = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? Number.NaN
  return { calmP95: calm.p95Ms, busyP95: busy.p95Ms, rssBefore, rssAfter: target.rssMiB(), otherMs }
}

/** Waits until nothing has arrived for a while. */
async function untilQuiet(): Promise<void> {
  for (let before = -1; before !== counts.received; await sleep(3000)) before = counts.received
}

/** How many deliveries a second arrive while something happens; there must be enough of them to the end. */
async function deliveredDuring(work: () => Promise<unknown>): Promise<number> {
  const [before, begin] = [counts.received, performance.now()]
  await work()
  const [after, end] = [counts.received, performance.now()]
  // On a busy machine a worker rests for longer than usual.
  for (let waitedMs = 0; waitedMs < 1000 && counts.received === after; waitedMs += 100) await sleep(100)
  if (counts.received === after) throw new Error('there were too few events: raise BENCH_EVENTS')
  return ((after - before) * 1000) / (end - begin)
}

async function subscribe(target: MandateTarget, endpoint: Server, count: number): Promise<string[]> {
  const { port } = endpoint.address() as AddressInfo
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const { id } = await call(target, 'POST', '/webhooks', {
      url: `http://127.0.0.1:${port}/`,
      events: ['agent.updated'],
    })
    ids.push(String(id))
  }
  return ids
}

/** Makes events as fast as they go. */
async function makeEvents(target: MandateTarget, count: number): Promise<void> {
  const { id } = await createAgent(target, 'changing')
  for (let i = 0; i < count; i += 10) {
    const some = Array.from({ length: 10 }, (_, j) => `change ${i + j}`)
    await Promise.all(some.map((description) => call(target, 'PATCH', `/agents/${id}`, { description })))
  }
}

async function call(
  target: MandateTarget,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${target.origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${target.adminKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>)
}

function report(results: readonly Measured[]): string {
  const rates = results.map(
    (it) =>
      `| ${it.target} | ${Math.round(it.aloneASecond)} | ${it.serverMs.toFixed(2)} | ${it.databaseMs.toFixed(2)} | ${Math.round(it.besideASecond)} | ${it.calmP99.toFixed(1)} | ${it.busyP99.toFixed(1)} | ${(it.busyP99 / it.calmP99).toFixed(1)} |`,
  )
  const dead = results.map(
    ({ target, firstAttemptMs, dead: it }) =>
      `| ${target} | ${Math.round(firstAttemptMs)} | ${it.calmP95.toFixed(1)} | ${it.busyP95.toFixed(1)} | ${(it.busyP95 / it.calmP95).toFixed(1)} | ${Math.round(it.rssBefore)} | ${Math.round(it.rssAfter)} | ${Math.round(it.otherMs)} |`,
  )
  return `# Webhooks

${machine({ seconds, rounds: 1 }).slice(0, 2).join('\n')}
- Load average of the machine while it ran: ${loadavg()[0]?.toFixed(1) ?? ''}

${SUBSCRIPTIONS} subscriptions to one receiver, ${EVENTS} events each; ${CLIENTS} clients ask for tokens. Processor time is that of
one delivery, in milliseconds; \`p99\` is that of the token endpoint, in milliseconds.

| Database | Deliveries a second | server | PostgreSQL | beside clients | p99, calm | p99 meanwhile | Ratio |
| -------- | ------------------- | ------ | ---------- | -------------- | --------- | ------------- | ----- |
${rates.join('\n')}

\`First attempt\` is the median from the moment an event happened, on PostgreSQL with two nodes. Then ${WAITING} deliveries wait
for ${SUBSCRIPTIONS} endpoints that never respond: the p95 of a list in the API, the memory of the server, and the median of the
first attempt at another endpoint meanwhile. Milliseconds and MiB.

| Database | First attempt | p95, calm | p95 meanwhile | Ratio | Memory before | after | First attempt elsewhere |
| -------- | ------------- | --------- | ------------- | ----- | ------------- | ----- | ----------------------- |
${dead.join('\n')}
`
}
