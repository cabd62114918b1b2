import assert from 'node:assert/strict'
import { test } from 'node:test'
import { added, changed, draftOf, moved, movedTo, placed, removed, stepsOf, summaryOf, targetsOf } from './draft.ts'
import type { WireStep } from './draft.ts'

const check = { type: 'require_email_verification', config: {} }
const delay = { type: 'delay', config: { seconds: 2 }, on_error: 'continue' } satisfies WireStep
const ask = { type: 'webhook', config: { url: 'https://ask.example.com' } }
const fork = {
  type: 'conditional',
  config: { condition: { new_device: true }, then: [ask, delay], else: [check] },
}
const types = (steps: readonly WireStep[]): readonly string[] => steps.map(({ type }) => type)

test('what is read comes out as it was', () => {
  assert.deepEqual(stepsOf(draftOf([check, fork, delay]).steps), [check, fork, delay])
})

test('each step stands where the API says', () => {
  const found = placed(draftOf([check, fork]).steps)
  assert.deepEqual(
    found.map(({ pointer, step }) => [pointer, step.type]),
    [
      ['/steps/0', 'require_email_verification'],
      ['/steps/1', 'conditional'],
      ['/steps/1/config/then/0', 'webhook'],
      ['/steps/1/config/then/1', 'delay'],
      ['/steps/1/config/else/0', 'require_email_verification'],
    ],
  )
  assert.equal(new Set(found.map(({ step }) => step.key)).size, 5)
})

test('a step moves in its own list and stays at its ends', () => {
  const draft = draftOf([check, fork, delay])
  assert.deepEqual(types(stepsOf(moved(draft, 0, 1).steps)), ['conditional', 'require_email_verification', 'delay'])
  assert.deepEqual(moved(draft, 0, -1), draft)
  const inner = placed(draft.steps).find(({ pointer }) => pointer === '/steps/1/config/then/1')
  const up = moved(draft, inner?.step.key ?? -1, -1)
  assert.deepEqual(stepsOf(up.steps)[1]?.config?.['then'], [delay, ask])
  assert.deepEqual(moved(up, inner?.step.key ?? -1, -1), up)
})

test('a step moves to any other branch or out of all, with what stands in it, and never into itself', () => {
  const inner = { type: 'conditional', config: { condition: { new_device: false }, then: [delay] } }
  const draft = draftOf([check, { ...fork, config: { ...fork.config, else: [inner] } }])
  const keyAt = (sought: string): number =>
    placed(draft.steps).find(({ pointer }) => pointer === sought)?.step.key ?? assert.fail(sought)
  const [first, outer, webhook, nested] = [
    '/steps/0',
    '/steps/1',
    '/steps/1/config/then/0',
    '/steps/1/config/else/0',
  ].map(keyAt) as [number, number, number, number]
  const told = (key: number) =>
    targetsOf(draft, key).map((target) => (target === 'flow' ? 'flow' : `${target.of.pointer} ${target.branch}`))
  const deep = '/steps/1/config/else/0'
  assert.deepEqual(told(first), ['/steps/1 then', '/steps/1 else', `${deep} then`, `${deep} else`])
  assert.deepEqual(told(webhook), ['flow', '/steps/1 else', `${deep} then`, `${deep} else`])
  assert.deepEqual(told(nested), ['flow', '/steps/1 then'])
  assert.deepEqual(told(outer), [])
  const out = stepsOf(movedTo(draft, nested, 'flow').steps)
  assert.deepEqual(out, [check, { ...fork, config: { condition: { new_device: true }, then: [ask, delay] } }, inner])
  const into = movedTo(draft, first, { key: nested, branch: 'else' })
  assert.deepEqual(placed(into.steps).at(-1)?.pointer, '/steps/0/config/else/0/config/else/0')
  assert.equal(placed(into.steps).at(-1)?.step.key, first)
  for (const branch of ['then', 'else'] as const) {
    assert.equal(movedTo(draft, outer, { key: outer, branch }), draft)
    assert.equal(movedTo(draft, outer, { key: nested, branch }), draft)
  }
})

test('a step is added at the end of a list, with a key of its own', () => {
  const draft = added(draftOf([check, fork]), { key: 1, branch: 'else' }, 'delay')
  assert.deepEqual(stepsOf(draft.steps)[1]?.config?.['else'], [check, { type: 'delay', config: {} }])
  const again = added(draft, 'flow', 'conditional')
  assert.deepEqual(stepsOf(again.steps)[2], { type: 'conditional', config: { condition: {}, then: [] } })
  assert.equal(new Set(placed(again.steps).map(({ step }) => step.key)).size, 7)
  assert.notEqual(added(removed(again, again.next - 1), 'flow', 'delay').steps.at(-1)?.key, again.next - 1)
})

test('a step is taken away with what stands in it, and changed wherever it stands', () => {
  const draft = draftOf([check, fork])
  assert.deepEqual(stepsOf(removed(draft, 1).steps), [check])
  const delayed = changed(draft, 2, { config: { url: 'https://other.example.com' }, onError: 'continue' })
  assert.deepEqual((stepsOf(delayed.steps)[1]?.config?.['then'] as WireStep[])[0], {
    type: 'webhook',
    config: { url: 'https://other.example.com' },
    on_error: 'continue',
  })
})

test('a row tells the short values of a step', () => {
  assert.equal(summaryOf(ask), 'https://ask.example.com')
  assert.equal(summaryOf(fork), 'new_device')
  assert.equal(summaryOf({ type: 'require_mfa_challenge', config: { always: true } }), 'always')
  assert.equal(summaryOf(check), '')
})
