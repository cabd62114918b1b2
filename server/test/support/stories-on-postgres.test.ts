import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { storiesOnPostgres } from './stories-on-postgres.ts'

const sourceOf = (name: string) => readFileSync(new URL(`../flows/${name}.test.ts`, import.meta.url), 'utf8')

test('every story of the list is there, and none runs on PostgreSQL twice', () => {
  const twice = Object.keys(storiesOnPostgres).filter((name) => /onEachApp|chosenEngines/.test(sourceOf(name)))
  assert.deepEqual(twice, [])
})
