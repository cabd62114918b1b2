import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, moved, placed } from './draft.ts'
import { refusedParts } from './refused.ts'

const draft = draftOf([
  { type: 'delay', config: {} },
  { type: 'conditional', config: { condition: {}, then: [{ type: 'webhook', config: {} }] } },
])

test('what was refused stands at the step it is about, however deep, and stays with it when it moves', () => {
  const errors = [
    { pointer: '/steps/0/config/seconds', message: 'must have seconds' },
    { pointer: '/steps/1/config/condition/nobody', message: 'is not a known condition' },
    { pointer: '/steps/1/config/then/0/config/url', message: 'must have url' },
    { pointer: '/steps', message: 'has too many' },
    { pointer: '/conditions/any_of/0', message: 'must be object' },
    { pointer: '/name', message: 'is empty' },
  ]
  const { steps, list, conditions } = refusedParts(errors, placed(draft.steps))
  const keys = placed(moved(draft, 0, 1).steps).map(({ step }) => step.key)
  assert.deepEqual(keys, [1, 2, 0])
  assert.deepEqual(steps.get(0), [{ pointer: '/config/seconds', message: 'must have seconds' }])
  assert.deepEqual(steps.get(1), [{ pointer: '/config/condition/nobody', message: 'is not a known condition' }])
  assert.deepEqual(steps.get(2), [{ pointer: '/config/url', message: 'must have url' }])
  assert.deepEqual(list, [{ pointer: '/steps', message: 'has too many' }])
  assert.deepEqual(conditions, [{ pointer: '/any_of/0', message: 'must be object' }])
})

test('/steps/1 is not about /steps/10', () => {
  const { steps, list } = refusedParts([{ pointer: '/steps/10/type', message: 'is wrong' }], placed(draft.steps))
  assert.equal(steps.size, 0)
  assert.equal(list.length, 1)
})
