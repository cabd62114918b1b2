import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { send } from '#/support/http.ts'
import { MainProcess, newDataDir } from './main-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The commands of the guide as they stand there, with our own paths in place of its. */
function commandsOf(guide: string, paths: Readonly<Record<string, string>>): string[] {
  const text = readFileSync(path.join(root, 'docs', 'guides', guide), 'utf8')
  const blocks = [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
  return blocks.map((block) =>
    Object.entries(paths).reduce((command, [theirs, ours]) => command.replaceAll(theirs, ours), block),
  )
}

test('the commands of the guide back up a server that runs, and another one goes on from there', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  const key = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  const authorization = `Bearer ${key}`
  const agent = { client_name: 'kept', grant_types: ['client_credentials'], scope: 'read' }
  const made = await send(server.url('/api/v1/agents'), {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(agent),
  })
  assert.equal(made.status, 201, made.text)

  const restored = newDataDir(t)
  const commands = commandsOf('backup.md', {
    '/var/lib/mandate/mandate.db': path.join(server.dataDir, 'mandate.db'),
    '/backup/mandate.db': path.join(restored, 'mandate.db'),
    '/etc/mandate/master.key': path.join(server.dataDir, 'master.key'),
  })
  const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` }
  const [backup = '', verify = ''] = commands
  execFileSync('sh', ['-c', backup], { cwd: root, env })
  assert.match(String(execFileSync('sh', ['-c', verify], { cwd: root, env })), /^intact up to \d+; note this point/m)

  server.child.kill('SIGKILL')
  await server.end()
  copyFileSync(path.join(server.dataDir, 'master.key'), path.join(restored, 'master.key'))
  chmodSync(path.join(restored, 'mandate.db'), 0o600)
  const next = await MainProcess.start(t, { dataDir: restored })
  await next.untilReady()
  const { text, status } = await send(next.url('/api/v1/agents'), { method: 'GET', headers: { authorization } })
  assert.equal(status, 200, text)
  assert.match(text, /"kept"/)
})
