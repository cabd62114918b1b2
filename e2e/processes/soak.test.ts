import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from '#/support/http.ts'
import { MainProcess } from './main-process.ts'

// `npm run soak -w bench` does this for half an hour, and looks at latencies too. Here nothing is timed: what counts is what
// a process still refers to once everything that can be collected was.

const WINDOWS = 6
/** Each asks for a token, about it, and for the keys. */
const TURNS_PER_WINDOW = 900
const AT_ONCE = 20
/** The first windows fill caches and compile what runs often. */
const SETTLED = 2
/** What a turn may leave behind for good, by the line through the windows: an entry of a map would be more. */
const BYTES_PER_TURN = 200
/** What the caches of the database and the allocator may still take after those. */
const RESIDENT_MIB = 24

/** Leaves in a file what the process refers to, after a collection, whenever it gets the signal. */
const TELL = `import { writeFileSync, renameSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
process.on('SIGUSR2', () => {
  collect()
  collect()
  const file = process.env.MANDATE_DATA_DIR + '/memory'
  writeFileSync(file + '.new', JSON.stringify(process.memoryUsage()))
  renameSync(file + '.new', file)
})`

async function memoryOf({ child, dataDir }: MainProcess): Promise<{ live: number; residentMiB: number }> {
  const file = path.join(dataDir, 'memory')
  rmSync(file, { force: true })
  child.kill('SIGUSR2')
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error('the server ended')
    await sleep(10)
  }
  const { heapUsed, external, rss } = JSON.parse(readFileSync(file, 'utf8')) as NodeJS.MemoryUsage
  return { live: heapUsed + external, residentMiB: rss / 2 ** 20 }
}

/** By how much a value grows from one to the next: the line of the least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const above = values.reduce((sum, value, i) => sum + (i - middle) * value, 0)
  const below = values.reduce((sum, _value, i) => sum + (i - middle) ** 2, 0)
  return above / below
}

test('a load that goes on leaves nothing behind in the memory of the server', async (t) => {
  const server = await MainProcess.start(t, {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL)}` },
  })
  await server.untilReady()
  const key = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  const post = (url: string, headers: Record<string, string>, body: string) =>
    send(server.url(url), { method: 'POST', headers, body })
  const made = await post(
    '/api/v1/agents',
    { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    JSON.stringify({ client_name: 'soak', grant_types: ['client_credentials'], scope: 'read' }),
  )
  const { client_id, client_secret } = JSON.parse(made.text) as Record<string, string>
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }

  const takeTurns = async (): Promise<void> => {
    let left = TURNS_PER_WINDOW
    const turns = async (): Promise<void> => {
      while (left-- > 0) {
        const issued = await post('/oauth/token', headers, 'grant_type=client_credentials')
        const { access_token: token } = JSON.parse(issued.text) as Record<string, string>
        const asked = await post('/oauth/introspect', headers, `token=${token}`)
        assert.match(asked.text, /"active":true/)
        assert.equal((await send(server.url('/.well-known/jwks.json'), { method: 'GET' })).status, 200)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, turns))
  }

  const windows = []
  for (let i = 0; i < WINDOWS; i++) {
    await takeTurns()
    windows.push(await memoryOf(server))
  }
  const settled = windows.slice(SETTLED)
  const perTurn = slopeOf(settled.map(({ live }) => live)) / TURNS_PER_WINDOW
  const seen = windows.map(
    ({ live, residentMiB }) => `${(live / 1024).toFixed(0)} KiB of ${residentMiB.toFixed(0)} MiB`,
  )
  t.diagnostic(`${perTurn.toFixed(0)} bytes a turn: ${seen.join(', ')}`)
  assert.ok(perTurn < BYTES_PER_TURN, `${perTurn.toFixed(0)} bytes are left by each turn: ${seen.join(', ')}`)
  const resident = settled.map(({ residentMiB }) => residentMiB)
  assert.ok((resident.at(-1) ?? 0) - (resident[0] ?? 0) < RESIDENT_MIB, seen.join(', '))
})
