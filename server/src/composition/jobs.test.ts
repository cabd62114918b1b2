import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'

/** Jobs that don't work in steps, by why not. Any number of rows can pile up for every other one. */
const ownPace: Readonly<Record<string, readonly string[]>> = {
  'it waits for servers of others, a few at a time': ['sso_metadata.read'],
  'each is a transaction of its own, and some are passed over': ['users.unproven'],
  'each is a transaction of its own, and the first are ended right after the change': ['sso_sessions.end'],
}

test('every job works off its rows in steps, or it is said why not', async (t) => {
  const { app } = await createTestApp(t)
  assert.deepEqual(app.jobs.ownPace.toSorted(), Object.values(ownPace).flat().toSorted())
})
