import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onEachEngine } from '#test/support/engines.ts'
import { openDatabase } from './open.ts'
import { sql } from './sql.ts'

const SERVER_FOLDER = fileURLToPath(new URL('../../../', import.meta.url))
const ROUNDS = 4

// Writes pairs and single rows without end, and names each write once it is acknowledged.
const WRITER = `
  import { writeSync } from 'node:fs'
  import { openDatabase } from '#/platform/db/open.ts'
  import { sql } from '#/platform/db/sql.ts'
  const [url, round] = process.argv.slice(1)
  const { db } = await openDatabase({ url })
  const insert = (name) => sql\`INSERT INTO replays (name, expires_at) VALUES (\${name}, \${1})\`
  const pair = (name) => db.tx(async (tx) => {
    await tx.run(insert(name + '-left'))
    await tx.run(insert(name + '-right'))
  })
  const single = (name) => db.run(insert(name + '-left'))
  for (let worker = 0; worker < 16; worker++) void (async () => {
    for (let i = 0; ; i++) {
      const name = [round, worker, i].join('.')
      await (i % 2 ? pair(name) : single(name))
      writeSync(1, (i % 2 ? 'pair ' : 'single ') + name + '\\n')
    }
  })()
`

onEachEngine(
  'F1 a killed process loses no acknowledged write and leaves none half done',
  async (_t, { url, database }) => {
    await database.close()
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round++) acknowledged.push(...(await writeUntilKilled(url, round)))
    assert.ok(acknowledged.length > ROUNDS)
    const again = await openDatabase({ url })
    const rows = await again.db.all(sql`SELECT name FROM replays`)
    await again.close()
    assertComplete(new Set(rows.map((row) => row['name'] as string)), acknowledged)
  },
)

function assertComplete(found: ReadonlySet<string>, acknowledged: readonly string[]): void {
  for (const line of acknowledged) assert.ok(found.has(`${line.split(' ')[1]}-left`), `${line} is lost`)
  for (const half of found) {
    const name = half.replace(/-(left|right)$/, '')
    const isPair = Number(name.split('.')[2]) % 2 === 1
    if (isPair) assert.ok(found.has(`${name}-left`) && found.has(`${name}-right`), `${name} is half done`)
  }
}

async function writeUntilKilled(url: string, round: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, url, String(round)], {
    cwd: SERVER_FOLDER,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // Some time after the first acknowledgement, another time each round.
    if (output === '') setTimeout(() => void child.kill('SIGKILL'), 20 + 37 * round)
    output += text
  })
  await once(child, 'close')
  // The last line may be cut off by the kill.
  return output.split('\n').slice(0, -1)
}
