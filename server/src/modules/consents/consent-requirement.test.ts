import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '#/modules/clients/index.ts'
import type { Consent } from './consent.ts'
import { reasonToAsk } from './consent-requirement.ts'

const living: Consent = {
  id: 'con_1',
  userId: 'usr_1',
  clientId: 'client_1',
  granted: [{ resource: 'https://api.example', scope: 'openid mail:read' }],
  createdAt: 1,
  updatedAt: 1,
  revokedAt: null,
}

const clientOf = (more: Partial<Client>) =>
  ({ trusted: true, firstParty: false, authMethod: 'none', ...more }) as Client
const confidential = clientOf({ authMethod: 'client_secret_basic' })
const stranger = clientOf({ trusted: false, authMethod: 'client_secret_basic' })

const question = {
  client: clientOf({}),
  redirectUri: 'https://app.example/cb',
  scope: 'mail:read',
  resource: ['https://api.example'],
  prompt: [] as string[],
  mode: 'production' as const,
}

const takenOver = [
  'http://127.0.0.1:8123/cb',
  'http://[::1]/cb',
  'http://localhost:3000/cb',
  'https://localhost:3000/cb',
  'com.example.app:/cb',
]

describe('whether and why a person must be asked', () => {
  test('a trusted client is remembered for what it was allowed', () => {
    assert.equal(reasonToAsk(question, living), undefined)
    assert.equal(reasonToAsk(question, undefined), 'not_allowed')
  })

  test('AZ14 an earlier consent does not cover more scope or another resource, in any mode', () => {
    for (const mode of ['production', 'dev'] as const) {
      assert.equal(reasonToAsk({ ...question, mode, scope: 'mail:read mail:send' }, living), 'not_allowed')
      assert.equal(reasonToAsk({ ...question, mode, resource: ['https://other.example'] }, living), 'not_allowed')
    }
  })

  test('AZ14 a client nobody vouches for is never remembered in production', () => {
    assert.equal(reasonToAsk({ ...question, client: stranger }, living), 'unverified')
  })

  test('AZ14 a public client is never remembered at an address that anyone can take over', () => {
    for (const redirectUri of takenOver)
      assert.equal(reasonToAsk({ ...question, redirectUri }, living), 'receiver', redirectUri)
  })

  test('a client that proves itself is remembered wherever its codes go', () => {
    for (const redirectUri of takenOver) {
      assert.equal(reasonToAsk({ ...question, client: confidential, redirectUri }, living), undefined)
      assert.equal(reasonToAsk({ ...question, client: confidential, redirectUri }, undefined), 'not_allowed')
    }
  })

  test('an application of the server’s own people is not asked about where only it can receive the code, and else remembered', () => {
    const own = clientOf({ firstParty: true })
    const ownWithSecret = clientOf({ firstParty: true, authMethod: 'client_secret_basic' })
    assert.equal(reasonToAsk({ ...question, client: own }, undefined), undefined)
    for (const redirectUri of takenOver) {
      assert.equal(reasonToAsk({ ...question, client: ownWithSecret, redirectUri }, undefined), undefined)
      assert.equal(reasonToAsk({ ...question, client: own, redirectUri }, undefined), 'not_allowed')
      assert.equal(reasonToAsk({ ...question, client: own, redirectUri }, living), undefined)
    }
  })

  test('dev mode remembers everybody, and still asks once', () => {
    for (const client of [question.client, stranger]) {
      for (const redirectUri of takenOver) {
        assert.equal(reasonToAsk({ ...question, mode: 'dev', client, redirectUri }, living), undefined)
        assert.notEqual(reasonToAsk({ ...question, mode: 'dev', client, redirectUri }, undefined), undefined)
      }
    }
  })

  test('a client may ask to ask', () => {
    for (const mode of ['production', 'dev'] as const) {
      assert.equal(reasonToAsk({ ...question, mode, prompt: ['consent'] }, living), 'prompt')
      assert.equal(reasonToAsk({ ...question, mode, prompt: ['select_account'] }, living), 'prompt')
      assert.equal(reasonToAsk({ ...question, mode, prompt: ['login'] }, living), undefined)
    }
  })
})
