import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
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

  const [restored, safe] = [newDataDir(t), newDataDir(t)]
  // What is installed as `mandate`.
  writeFileSync(
    path.join(safe, 'mandate'),
    `#!/bin/sh\nexec "${process.execPath}" "${path.join(root, 'cli/src/main.ts')}" "$@"\n`,
    {
      mode: 0o755,
    },
  )
  const env = { ...process.env, HOME: safe, PATH: `${safe}:${process.env['PATH']}` }
  const paths = {
    '/var/lib/mandate-restored': restored,
    '/var/lib/mandate': server.dataDir,
    '/etc/mandate/master.key': path.join(server.dataDir, 'master.key'),
    '/backup/': `${safe}/`,
    '/safe/': `${safe}/`,
  }
  const [keygen = '', backup = '', restore = ''] = commandsOf('backup.md', paths)
  const recipient = String(execFileSync('sh', ['-c', keygen], { cwd: safe, env })).trim()
  assert.match(
    String(execFileSync('sh', ['-c', backup.replace('age1…', recipient)], { cwd: safe, env })),
    /^verified\ttrue$/m,
  )

  server.child.kill('SIGKILL')
  await server.end()
  copyFileSync(path.join(server.dataDir, 'master.key'), path.join(restored, 'master.key'))
  const dataOfRestored = { ...env, MANDATE_DATA_DIR: restored }
  assert.match(String(execFileSync('sh', ['-c', restore], { cwd: safe, env: dataOfRestored })), /^tokens_ended\t\d+$/m)
  const next = await MainProcess.start(t, { dataDir: restored })
  await next.untilReady()
  const { text, status } = await send(next.url('/api/v1/agents'), { method: 'GET', headers: { authorization } })
  assert.equal(status, 200, text)
  assert.match(text, /"kept"/)
})
