import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesOf, fieldNames, kindOf, labelOf } from './schema.ts'

test('each kind of schema has its field, and what has none is written as JSON', () => {
  assert.equal(kindOf({ type: 'boolean' }), 'flag')
  assert.equal(kindOf({ type: 'integer' }), 'number')
  assert.equal(kindOf({ type: 'string' }), 'text')
  assert.equal(kindOf({ type: 'string', enum: ['a', 'b'] }), 'choice')
  assert.equal(kindOf({ anyOf: [{ const: 'a' }, { const: 'b' }] }), 'choice')
  assert.equal(kindOf({ type: 'array', items: { type: 'string' } }), 'texts')
  assert.equal(kindOf({ type: 'array', items: { enum: ['a'] } }), 'choices')
  assert.equal(kindOf({ type: 'array', items: { type: 'object' } }), 'json')
  assert.equal(kindOf({ type: 'object', properties: { a: { type: 'string' } } }), 'object')
  assert.equal(kindOf({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 'text')
  assert.equal(kindOf({ anyOf: [{ type: 'boolean' }, { type: 'null' }] }), 'flagOrNone')
  for (const schema of [
    {},
    { type: 'object' },
    { anyOf: [{ type: 'string' }, { type: 'object' }] },
    { enum: [1, 2] },
  ]) {
    assert.equal(kindOf(schema), 'json')
  }
})

test('the choices of a schema are texts', () => {
  assert.deepEqual(choicesOf({ anyOf: [{ const: 'a' }, { const: 'b' }] }), ['a', 'b'])
  assert.deepEqual(choicesOf({ enum: ['a', null] }), [])
})

test('a member is called by its title, or by its name in words', () => {
  assert.equal(labelOf('max_age_seconds', {}), 'Max age seconds')
  assert.equal(labelOf('url', { title: 'Address' }), 'Address')
})

test('the names of fields lead to the members of members', () => {
  const schema = {
    properties: { url: { type: 'string' }, retry: { type: 'object', properties: { times: { type: 'integer' } } } },
  }
  assert.deepEqual(fieldNames(schema, 'config'), ['config.url', 'config.retry.times', 'config.retry'])
})
