import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighboursOf } from './neighbours.ts'

const flow = (subject: string, via: string | null, actor: string, resource: string | null, tokens = 1) => ({
  subject,
  via,
  actor,
  resource,
  tokens,
})
const names = {
  usr_1: { kind: 'person' as const, id: 'usr_1', name: 'Maya', active: true },
  planner: { kind: 'agent' as const, id: 'agt_1', name: 'Planner', active: true },
  mailer: { kind: 'agent' as const, id: 'agt_2', name: 'Mailer', active: true },
}

test('an agent stands between whom it acts for, and what it reaches or hands on to', () => {
  const flows = [
    flow('usr_1', null, 'planner', 'https://mail', 2),
    flow('usr_1', 'planner', 'mailer', 'https://mail', 3),
  ]
  assert.deepEqual(neighboursOf('planner', { flows, names }), {
    inbound: [{ id: 'usr_1', kind: 'person', name: 'Maya', value: 2 }],
    outbound: [
      { id: 'https://mail', kind: 'resource', name: 'https://mail', value: 2 },
      { id: 'mailer', kind: 'agent', name: 'Mailer', value: 3 },
    ],
  })
  assert.deepEqual(neighboursOf('mailer', { flows, names }).inbound, [
    { id: 'planner', kind: 'agent', name: 'Planner', value: 3 },
  ])
})
