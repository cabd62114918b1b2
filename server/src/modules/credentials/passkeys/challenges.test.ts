import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Replays } from '#/platform/replays/replays.ts'
import { foundation } from '#test/support/admin-api.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { CHALLENGE_LIFE, Challenges } from './challenges.ts'
import { clientDataOf } from './client-data.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import type { ChallengePurpose } from './challenges.ts'

const signIn: ChallengePurpose = { ceremony: 'sign-in', holder: 'browser-1' }

async function challengesOf(fixture: EngineFixture): Promise<Challenges> {
  return new Challenges({ ...(await foundation(fixture)), replays: new Replays(fixture.db) })
}

describe('a challenge', () => {
  onEachEngine('PK1: works once, for its purpose and holder, until it ends', async (_t, fixture) => {
    const challenges = await challengesOf(fixture)
    const challenge = challenges.issue(signIn)
    assert.ok(Buffer.from(challenge, 'base64url').length >= 32)
    for (const other of [
      { ...signIn, holder: 'browser-2' },
      { ...signIn, ceremony: 'confirmation' },
      { ...signIn, ceremony: 'registration' },
    ] as const) {
      assert.equal(await challenges.consume(challenge, other), false)
    }
    const race = await Promise.all(Array.from({ length: 50 }, () => challenges.consume(challenge, signIn)))
    assert.equal(race.filter(Boolean).length, 1)
    const late = challenges.issue(signIn)
    fixture.clock.advance(CHALLENGE_LIFE)
    assert.equal(await challenges.consume(late, signIn), false)
  })

  onEachEngine('PK1: is refused in every other spelling, and with another end', async (_t, fixture) => {
    const challenges = await challengesOf(fixture)
    const challenge = challenges.issue(signIn)
    const [random = '', end = '', seal = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
    const write = (...parts: string[]): string => Buffer.from(parts.join('.')).toString('base64url')
    for (const forged of [
      '',
      'x',
      `${challenge}=`,
      `${challenge}A`,
      write(random, end),
      write(random, String(Number(end) + 1), seal),
      write(random, `${end}0`, seal),
      write('other', end, seal),
      write(random, 'NaN', seal),
      write(random, end, seal.slice(0, -1)),
    ]) {
      assert.equal(await challenges.consume(forged, signIn), false, forged)
    }
    assert.equal(await challenges.consume(challenge, signIn), true)
  })
})

test('PK1: client data is read when it is plain, and of no frame of a foreign page', () => {
  const encode = (text: string): string => Buffer.from(text).toString('base64url')
  const plain = { type: 'webauthn.get', challenge: 'c', origin: 'https://id.example' }
  assert.deepEqual(clientDataOf(encode(JSON.stringify(plain))), { challenge: 'c' })
  assert.deepEqual(clientDataOf(encode(JSON.stringify({ ...plain, crossOrigin: false }))), { challenge: 'c' })
  for (const more of [
    { crossOrigin: true },
    { crossOrigin: 'false' },
    { crossOrigin: null },
    { topOrigin: 'https://a' },
    { challenge: 7 },
  ]) {
    assert.equal(clientDataOf(encode(JSON.stringify({ ...plain, ...more }))), undefined, JSON.stringify(more))
  }
  for (const text of ['', '[]', 'null', '{"challenge":"a","challenge":"b"}', '{"challenge":"\\ud800"}']) {
    assert.equal(clientDataOf(encode(text)), undefined, text)
  }
  assert.equal(clientDataOf(`${encode(JSON.stringify(plain))}=`), undefined)
  assert.equal(clientDataOf(Buffer.from([0xff, 0xfe]).toString('base64url')), undefined)
})
