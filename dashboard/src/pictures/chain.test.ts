import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainText } from './chain.ts'

test('a chain reads like it does in a terminal', () => {
  const maya = { kind: 'person', id: 'usr_1', name: 'Maya' } as const
  const planner = { kind: 'agent', id: 'agt_1', name: 'Planner' } as const
  const gmail = { kind: 'resource', id: 'gmail', name: 'gmail.send' } as const
  assert.equal(chainText([maya, planner, gmail]), '(Maya) -> [Planner] => {gmail.send}')
  assert.equal(chainText([maya, { ...planner, isBroken: true }]), '(Maya) -x- [Planner]')
  assert.equal(chainText([]), '')
})
