import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programOf } from './program.ts'
import type { Step } from './step-types.ts'

const metadata = (key: string): Step => ({ type: 'set_metadata', config: { key, value: true } })

test('branches are laid out one after the other, and both ways meet behind them', () => {
  const inner: Step = { type: 'conditional', config: { condition: {}, then: [metadata('c')] } }
  const steps: Step[] = [
    metadata('a'),
    { type: 'conditional', config: { condition: {}, then: [metadata('b'), inner], else: [metadata('d')] } },
    metadata('e'),
  ]
  const { instructions } = programOf({
    flowId: 'flow_1',
    version: 1,
    name: 'x',
    trigger: 'login',
    conditions: {},
    steps,
    enabled: true,
    priority: 0,
    createdBy: 'x',
    createdAt: 1,
  })
  const shown = instructions.map((it) => {
    if (it.kind === 'jump') return `jump ${it.to}`
    if (it.kind === 'branch') return `${it.pointer} else ${it.otherwise} end ${it.end}`
    return it.pointer
  })
  assert.deepEqual(shown, [
    '/steps/0',
    '/steps/1 else 7 end 8',
    '/steps/1/config/then/0',
    '/steps/1/config/then/1 else 6 end 6',
    '/steps/1/config/then/1/config/then/0',
    'jump 6',
    'jump 8',
    '/steps/1/config/else/0',
    '/steps/2',
  ])
})
