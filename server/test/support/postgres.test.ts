import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const SERVER_FOLDER = fileURLToPath(new URL('../../', import.meta.url))
const SCRIPT = `
  import { startPostgres } from '#test/support/postgres.ts'
  console.log((await startPostgres()).url)
  setInterval(() => undefined, 1000)
`

test('the PostgreSQL of a killed test process ends and leaves no files', async () => {
  const homes = mkdtempSync(join(tmpdir(), 'mandate-homes-'))
  // Like the system's own: whoever the server runs as may clean up after it.
  chmodSync(homes, 0o1777)
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: SERVER_FOLDER,
    env: { ...process.env, TMPDIR: homes },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const { port } = new URL(String(output).trim())
  assert.equal(await isOpen(Number(port)), true)
  assert.equal(readdirSync(homes).length, 1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await eventually(async () => !(await isOpen(Number(port))))
  await eventually(async () => readdirSync(homes).length === 0)
  rmdirSync(homes)
})

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 5000
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'it did not happen within 5 s')
    await new Promise((resolve) => void setTimeout(resolve, 20))
  }
}
