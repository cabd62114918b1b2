import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'

test('a server takes every interval that it starts with it when it is closed', async (t) => {
  const started = t.mock.method(globalThis, 'setInterval')
  const cleared = t.mock.method(globalThis, 'clearInterval')
  const { app } = await createTestApp(t)
  await app.http.ready()
  app.jobs.start()
  await app.close()
  const ended = new Set<unknown>(cleared.mock.calls.map((call) => call.arguments[0]))
  const left = started.mock.calls.filter((call) => !ended.has(call.result))
  assert.deepEqual(
    left.map((call) => call.stack.stack),
    [],
  )
})

test('the metrics of the process are left to whoever owns the process', async (t) => {
  const { app } = await createTestApp(t)
  assert.doesNotMatch(await app.metrics.text(), /^(process|nodejs)_/m)
})
