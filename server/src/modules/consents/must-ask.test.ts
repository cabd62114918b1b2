import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '#/modules/clients/index.ts'
import type { Consent } from './consent.ts'
import { mustAsk } from './must-ask.ts'

const living: Consent = {
  id: 'con_1',
  userId: 'usr_1',
  clientId: 'client_1',
  granted: [{ resource: 'https://api.example', scope: 'openid mail:read' }],
  createdAt: 1,
  updatedAt: 1,
  revokedAt: null,
}

const question = {
  client: { trusted: true } as Client,
  redirectUri: 'https://app.example/cb',
  scope: 'mail:read',
  resource: ['https://api.example'],
  prompt: [] as string[],
}

describe('whether a person must be asked', () => {
  test('a trusted client is remembered for what it was allowed', () => {
    assert.equal(mustAsk(question, living), false)
    assert.equal(mustAsk(question, undefined), true)
  })

  test('AZ14 an earlier consent does not cover more scope or another resource', () => {
    assert.equal(mustAsk({ ...question, scope: 'mail:read mail:send' }, living), true)
    assert.equal(mustAsk({ ...question, resource: ['https://other.example'] }, living), true)
  })

  test('AZ14 a client nobody vouches for is never remembered', () => {
    assert.equal(mustAsk({ ...question, client: { trusted: false } as Client }, living), true)
  })

  test('AZ14 an address that anyone can take over is never remembered', () => {
    for (const redirectUri of [
      'http://127.0.0.1:8123/cb',
      'http://[::1]/cb',
      'http://localhost:3000/cb',
      'https://localhost:3000/cb',
      'com.example.app:/cb',
    ])
      assert.equal(mustAsk({ ...question, redirectUri }, living), true, redirectUri)
  })

  test('a client may ask to ask', () => {
    assert.equal(mustAsk({ ...question, prompt: ['consent'] }, living), true)
    assert.equal(mustAsk({ ...question, prompt: ['select_account'] }, living), true)
    assert.equal(mustAsk({ ...question, prompt: ['login'] }, living), false)
  })
})
