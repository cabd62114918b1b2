import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '#/support/ports.ts'

const FOLDER = fileURLToPath(new URL('../../examples/web-app/', import.meta.url))

test('the website goes on, whatever somebody asks it for', async (t) => {
  const port = await freePort()
  const env = { ...process.env, APP_URL: `http://localhost:${port}`, CLIENT_ID: 'app_none', CLIENT_SECRET: 'none' }
  const website = spawn(process.execPath, ['server.ts'], { cwd: FOLDER, env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => website.kill('SIGKILL'))
  await once(website.stdout, 'data')
  const statusOf = async (target: string): Promise<string | undefined> => {
    const socket = connect(port, 'localhost')
    await once(socket, 'connect')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).split(' ')[1]
  }
  for (const target of ['//', '//[', 'http://[', '/nothing', '/%', '*'])
    assert.equal(await statusOf(target), '404', target)
  assert.equal(await statusOf('/callback?state=x&code=y'), '400')
  assert.equal(await statusOf('/?a'), '200')
})
