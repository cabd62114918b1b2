import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MaskedBody, mentions, spellingsOf } from './credential-mask.ts'

const CREDENTIAL = 'gho_aab/aabA+b"x='

async function* pieces(texts: readonly string[]): AsyncGenerator<Uint8Array, undefined> {
  for (const text of texts) yield Buffer.from(text)
  return undefined
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = []
  for await (const piece of body) texts.push(Buffer.from(piece).toString())
  return texts
}

const masked = (texts: readonly string[], credential = CREDENTIAL): Promise<string[]> =>
  read(new MaskedBody(pieces(texts), credential))

describe('VA3: a body in which the credential stands', () => {
  test('loses it in every spelling, however the body is cut, and keeps its length', async () => {
    for (const spelling of spellingsOf(CREDENTIAL)) {
      const whole = `{"a":"Bearer ${spelling}","b":"gho_aab ${spelling}${spelling}"}`
      const expected = whole.replaceAll(spelling, '*'.repeat(spelling.length))
      for (let i = 0; i <= whole.length; i++) {
        for (const j of [i, i + 1, i + 7, whole.length]) {
          const texts = [whole.slice(0, i), whole.slice(i, j), whole.slice(j)]
          assert.equal((await masked(texts)).join(''), expected, JSON.stringify(texts))
        }
      }
      assert.equal((await masked([...whole])).join(''), expected)
    }
  })

  test('holds nothing back but what could begin it, and nothing at its end', async () => {
    assert.deepEqual(await masked(['data: 1\n\n', 'data: gho_', 'x', 'tail gho_aab/']), [
      'data: 1\n\n',
      'data: ',
      'gho_x',
      'tail ',
      'gho_aab/',
    ])
    assert.deepEqual(await masked([]), [])
  })

  test('passes bytes that are no text as they are', async () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256)
    const got: Uint8Array[] = []
    const body = (async function* (): AsyncGenerator<Uint8Array, undefined> {
      yield bytes.slice(0, 1000)
      yield bytes.slice(1000)
      return undefined
    })()
    for await (const piece of new MaskedBody(body, CREDENTIAL)) got.push(piece)
    assert.deepEqual(Buffer.concat(got), Buffer.from(bytes))
  })

  test('is left alone where the credential is as short as a word', async () => {
    assert.deepEqual(await masked(['a secret is not a secret'], 'secret'), ['a secret is not a secret'])
    // A header is another thing: without it nothing is broken.
    assert.equal(mentions(['a secret'], 'secret'), true)
  })

  test('ends with its reader', async () => {
    let isEnded = false
    const endless = (async function* (): AsyncGenerator<Uint8Array, undefined> {
      try {
        for (;;) yield Buffer.from('x')
      } finally {
        isEnded = true
      }
    })()
    for await (const _piece of new MaskedBody(endless, CREDENTIAL)) break
    assert.equal(isEnded, true)
  })
})
