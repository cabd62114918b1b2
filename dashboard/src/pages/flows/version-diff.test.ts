import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Flow } from '@mandate/sdk'
import { versionDiff } from './version-diff.ts'
import type { Definition, StepChange } from './version-diff.ts'

type Step = Flow['steps'][number]

const flow = (steps: Step[], rest: Partial<Definition> = {}): Definition => ({
  name: 'Factors',
  trigger: 'login',
  priority: 0,
  enabled: true,
  conditions: { email_domain: 'example.com', new_device: true },
  steps,
  ...rest,
})

const verify: Step = { type: 'require_email_verification', config: {} }
const factor: Step = { type: 'require_mfa_challenge', config: {} }
const delay = (seconds: number): Step => ({ type: 'delay', config: { seconds } })
const fork = (...then: Step[]): Step => ({ type: 'conditional', config: { condition: { new_device: true }, then } })

const said = (changes: readonly StepChange[]): readonly string[] =>
  changes.map(({ kind, step }) => `${kind} ${step.type}`)

test('the same definition differs in nothing, in whatever order its members stand', () => {
  const now = flow([fork(factor), delay(1)])
  const wanted = flow([fork(factor), delay(1)], { conditions: { new_device: true, email_domain: 'example.com' } })
  const diff = versionDiff(now, wanted)
  assert.deepEqual([diff.isSame, diff.values], [true, []])
  assert.deepEqual(said(diff.steps), ['same conditional', 'same delay'])
})

test('each field that would be another one is named with both values', () => {
  const { values, isSame } = versionDiff(
    flow([verify]),
    flow([verify], { priority: 5, enabled: false, conditions: {} }),
  )
  assert.equal(isSame, false)
  assert.deepEqual(values, [
    { name: 'priority', from: 0, to: 5 },
    { name: 'enabled', from: true, to: false },
    { name: 'conditions', from: { email_domain: 'example.com', new_device: true }, to: {} },
  ])
})

test('steps that would come, go or change are told apart, equal ones being paired first', () => {
  const { steps } = versionDiff(flow([verify, delay(1), delay(2), factor]), flow([delay(2), factor, delay(3)]))
  assert.deepEqual(said(steps), [
    'removed require_email_verification',
    'removed delay',
    'same delay',
    'same require_mfa_challenge',
    'added delay',
  ])
})

test('a step that stays with another config says which of its values would change', () => {
  const [step] = versionDiff(flow([delay(1)]), flow([{ ...delay(4), on_error: 'continue' }])).steps
  assert.equal(step?.kind, 'changed')
  assert.deepEqual(step?.values, [
    { name: 'seconds', from: 1, to: 4 },
    { name: 'on_error', from: 'deny', to: 'continue' },
  ])
})

test('on_error that is left out is deny', () => {
  assert.equal(versionDiff(flow([delay(1)]), flow([{ ...delay(1), on_error: 'deny' }])).isSame, true)
})

test('a change within a branch is one of the version, not of the step that branches', () => {
  const { steps, isSame } = versionDiff(flow([fork(factor, delay(1))]), flow([fork(delay(1), verify)]))
  assert.equal(isSame, false)
  assert.equal(steps[0]?.kind, 'same')
  assert.deepEqual(said(steps[0]?.branches.then ?? []), [
    'removed require_mfa_challenge',
    'same delay',
    'added require_email_verification',
  ])
})
