import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { text } from 'node:stream/consumers'
import { NodePlaces } from './worker-sockets.ts'
import type { WorkerSockets } from './worker-sockets.ts'

/** Listens at what it was given, says where, and then either serves or takes nothing any more. */
const WORKER = `
import { createServer } from 'node:net'
const server = createServer((socket) => socket.end('from the next one'))
server.listen({ fd: 4 }, () => {
  process.send(server.address().port, () => {
    if (process.argv[1] === 'stuck') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
})`

async function start(t: TestContext, sockets: WorkerSockets, how: 'stuck' | 'serving') {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WORKER, how], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', ...sockets.descriptors],
  })
  t.after(() => child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const findPlaces = () => NodePlaces.find({ host: null, port: 0, management: undefined })

test('F15: a connection that waits for a worker that ends is served by the one that takes its place', async (t) => {
  const sockets = (await findPlaces()).bind()
  const { child, port } = await start(t, sockets, 'stuck')
  const waiting = connect(port, '127.0.0.1')
  await once(waiting, 'connect')
  await kill(child)
  await start(t, sockets, 'serving')
  assert.equal(await text(waiting), 'from the next one')
  sockets.close()
})

test('sockets that nobody holds are closed with their worker, and let nobody wait in vain', async (t) => {
  const sockets = (await findPlaces()).bind()
  const { child, port } = await start(t, sockets, 'stuck')
  sockets.close()
  await kill(child)
  await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' })
})

test('a port that another server has is not shared with it', async (t) => {
  const other = createServer()
  await new Promise<void>((resolve) => void other.listen({ port: 0, host: '127.0.0.1', reusePort: true }, resolve))
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  await assert.rejects(NodePlaces.find({ host: null, port, management: undefined }), { code: 'EADDRINUSE' })
})
