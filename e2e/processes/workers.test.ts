import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sharedPostgres } from '@mandate/server/test/support/engines.ts'
import { newAgent, post } from '#/support/agents.ts'
import { send, Silence } from '#/support/http.ts'
import { freePort } from '#/support/ports.ts'
import { Server } from '#/support/server.ts'
import { within } from '#/support/within.ts'
import { MainProcess } from './main-process.ts'
import type { Agent } from '#/support/agents.ts'

const WORKERS = 2
/** When to stop waiting: a machine that does ten other things at once takes long to start a process. */
const WITHIN_MS = 120_000
const CLIENT_CREDENTIALS = { grant_type: 'client_credentials' }

/** On a connection of its own, which any of the workers may get. */
const ALONE = { connection: 'close' }

interface Line {
  readonly level: string
  readonly msg: string
  readonly worker?: number
  readonly pid?: number
}

const linesOf = (server: Server): Line[] =>
  server.output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))

/** The process of each worker that serves now, by its number. */
const pidsOf = (server: Server): Map<number, number> =>
  new Map(
    linesOf(server).flatMap(({ msg, worker, pid }) =>
      msg === 'a worker listens' && worker !== undefined && pid !== undefined ? [[worker, pid]] : [],
    ),
  )

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Sends token requests, each over a connection of its own, until it is stopped; counts what came of them. */
function load(server: Server, agent: Agent) {
  const counts = { issued: 0, silent: 0, other: 0 }
  const stop = new AbortController()
  const loops = Array.from({ length: 4 }, async () => {
    while (!stop.signal.aborted) {
      try {
        const { status } = await post(server.url, '/oauth/token', CLIENT_CREDENTIALS, agent, ALONE)
        counts[status === 200 ? 'issued' : 'other']++
      } catch (error) {
        if (!(error instanceof Silence)) throw error
        counts.silent++
      }
      await sleep(10)
    }
  })
  const end = async () => {
    stop.abort()
    await Promise.all(loops)
    return counts
  }
  return { counts, end }
}

describe('several workers behind one port', () => {
  let server: Server
  let gatewayPort: number
  let agent: Agent
  let remove: () => Promise<void>
  before(async () => {
    gatewayPort = await freePort()
    const postgres = await sharedPostgres()
    const databaseUrl = await postgres.createDatabase()
    const env = {
      MANDATE_PROXY_ENABLED: 'true',
      MANDATE_PROXY_PORT: String(gatewayPort),
      MANDATE_WORKERS: String(WORKERS),
      MANDATE_LOG_LEVEL: 'info',
      MANDATE_LOG_REQUESTS_PER_SECOND: '1000',
    }
    server = await Server.start({ databaseUrl, env })
    remove = async () => {
      if (server.runs) await server.stop()
      await postgres.dropDatabase(databaseUrl)
    }
    await within(WITHIN_MS, async () => pidsOf(server).size === WORKERS)
    agent = await newAgent(server, { grant_types: ['client_credentials'], scope: 'notes:read' })
  })
  after(() => remove())

  const issued = async (): Promise<number> => {
    const { text } = await send(`${server.url}/metrics`, { method: 'GET', headers: ALONE })
    const series = /^mandate_http_requests_total\{method="POST",route="\/oauth\/token",status="200"\} (\d+)$/m
    return Number(series.exec(text)?.[1] ?? 0)
  }

  test('all of them answer, and each marks its lines of the log', async () => {
    const before = await issued()
    for (let sent = 0; sent < 20; sent++) {
      assert.equal((await post(server.url, '/oauth/token', CLIENT_CREDENTIALS, agent, ALONE)).status, 200)
    }
    const workers = new Set(linesOf(server).flatMap(({ worker, pid }) => (pid === undefined ? (worker ?? []) : [])))
    assert.deepEqual([...workers].toSorted(), [1, 2])
    assert.equal(server.output.split(' is ready at ').length, 2, 'the node is announced once')
    assert.equal(await issued(), before + 20, 'the metrics are those of all')
  })

  test('the figures of the gateway are those of all', async () => {
    const through = () => send(`http://127.0.0.1:${gatewayPort}/`, { method: 'GET', headers: ALONE })
    const sent = 20
    for (let i = 0; i < sent; i++) assert.equal((await through()).status, 421)
    const headers = { ...ALONE, authorization: `Bearer ${server.adminKey}` }
    const { text } = await send(`${server.url}/api/v1/admin/proxy/status`, { method: 'GET', headers })
    const { processes, others } = JSON.parse(text) as { processes: number; others: { denied: object } }
    assert.equal(processes, WORKERS)
    assert.deepEqual(others.denied, { unknown_host: sent })
  })

  test('whoever reads the log along gets the lines of all', async () => {
    const leaving = new AbortController()
    const stream = await fetch(`${server.url}/api/v1/admin/logs/stream`, {
      headers: { authorization: `Bearer ${server.adminKey}` },
      signal: leaving.signal,
    })
    let text = ''
    const reading = (async () => {
      for await (const piece of stream.body ?? []) text += Buffer.from(piece).toString()
    })()
    await within(WITHIN_MS, async () => {
      await send(`${server.url}/.well-known/jwks.json`, { method: 'GET', headers: ALONE })
      return [1, 2].every((number) => text.includes(`"worker":${number}`))
    })
    leaving.abort()
    await assert.rejects(reading)
  })

  test('one that dies is replaced, the others go on, and what it had counted stays counted', async () => {
    const before = await issued()
    const pids = pidsOf(server)
    const victim = pids.get(2) ?? 0
    const { end } = load(server, agent)
    process.kill(victim, 'SIGKILL')
    await within(WITHIN_MS, async () => pidsOf(server).get(2) !== victim)
    const counts = await end()
    assert.ok(counts.issued > 0)
    assert.equal(counts.other, 0, JSON.stringify(counts))
    // One of each loop that it had in hand, and one that waited at its socket until the supervisor let go of that.
    assert.ok(counts.silent <= 8, `only what the dead worker held went without an answer: ${JSON.stringify(counts)}`)
    assert.equal(pidsOf(server).get(1), pids.get(1))
    assert.ok((await issued()) >= before, 'a count never falls')
    assert.ok(linesOf(server).some(({ level, msg }) => level === 'error' && msg.startsWith('a worker ended unasked')))
  })

  test('SIGUSR2 replaces one after the other, and no request fails', async () => {
    const pids = pidsOf(server)
    const { counts, end } = load(server, agent)
    await within(WITHIN_MS, async () => counts.issued > 20)
    server.signal('SIGUSR2')
    const isNew = () => [1, 2].every((number) => pidsOf(server).get(number) !== pids.get(number))
    await within(WITHIN_MS, async () => isNew() && ![...pids.values()].some(runs))
    const { silent, other } = await end()
    assert.deepEqual({ silent, other }, { silent: 0, other: 0 })
  })

  test('a node that is asked to stop ends all of its processes in good order', async () => {
    const pids = [...pidsOf(server).values()]
    const { counts, end } = load(server, agent)
    await within(WITHIN_MS, async () => counts.issued > 20)
    const ending = server.stop()
    await ending
    await end()
    assert.deepEqual(pids.filter(runs), [])
    assert.equal(counts.other, 0, JSON.stringify(counts))
  })

  test('workers do not outlive a supervisor that was killed', async () => {
    await server.boot()
    const earlier = new Set(pidsOf(server).values())
    await within(WITHIN_MS, async () => [...pidsOf(server).values()].filter(runs).length === WORKERS)
    const pids = [...pidsOf(server).values()]
    assert.ok(earlier.size > 0)
    await server.kill()
    await within(WITHIN_MS, async () => !pids.some(runs))
  })
})

test('a node whose first worker can not start says why once, and ends with its code', async (t) => {
  const server = await MainProcess.start(t, {
    env: { MANDATE_WORKERS: '2', MANDATE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
  })
  assert.equal(await server.end(), 1)
  assert.equal(server.stderr.trim().split('\n').length, 1, server.stderr)
})
