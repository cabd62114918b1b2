import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isFreshEnough } from './request.ts'
import type { Asked, AuthorizationRequest } from './request.ts'

const NOW = 1_800_000_000_000

const requestWith = (asked: Partial<Asked>, priorSessionId: string | null = 'sess_old'): AuthorizationRequest => ({
  id: 'arq_1',
  browserHash: '',
  pushedHash: null,
  clientId: 'client_1',
  asked: {
    redirectUri: 'https://app.example/cb',
    state: null,
    scope: 'openid',
    resource: [],
    codeChallenge: '',
    nonce: null,
    dpopJkt: null,
    prompt: [],
    maxAgeSeconds: null,
    loginHint: null,
    hintedUserId: null,
    ...asked,
  },
  priorSessionId,
  userId: null,
  createdAt: NOW,
  expiresAt: NOW + 600_000,
  finishedAt: null,
})

const signedIn = (id: string, secondsAgo: number) => ({ id, authenticatedAt: NOW - secondsAgo * 1000 })

describe('a sign-in and a request', () => {
  test('any living session will do when nothing is asked', () => {
    assert.equal(isFreshEnough(requestWith({}), signedIn('sess_old', 900_000)), true)
  })

  test('prompt=login wants a sign-in that came after the request', () => {
    const request = requestWith({ prompt: ['login'] })
    assert.equal(isFreshEnough(request, signedIn('sess_old', 0)), false, 'the session it came with, however young')
    assert.equal(isFreshEnough(request, signedIn('sess_new', 0)), true, 'another one within the same millisecond')
    assert.equal(isFreshEnough(request, signedIn('sess_new', -5)), true)
    assert.equal(isFreshEnough(request, signedIn('sess_other', 5)), false, 'another one, but from before')
  })

  test('prompt=login of a browser without a session takes the first sign-in after it', () => {
    assert.equal(isFreshEnough(requestWith({ prompt: ['login'] }, null), signedIn('sess_new', 0)), true)
  })

  test('max_age counts from the sign-in to the request, not to the answer', () => {
    const request = requestWith({ maxAgeSeconds: 60 })
    assert.equal(isFreshEnough(request, signedIn('sess_old', 60)), true)
    assert.equal(isFreshEnough(request, signedIn('sess_old', 61)), false)
    assert.equal(isFreshEnough(request, signedIn('sess_new', -400)), true)
  })

  test('max_age=0 is satisfied by a new sign-in', () => {
    const request = requestWith({ maxAgeSeconds: 0 })
    assert.equal(isFreshEnough(request, signedIn('sess_old', 1)), false)
    assert.equal(isFreshEnough(request, signedIn('sess_new', 0)), true)
  })
})
