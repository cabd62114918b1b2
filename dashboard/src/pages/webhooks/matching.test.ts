import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching } from './matching.ts'

const events = ['agent.created', 'user.created', 'user.deleted']

test('a name takes itself, a pattern what it stands for, and nothing at all takes everything', () => {
  assert.deepEqual(matching(['user.created'], events), ['user.created'])
  assert.deepEqual(matching(['user.*'], events), ['user.created', 'user.deleted'])
  assert.deepEqual(matching(['*.created'], events), ['agent.created', 'user.created'])
  assert.deepEqual(matching(['*'], events), events)
  assert.deepEqual(matching([], events), events)
  assert.deepEqual(matching(['user'], events), [])
})

test('a dot is a dot, and what is no pattern yet breaks nothing', () => {
  assert.deepEqual(matching(['userXcreated', '(', '['], ['user.created']), [])
})
