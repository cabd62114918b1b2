import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import Type from 'typebox'
import { Examples } from './examples.ts'
import { parameterMeaning } from './parameters.ts'

const samples = {
  email: 'maya@example.com',
  'agents.id': 'agt_1',
  'Owner.id': 'usr_1',
  scopes: ['read'],
  'agents.scopes': 'read write',
  ended_at: null,
  'left out': ['total'],
  'POST /agents': { name: 'worker', dpop_bound: true },
}
const examples = new Examples(samples)
const Owner = Type.Object({ id: Type.String(), email: Type.String() }, { $id: 'Owner' })

describe('an example', () => {
  test('takes the value of the nearest thing its member stands in', () => {
    const schema = Type.Object({ id: Type.String(), owner: Owner })
    assert.deepEqual(examples.answer(schema, 'agents'), {
      id: 'agt_1',
      owner: { id: 'usr_1', email: 'maya@example.com' },
    })
  })

  test('takes a value only where the schema does', () => {
    assert.deepEqual(examples.answer(Type.Object({ scopes: Type.Array(Type.String()) }), 'agents'), {
      scopes: ['read'],
    })
    assert.deepEqual(examples.answer(Type.Object({ scopes: Type.String() }), 'agents'), { scopes: 'read write' })
    assert.deepEqual(examples.answer(Type.Object({ email: Type.Integer({ minimum: 3 }) }), ''), { email: 3 })
  })

  test('says what the schema says where nothing is known', () => {
    const schema = Type.Object({
      kind: Type.Enum(['first', 'second']),
      size: Type.Integer({ default: 50 }),
      at: Type.String({ format: 'date-time' }),
      ended_at: Type.Union([Type.String(), Type.Null()]),
      note: Type.Union([Type.Null(), Type.String({ minLength: 6 })]),
      example: Type.String({ examples: ['given'] }),
    })
    assert.deepEqual(examples.answer(schema, ''), {
      kind: 'first',
      size: 50,
      at: '2026-11-21T09:41:07.123Z',
      ended_at: null,
      note: 'note--',
      example: 'given',
    })
  })

  test('of an answer shows everything but what is seldom there', () => {
    const schema = Type.Object({ data: Type.Array(Owner), total: Type.Optional(Type.Integer()) })
    assert.deepEqual(examples.answer(schema, ''), { data: [{ id: 'usr_1', email: 'maya@example.com' }] })
  })

  test('of a request shows what must be there, or its first member, or what was written for it', () => {
    const schema = Type.Object({ email: Type.String(), name: Type.Optional(Type.String()) })
    assert.deepEqual(examples.request(schema, 'users', 'POST /users'), { email: 'maya@example.com' })
    assert.deepEqual(examples.request(Type.Partial(schema), 'users', 'PATCH /users'), { email: 'maya@example.com' })
    assert.deepEqual(examples.request(schema, 'agents', 'POST /agents'), { name: 'worker', dpop_bound: true })
  })

  test('of a thing that contains itself comes to an end', () => {
    const Node = Type.Cyclic({ Node: Type.Object({ next: Type.Optional(Type.Ref('Node')) }) }, 'Node')
    assert.deepEqual(examples.answer(Node, ''), { next: {} })
  })
})

test('a parameter that says nothing is named after what stands in front of it', () => {
  const meanings = { state: 'Only those in this state.' }
  assert.equal(parameterMeaning('policyId', '/agents/:id/policies/:policyId', meanings), 'The id of the policy.')
  assert.equal(parameterMeaning('id', '/audit-logs/:id', meanings), 'The id of the audit log.')
  assert.equal(parameterMeaning('id', '/access/:id', meanings), 'The id of the access.')
  assert.equal(parameterMeaning('state', '/invitations', meanings), 'Only those in this state.')
  assert.equal(parameterMeaning('request_id', '/invitations', meanings), 'The request id.')
})
