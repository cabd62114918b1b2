import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { isSoundKey } from './cose.ts'

const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')
const ec = (curve: string) => generateKeyPairSync('ec', { namedCurve: curve }).publicKey.export({ format: 'jwk' })
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
const okp = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })

test('PK1: takes keys that are what they say', () => {
  const { x, y } = ec('P-256')
  const { n, e } = rsa(2048)
  const sound: [number, unknown][][] = [
    [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(okp.x)],
    ],
    [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  ]
  for (const key of sound) assert.equal(isSoundKey(new Map(key)), true, JSON.stringify(key))
})

test('PK1: refuses keys of another type, curve or algorithm, beside their curve, or too small', () => {
  const { x, y } = ec('P-256')
  const other = ec('P-384')
  const small = rsa(1024)
  const unsound: [number, unknown][][] = [
    [],
    [
      [1, 2],
      [3, -257],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    [
      [1, 2],
      [3, -8],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    [
      [1, 2],
      [3, -7],
      [-1, 2],
      [-2, bytes(other.x)],
      [-3, bytes(other.y)],
    ],
    [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, randomBytes(32)],
    ],
    [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
    ],
    [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, 7],
      [-3, 'y'],
    ],
    [
      [1, 1],
      [3, -7],
      [-1, 6],
      [-2, bytes(okp.x)],
    ],
    [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, randomBytes(31)],
    ],
    [
      [1, 3],
      [3, -257],
      [-1, bytes(small.n)],
      [-2, bytes(small.e)],
    ],
    [
      [1, 4],
      [3, 5],
      [-1, randomBytes(32)],
    ],
  ]
  for (const key of unsound) assert.equal(isSoundKey(new Map(key)), false, JSON.stringify(key))
})
