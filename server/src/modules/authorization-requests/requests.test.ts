import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { Asked } from './request.ts'
import { AuthorizationRequests } from './requests.ts'

const asked: Asked = {
  redirectUri: 'https://app.example/cb?x=1',
  state: 'ü"<>&=%20',
  scope: 'openid mail:read',
  resource: ['https://api.example'],
  codeChallenge: 'c'.repeat(43),
  nonce: 'n',
  dpopJkt: null,
  prompt: ['consent'],
  maxAgeSeconds: 60,
  loginHint: null,
  hintedUserId: null,
}

const open = (requests: AuthorizationRequests) =>
  requests.open({ browserId: 'browser-a', clientId: 'client_1', asked, priorSessionId: null })

const failsWith = (code: string) => (error: unknown) => error instanceof AppError && error.code.code === code

const made = ({ db, clock }: EngineFixture) => new AuthorizationRequests({ db, clock })

describe('authorization requests', () => {
  onEachEngine('come back to their browser as they were asked', async (_t, fixture) => {
    const requests = made(fixture)
    const request = await open(requests)
    assert.deepEqual(await requests.get(request.id, 'browser-a'), request)
    assert.deepEqual((await requests.find(request.id, 'browser-a'))?.asked, asked)
  })

  onEachEngine('keep the browser only as a hash', async (_t, fixture) => {
    await open(made(fixture))
    const rows = await fixture.db.all(sql`SELECT * FROM authorization_requests`)
    assert.ok(!JSON.stringify(rows).includes('browser-a'))
  })

  onEachEngine('are not for another browser, nor for a made-up id', async (_t, fixture) => {
    const requests = made(fixture)
    const { id } = await open(requests)
    await assert.rejects(requests.get(id, 'browser-b'), failsWith('authorization_request_foreign'))
    await assert.rejects(requests.get('arq_x', 'browser-a'), failsWith('authorization_request_gone'))
    assert.equal(await requests.find(id, 'browser-b'), undefined)
  })

  onEachEngine('end after ten minutes', async (_t, fixture) => {
    const requests = made(fixture)
    const request = await open(requests)
    fixture.clock.advance(599_999)
    assert.ok(await requests.find(request.id, 'browser-a'))
    fixture.clock.advance(1)
    await assert.rejects(requests.get(request.id, 'browser-a'), failsWith('authorization_request_gone'))
    await assert.rejects(requests.show(request, 'usr_1'), failsWith('authorization_request_gone'))
    assert.equal(await fixture.db.tx((tx) => requests.finish(tx, request.id)), false)
  })

  onEachEngine('outlive the sign-in they wait for, up to an hour, unless they are over', async (_t, fixture) => {
    const requests = made(fixture)
    const request = await open(requests)
    const over = await open(requests)
    const begun = fixture.clock.now()
    const minutes = (count: number) => begun + count * 60_000
    await requests.outlive(request, minutes(15))
    fixture.clock.advance(10 * 60_000)
    await requests.outlive(over, minutes(30))
    assert.equal(await requests.find(over.id, 'browser-a'), undefined)
    const alive = await requests.find(request.id, 'browser-a')
    assert.equal(alive?.expiresAt, minutes(25))
    await requests.outlive(request, minutes(12))
    await requests.outlive(request, minutes(55))
    assert.equal((await requests.find(request.id, 'browser-a'))?.expiresAt, minutes(60))
  })

  onEachEngine('are finished by one of 50 answers at once', async (_t, fixture) => {
    const requests = made(fixture)
    const { id } = await open(requests)
    const wins = await Promise.all(Array.from({ length: 50 }, () => fixture.db.tx((tx) => requests.finish(tx, id))))
    assert.equal(wins.filter(Boolean).length, 1)
    assert.equal(await requests.find(id, 'browser-a'), undefined)
  })

  onEachEngine('remember whom the consent page was shown to last', async (_t, fixture) => {
    const requests = made(fixture)
    const request = await open(requests)
    await requests.show(request, 'usr_1')
    await requests.show(request, 'usr_2')
    assert.equal((await requests.get(request.id, 'browser-a')).userId, 'usr_2')
  })
})
