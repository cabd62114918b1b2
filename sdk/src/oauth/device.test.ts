import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkError } from '#/client/errors.ts'
import { FakeClock } from '#test/fake-server.ts'
import { pollForTokens } from './device.ts'
import type { DeviceProgress } from './device.ts'
import { OAuthError } from './errors.ts'
import type { Tokens } from './tokens.ts'

const tokens = { access_token: 't', token_type: 'Bearer', scope: '', expires_at: undefined } as const
const authorization = {
  device_code: 'd',
  user_code: 'BCDF-GHJK',
  verification_uri: 'https://x/device',
  expires_in: 120,
}
const refusal = (error: string): OAuthError => new OAuthError(error, error, { status: 400 })

function poll(...replies: (Error | Tokens)[]): { result: Promise<Tokens>; seen: DeviceProgress[]; clock: FakeClock } {
  const clock = new FakeClock()
  const seen: DeviceProgress[] = []
  const ask = async (): Promise<Tokens> => {
    const reply = replies.shift() ?? refusal('authorization_pending')
    if (reply instanceof Error) throw reply
    return reply
  }
  const result = pollForTokens({ authorization, clock, ask }, { onProgress: (progress) => seen.push(progress) })
  return { result, seen, clock }
}

test('asks until the person has allowed it, slower for good when it is told to', async () => {
  const { result, seen, clock } = poll(
    refusal('authorization_pending'),
    refusal('slow_down'),
    refusal('authorization_pending'),
    tokens,
  )
  assert.equal(await result, tokens)
  assert.deepEqual(clock.waits, [5000, 5000, 10_000, 10_000])
  assert.deepEqual(
    seen.map(({ type }) => type),
    ['code', 'waiting', 'slowed_down', 'waiting', 'authorized'],
  )
})

test('outlives a server that is away for a while, asking less often', async () => {
  const { result, seen, clock } = poll(
    networkError(new TypeError('fetch failed')),
    new OAuthError('x', 'x', { status: 503 }),
    tokens,
  )
  assert.equal(await result, tokens)
  assert.deepEqual(clock.waits, [5000, 10_000, 20_000])
  assert.equal(seen[1]?.type, 'unreachable')
})

test('ends when the person says no, and when the time is over', async () => {
  await assert.rejects(poll(refusal('access_denied')).result, { error: 'access_denied' })
  const { result, clock } = poll()
  await assert.rejects(result, { error: 'expired_token' })
  assert.equal(clock.waits.length, 24)
})
