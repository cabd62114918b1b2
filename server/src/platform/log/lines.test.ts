import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LogLines } from './lines.ts'

const line = (level: string, msg: string): string => `${JSON.stringify({ level, time: 'now', msg })}\n`

test('a reader gets the lines that are bad enough, from the moment it began', async () => {
  const log = new LogLines()
  log.publish(line('error', 'before'))
  const reader = log.read('warn')
  for (const level of ['debug', 'info', 'warn', 'error']) log.publish(line(level, level))
  assert.deepEqual(await reader.take(1000), {
    lines: [line('warn', 'warn').trim(), line('error', 'error').trim()],
    dropped: 0,
  })
})

test('a reader that waits is woken by a line, and by the end', async () => {
  const log = new LogLines()
  const reader = log.read('info')
  const taken = reader.take(60_000)
  log.publish(line('info', 'one'))
  assert.equal((await taken).lines.length, 1)
  const last = reader.take(60_000)
  log.close()
  assert.deepEqual([(await last).lines, reader.isOver, log.read('info').isOver], [[], true, true])
})

test('a reader that takes nothing loses lines and is told how many', async () => {
  const log = new LogLines()
  const reader = log.read('info')
  for (let i = 0; i < 1100; i++) log.publish(line('info', String(i)))
  const { lines, dropped } = await reader.take(0)
  assert.deepEqual([lines.length, dropped], [1000, 100])
  log.publish(line('info', 'next'))
  assert.deepEqual(await reader.take(0), { lines: [line('info', 'next').trim()], dropped: 0 })
})

test('a reader that stopped holds nothing', async () => {
  const log = new LogLines()
  const reader = log.read('info')
  reader.stop()
  log.publish(line('info', 'gone'))
  assert.deepEqual([(await reader.take(0)).lines, log.readers], [[], 0])
})
