import assert from 'node:assert/strict'
import { before, after, describe, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#/platform/ids.ts'
import { foundation } from '#test/support/admin-api.ts'
import { TestClock } from '#test/support/clock.ts'
import { freshDatabase } from '#test/support/engines.ts'
import { looksLikeRefreshToken, readRefreshToken, refreshTokenText } from './refresh-token-format.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { FreshDatabase } from '#test/support/engines.ts'

describe('the text of a refresh token', () => {
  const clock = new TestClock()
  let databases: FreshDatabase[] = []
  let keyring: Keyring
  let otherKeyring: Keyring

  before(async () => {
    databases = [await freshDatabase('sqlite'), await freshDatabase('sqlite')]
    const [one, two] = await Promise.all(databases.map(({ db }) => foundation({ db, clock })))
    assert.ok(one && two)
    keyring = one.keyring
    otherKeyring = two.keyring
  })
  after(() => Promise.all(databases.map((database) => database.release())))

  const generations = fc.nat(36 ** 4)

  test('says its family and its turn to the server that made it', () => {
    fc.assert(
      fc.property(generations, (generation) => {
        const familyId = newId('tok', clock.now())
        const text = refreshTokenText(keyring, familyId, generation)
        assert.match(text, /^mandate_rt_[0-9a-z]{35}\.[0-9a-z]{1,8}\.[\w-]{43}$/)
        assert.deepEqual(readRefreshToken(keyring, text), { familyId, generation })
        assert.equal(looksLikeRefreshToken(text), true)
      }),
    )
  })

  test('is the same every time, and another for each turn and each family', () => {
    const [one, two] = [newId('tok', clock.now()), newId('tok', clock.now())]
    assert.equal(refreshTokenText(keyring, one, 7), refreshTokenText(keyring, one, 7))
    const texts = [one, two].flatMap((id) => [0, 1, 2, 35, 36, 1296].map((turn) => refreshTokenText(keyring, id, turn)))
    assert.equal(new Set(texts).size, texts.length)
    assert.equal(new Set(texts.map((text) => text.split('.')[2])).size, texts.length)
  })

  test('says nothing to a server with another key', () => {
    const text = refreshTokenText(keyring, newId('tok', clock.now()), 1)
    assert.equal(readRefreshToken(otherKeyring, text), undefined)
    assert.equal(looksLikeRefreshToken(text), true)
  })

  test('says nothing once any of its characters changed', () => {
    const text = refreshTokenText(keyring, newId('tok', clock.now()), 12)
    const character = fc.constantFrom(...'abcXYZ019-_.=+/ \n')
    fc.assert(
      fc.property(fc.nat(text.length - 1), character, (at, replacement) => {
        const changed = text.slice(0, at) + replacement + text.slice(at + 1)
        fc.pre(changed !== text)
        assert.equal(readRefreshToken(keyring, changed), undefined)
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.nat(text.length - 1), (length) => {
        assert.equal(readRefreshToken(keyring, text.slice(0, length)), undefined)
      }),
    )
  })

  test('has one spelling: a turn with a leading zero or in capitals is not one', () => {
    const familyId = newId('tok', clock.now())
    const [head = '', , mac = ''] = refreshTokenText(keyring, familyId, 11).split('.')
    for (const turn of ['0b', 'B', '00000000b', '+b', '11', ' b', '']) {
      assert.equal(readRefreshToken(keyring, `${head}.${turn}.${mac}`), undefined, turn)
    }
    assert.deepEqual(readRefreshToken(keyring, `${head}.b.${mac}`), { familyId, generation: 11 })
  })

  test('is not made of anything else', () => {
    for (const text of ['', 'x', 'mandate_rt_', 'mandate_rt_.0.', 'mandate_sk_x', '\0', 'x'.repeat(100_000)]) {
      assert.equal(readRefreshToken(keyring, text), undefined)
    }
    assert.equal(looksLikeRefreshToken('eyJhbGciOiJFUzI1NiJ9.e30.x'), false)
  })
})
