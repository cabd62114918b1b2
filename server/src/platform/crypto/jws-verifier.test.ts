import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { encodeBase64url } from '#/platform/encoding/base64url.ts'
import { parseJws, signEs256 } from './jws.ts'
import type { ParsedJws } from './jws.ts'
import { JwsVerifier } from './jws-verifier.ts'

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 4096 })
const accepted = ['ES256', 'RS256']

/** One whose signature takes several times as long to verify. */
function slow(): ParsedJws {
  const input = [{ alg: 'RS256' }, { sub: 'x' }].map((part) => encodeBase64url(JSON.stringify(part))).join('.')
  return parseJws(`${input}.${encodeBase64url(sign('sha256', Buffer.from(input), rsa.privateKey))}`)
}

const quick = (): ParsedJws => parseJws(signEs256({}, { sub: 'x' }, ec.privateKey))

test('what begins in one turn of the event loop ends in one, each with its own verdict', async () => {
  const verifier = new JwsVerifier()
  const ended: boolean[] = []
  const note = (verdict: boolean): void => void ended.push(verdict)
  const first = verifier.verify(quick(), ec.publicKey, accepted)
  const right = Array.from({ length: 40 }, () => verifier.verify(slow(), rsa.publicKey, accepted).then(note))
  const wrong = verifier.verify(quick(), rsa.publicKey, accepted).then(note)
  assert.equal(await first, true)
  // What ended in the same turn has run before the next microtasks have.
  await Promise.resolve().then(() => undefined)
  assert.deepEqual(ended.toSorted(), [false, ...right.map(() => true)])
  await wrong
})
