import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import vectors from '#test/vectors/rfc.json' with { type: 'json' }
import { encodeBase64url } from '#/platform/encoding/base64url.ts'
import { importPublicJwk, jwkThumbprint } from './jwk.ts'
import { MalformedJws, parseJws, signEs256, verifyJws, verifyJwsAside } from './jws.ts'
import { cpuTimeOf } from '#test/support/timing.ts'

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed = generateKeyPairSync('ed25519')
const all = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519']

const part = (value: unknown): string => encodeBase64url(typeof value === 'string' ? value : JSON.stringify(value))
const unsigned = (header: unknown, payload: unknown): string => `${part(header)}.${part(payload)}`
const jwt = (header: unknown, payload: unknown = { sub: 'x' }): string =>
  `${unsigned(header, payload)}.${part('signature')}`
const refuses = (compact: string): void => assert.throws(() => parseJws(compact), MalformedJws)

/** What both say, at once and beside the event loop. */
async function verifies(...given: Parameters<typeof verifyJws>): Promise<boolean> {
  const said = verifyJws(...given)
  assert.equal(await verifyJwsAside(...given), said)
  return said
}

describe('signing and verifying', () => {
  test('a signed payload verifies and reads back', async () => {
    const jws = parseJws(signEs256({ typ: 'at+jwt', kid: 'k' }, { sub: 'usr_1' }, ec.privateKey))
    assert.deepEqual(jws.header, { alg: 'ES256', typ: 'at+jwt', kid: 'k' })
    assert.deepEqual(jws.payload, { sub: 'usr_1' })
    assert.equal(jws.signature.length, 64)
    assert.equal(await verifies(jws, ec.publicKey, ['ES256']), true)
  })

  test('the proof of RFC 9449 §4 verifies under its own key, which has the thumbprint of §6', async () => {
    const jws = parseJws(vectors.dpop.proof)
    assert.equal(await verifies(jws, importPublicJwk(jws.header['jwk']), ['ES256']), true)
    assert.equal(jwkThumbprint(jws.header['jwk'] as object), vectors.dpop.jkt)
  })

  for (const [alg, key, options] of [
    ['RS256', rsa, {}],
    ['PS256', rsa, { padding: 6, saltLength: 32 }],
    ['EdDSA', ed, {}],
    ['Ed25519', ed, {}],
  ] as const) {
    test(`${alg} verifies with its own key and no other`, async () => {
      const input = unsigned({ alg }, {})
      const digest = key === ed ? null : 'sha256'
      const signature = sign(digest, Buffer.from(input), { key: key.privateKey, ...options })
      const jws = parseJws(`${input}.${encodeBase64url(signature)}`)
      assert.equal(await verifies(jws, key.publicKey, [alg]), true)
      assert.equal(await verifies(jws, ec.publicKey, [alg]), false)
      assert.equal(await verifies(jws, key.publicKey, ['ES256']), false, 'an algorithm outside the list')
      const changed = parseJws(`${unsigned({ alg }, { admin: true })}.${encodeBase64url(signature)}`)
      assert.equal(await verifies(changed, key.publicKey, [alg]), false)
    })
  }

  test('JW1 an HMAC keyed with the public key does not pass as a signature, nor does none', async () => {
    const pem = ec.publicKey.export({ type: 'spki', format: 'pem' })
    const input = unsigned({ alg: 'HS256' }, {})
    const forged = parseJws(`${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`)
    assert.equal(await verifies(forged, ec.publicKey, [...all, 'HS256', 'none']), false)
    for (const alg of ['none', 'None', 'nOnE', '', 'constructor', '__proto__']) {
      const empty = parseJws(`${unsigned({ alg }, {})}.`)
      assert.equal(await verifies(empty, ec.publicKey, [...all, alg]), false, alg)
    }
  })

  test('JW1 the algorithm must fit the kind of key', async () => {
    for (const [alg, key] of [
      ['ES256', rsa.publicKey],
      ['RS256', ec.publicKey],
      ['EdDSA', ec.publicKey],
      ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey],
      ['RS256', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
    ] as const) {
      assert.equal(
        await verifies(parseJws(`${unsigned({ alg }, {})}.${encodeBase64url(Buffer.alloc(64, 1))}`), key, all),
        false,
      )
    }
  })

  test('DP1 a signature of zeros, in DER, or of another length is refused', async () => {
    const input = unsigned({ alg: 'ES256' }, {})
    const der = sign('sha256', Buffer.from(input), ec.privateKey)
    const raw = sign('sha256', Buffer.from(input), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' })
    const zeroS = Buffer.concat([raw.subarray(0, 32), Buffer.alloc(32)])
    const zeroR = Buffer.concat([Buffer.alloc(32), raw.subarray(32)])
    const longer = Buffer.concat([raw, Buffer.alloc(1)])
    for (const signature of [Buffer.alloc(64), Buffer.alloc(0), der, zeroS, zeroR, longer, raw.subarray(0, 63)]) {
      assert.equal(await verifies(parseJws(`${input}.${encodeBase64url(signature)}`), ec.publicKey, all), false)
    }
    assert.equal(await verifies(parseJws(`${input}.${encodeBase64url(raw)}`), ec.publicKey, all), true)
  })

  test('a private key verifies nothing', async () => {
    assert.equal(await verifies(parseJws(signEs256({}, {}, ec.privateKey)), ec.privateKey, all), false)
  })
})

describe('parsing', () => {
  test('JW1 headers that change what is signed, or whose key it is, are refused', () => {
    for (const extra of [
      { crit: ['exp'] },
      { b64: false },
      { jku: 'https://evil.example/keys' },
      { x5u: 'https://evil.example/cert' },
      { x5c: ['MIIB'] },
      { zip: 'DEF' },
      { enc: 'A256GCM', p2c: 1e9 },
    ]) {
      refuses(jwt({ alg: 'ES256', ...extra }))
    }
  })

  test('JW1 a JWE, a JSON serialization and a missing part are refused', () => {
    const good = jwt({ alg: 'ES256' })
    refuses(`${good}.AAAA.AAAA`)
    refuses(`${good}.`)
    refuses(good.slice(0, good.lastIndexOf('.')))
    refuses(`.${good}`)
    refuses(JSON.stringify({ payload: 'e30', signatures: [] }))
    refuses('')
    refuses('..')
  })

  test('JW1 a member named twice is refused at any depth, a name that only looks doubled is not', () => {
    refuses(jwt('{"alg":"none","alg":"ES256"}'))
    refuses(jwt({ alg: 'ES256' }, '{"sub":"a","sub":"b"}'))
    refuses(jwt({ alg: 'ES256' }, '{"sub":"a","\\u0073ub":"b"}'))
    refuses(jwt({ alg: 'ES256' }, '{"act":{"sub":"a","sub":"b"}}'))
    refuses(jwt({ alg: 'ES256' }, '{"__proto__":1,"__proto__":2}'))
    const tricky = { 'a:b': ':', c: ['{"c":1,"c":2}', { c: '\\":' }], __proto__x: { c: 'x"' } }
    assert.deepEqual(parseJws(jwt({ alg: 'ES256' }, tricky)).payload, tricky)
  })

  test('JW1 a payload that is no plain object is refused', () => {
    for (const payload of ['[]', 'null', '1', '"x"', '', '{', '{"exp":1e400}', '{"a":"\\ud800"}', '{"a":"\\u0000"}']) {
      refuses(jwt({ alg: 'ES256' }, payload))
    }
    refuses(`${part({ alg: 'ES256' })}.${encodeBase64url(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))}.AAAA`)
    refuses(jwt({ alg: 'ES256' }, `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`))
  })

  test('a header without alg, or with one that is no text, is refused', () => {
    for (const header of [{}, { alg: null }, { alg: ['ES256'] }, { alg: 1 }]) refuses(jwt(header))
  })

  test('a text over 16 KiB is refused, at once', async () => {
    const texts = [jwt({ alg: 'ES256' }, { pad: 'x'.repeat(16 * 1024) }), 'e'.repeat(50_000_000), '.'.repeat(16_000)]
    for (const text of texts) assert.ok((await cpuTimeOf(() => refuses(text))) < 50)
  })

  test('RV4 every second spelling of a token is refused', () => {
    const good = signEs256({ kid: 'k' }, { sub: 'x' }, ec.privateKey)
    const [head = '', body = '', signature = ''] = good.split('.')
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(signature.slice(-1))
    for (const spare of [1, 2, 3]) refuses(`${head}.${body}.${signature.slice(0, -1)}${alphabet[last ^ spare] ?? ''}`)
    for (const other of [
      `${good}=`,
      `${good}==`,
      ` ${good}`,
      `${good}\n`,
      `${head}=.${body}.${signature}`,
      `${head}.${body} .${signature}`,
      `${head}.${body.slice(0, 2)}\n${body.slice(2)}.${signature}`,
      `${head}.${body}.+${signature.slice(1)}`,
      `${head}.${body}.${signature.slice(0, -2)}é`,
    ]) {
      refuses(other)
    }
  })

  test('no text makes the parser throw anything else, and what it accepts has only that spelling', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('', 'e30', 'eyJhbGciOiJFUzI1NiJ9', 'eyJhbGciOiJFUzI1NiJ', 'AA', 'AB'),
      fc.json().map(encodeBase64url),
      fc.dictionary(fc.string(), fc.jsonValue()).map((object) => part({ alg: 'ES256', ...object })),
    )
    const candidate = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('.'))
    fc.assert(
      fc.property(candidate, (text) => {
        try {
          const jws = parseJws(text)
          assert.equal(`${jws.signingInput}.${encodeBase64url(jws.signature)}`, text)
        } catch (error) {
          assert.ok(error instanceof MalformedJws, String(error))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('flipping any one character of a token makes it malformed or unverified', () => {
    const good = signEs256({ kid: 'k' }, { sub: 'usr_1', scope: 'openid' }, ec.privateKey)
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.constantFrom(...'AZaz09-_.=+/ '), (at, letter) => {
        if (good[at] === letter) return
        const altered = good.slice(0, at) + letter + good.slice(at + 1)
        try {
          assert.equal(verifyJws(parseJws(altered), ec.publicKey, all), false)
        } catch (error) {
          assert.ok(error instanceof MalformedJws)
        }
      }),
    )
  })
})

test('a public key made from a private one still fits', () => {
  assert.equal(verifyJws(parseJws(signEs256({}, {}, ec.privateKey)), createPublicKey(ec.privateKey), all), true)
})
