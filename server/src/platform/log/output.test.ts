import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LogOutput } from './output.ts'
import { until } from '#test/support/until.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A pipe that takes so many bytes before it is full. */
class Pipe {
  text = ''
  room: number
  constructor(room: number) {
    this.room = room
  }

  readonly write = (bytes: Buffer): number => {
    if (this.room === 0) throw failure('EAGAIN')
    const taken = bytes.subarray(0, this.room)
    this.room -= taken.length
    this.text += taken.toString()
    return taken.length
  }
}

test('writes lines as they come', () => {
  const pipe = new Pipe(Infinity)
  const output = new LogOutput(pipe.write)
  output.write('one\n')
  output.write('two\n')
  assert.equal(pipe.text, 'one\ntwo\n')
})

test('keeps what a full pipe does not take, and writes it when there is room', async () => {
  const pipe = new Pipe(6)
  const output = new LogOutput(pipe.write)
  for (const line of ['one\n', 'two\n', 'three\n']) output.write(line)
  assert.equal(pipe.text, 'one\ntw')
  pipe.room = 1000
  await until(() => pipe.text === 'one\ntwo\nthree\n')
})

test('drops what does not fit into its buffer, and says so where it is missing', () => {
  const pipe = new Pipe(0)
  const output = new LogOutput(pipe.write)
  const line = `${'x'.repeat(99_999)}\n`
  for (let i = 0; i < 15; i++) output.write(line)
  pipe.room = Infinity
  output.write('after\n')
  const lines = pipe.text.trimEnd().split('\n')
  assert.equal(lines.length, 10 + 2)
  assert.match(lines.at(-2) ?? '', /"level":"warn".*5 log lines were dropped/)
  assert.equal(lines.at(-1), 'after')
})

for (const code of ['EPIPE', 'ECONNRESET'])
  test(`F22: falls silent when its reader is gone (${code})`, () => {
    let tries = 0
    const output = new LogOutput(() => {
      tries += 1
      throw failure(code)
    })
    output.write('one\n')
    output.write('two\n')
    assert.equal(tries, 1)
  })

test('F4: a full disk loses lines and nothing else', () => {
  let isFull = true
  let text = ''
  const output = new LogOutput((bytes) => {
    if (isFull) throw failure('ENOSPC')
    text += bytes.toString()
    return bytes.length
  })
  output.write('lost\n')
  isFull = false
  output.write('kept\n')
  assert.equal(text, 'kept\n')
})

const program = `
  import { createLogger, ignoreBrokenPipes } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
  ignoreBrokenPipes()
  const logger = createLogger({ level: 'info', format: 'json' })
  for (let i = 0; i < 3000; i++) logger.info({}, 'x'.repeat(300))
  process.stderr.write('written')
  process.stdin.once('data', () => {
    logger.info({}, 'more')
    console.log('and more')
    setImmediate(() => process.exit(0))
  })
`

// The bytes that nobody read make the next write fail with ECONNRESET instead of EPIPE.
for (const [reader, act] of [
  ['that sleeps', () => undefined],
  ['that left without reading', (output: { destroy(): unknown }) => void output.destroy()],
] as const)
  test(`F22: a reader ${reader} does not keep the process from ending`, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'pipe'] })
    const giveUp = setTimeout(() => child.kill('SIGKILL'), 60_000)
    const ended = new Promise((resolve) => void child.once('exit', (code, signal) => resolve(code ?? signal)))
    await new Promise((resolve) => void child.stderr.once('data', resolve))
    act(child.stdout)
    await sleep(50)
    child.stdin.write('go')
    assert.equal(await ended, 0)
    clearTimeout(giveUp)
    child.stdout.destroy()
  })
