import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PasswordHasher } from '#/modules/credentials/passwords/password-hasher.ts'
import { problemOfHash } from './imported-hash.ts'

const cheap = new PasswordHasher({ slots: 2, waiting: 100, cost: { memory: 8, passes: 1, parallelism: 1 } })

const b64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64').replace(/=+$/, '')
const LONG = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Firebase's signer key, and the hash it publishes for it (github.com/firebase/scrypt, README). */
const SIGNER_KEY = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
const FIREBASE_HASH = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

function keystreamOf(hash: string, signerKey: string): string {
  const key = Buffer.from(signerKey, 'base64')
  return Buffer.from(Buffer.from(hash, 'base64').map((byte, i) => byte ^ (key[i] ?? 0))).toString('base64')
}

const firebaseSalt = Buffer.concat([Buffer.from('42xEC+ixf3L2lw==', 'base64'), Buffer.from('Bw==', 'base64')])

const vectors: readonly (readonly [source: string, password: string, hash: string])[] = [
  ['bcrypt $2a$ (crypt_blowfish)', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt $2a$, one more letter', 'U*U*', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
  ['bcrypt $2y$ is the same', 'U*U*U', '$2y$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
  ['bcrypt $2b$ is the same', 'U*U*U', '$2b$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
  [
    'bcrypt takes 72 bytes',
    `${LONG}chars after 72 are ignored`,
    '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui',
  ],
  [
    'Argon2i (phc-winner-argon2, test.c)',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  ],
  [
    'Argon2id (phc-winner-argon2, test.c)',
    'password',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ],
  [
    'PBKDF2 with SHA-1 (RFC 6070)',
    'password',
    `$pbkdf2-sha1$i=4096$${b64(Buffer.from('salt').toString('hex'))}$${b64('4b007901b765489abead49d926f721d065a429c1')}`,
  ],
  [
    'PBKDF2 with SHA-256 (RFC 7914 §11)',
    'passwd',
    `$pbkdf2-sha256$i=1$c2FsdA$${b64('55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783')}`,
  ],
  [
    'PBKDF2 with SHA-512',
    'password',
    `$pbkdf2-sha512$i=1$c2FsdA$${b64('867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252c02d470a285a0501bad999bfe943c08f050235d7d68b1da55e63f73b60a57fce')}`,
  ],
  [
    'scrypt (RFC 7914 §12)',
    'pleaseletmein',
    `$scrypt$ln=14,r=8,p=1$${b64(Buffer.from('SodiumChloride').toString('hex'))}$${b64('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887')}`,
  ],
  [
    'Firebase, its signer key taken off',
    'user1password',
    `$firebase-scrypt$ln=14,r=8$${firebaseSalt.toString('base64')}$${keystreamOf(FIREBASE_HASH, SIGNER_KEY)}`,
  ],
  ['SSHA (OpenLDAP Administrator’s Guide §14.4)', 'secret', '{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3'],
]

describe('a hash that another system made', () => {
  for (const [source, password, hash] of vectors) {
    test(`lets in whoever knows the password, and nobody else: ${source}`, async () => {
      assert.equal(problemOfHash(hash), undefined)
      assert.equal(await cheap.verify(password, hash), true)
      assert.equal(await cheap.verify(`x${password}`, hash), false)
      assert.equal(await cheap.verify('', hash), false)
    })
  }

  test('bcrypt tells apart what differs before the 72nd byte only', async () => {
    const hash = '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui'
    assert.equal(await cheap.verify(`${LONG} and anything else`, hash), true)
    assert.equal(await cheap.verify(`${LONG.slice(0, 71)}x`, hash), false)
  })

  test('salted SHA-2 of directories is the digest of password and salt, with the salt behind it', async () => {
    const { createHash } = await import('node:crypto')
    for (const [name, algorithm] of [
      ['SSHA256', 'sha256'],
      ['SSHA512', 'sha512'],
    ] as const) {
      const salt = Buffer.from('0102030405060708', 'hex')
      const digest = createHash(algorithm).update('secret').update(salt).digest()
      const hash = `{${name}}${Buffer.concat([digest, salt]).toString('base64')}`
      assert.equal(problemOfHash(hash), undefined)
      assert.equal(await cheap.verify('secret', hash), true)
      assert.equal(await cheap.verify('Secret', hash), false)
    }
  })

  test('is replaced, and one of ours is not', async () => {
    for (const [, , hash] of vectors) {
      if (!hash.startsWith('$argon2id$')) assert.equal(cheap.isCurrent(hash), false, hash)
    }
    assert.equal(cheap.isCurrent(await cheap.hash('plum-harbour-lantern')), true)
    assert.equal(new PasswordHasher().isCurrent(await cheap.hash('plum-harbour-lantern')), false)
  })

  const salt = 'c29tZXNhbHQ'
  const tag = 'wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'
  const absurd: readonly (readonly [hash: string, says: RegExp])[] = [
    ['$2b$17$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', /cost is 4 to 16/],
    ['$2b$03$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', /cost is 4 to 16/],
    ['$2b$10$short', /should be/],
    ['$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', /should be/],
    [`$pbkdf2-sha256$i=10000001$${salt}$${tag}`, /iterations/],
    [`$pbkdf2-sha256$i=0$${salt}$${tag}`, /iterations/],
    [`$pbkdf2-md5$i=1000$${salt}$${tag}`, /should be/],
    [`$scrypt$ln=19,r=8,p=1$${salt}$${tag}`, /256 MiB/],
    [`$scrypt$ln=17,r=8,p=16$${salt}$${tag}`, /too long/],
    [`$pbkdf2-sha512$i=4000000$${salt}$${b64('07'.repeat(129))}`, /iterations/],
    [`$scrypt$ln=0,r=8,p=1$${salt}$${tag}`, /begin at 1/],
    [`$scrypt$ln=16,r=1,p=1$${salt}$${tag}`, /below 16 r/],
    [`$firebase-scrypt$ln=17,r=1$${salt}$${tag}`, /below 16 r/],
    [`$firebase-scrypt$ln=30,r=8$${salt}$${tag}`, /256 MiB/],
    [`$argon2id$v=19$m=262145,t=1,p=1$${salt}$${tag}`, /256 MiB/],
    [`$argon2id$v=19$m=262144,t=9,p=1$${salt}$${tag}`, /too long/],
    [`$argon2id$v=19$m=7,t=1,p=1$${salt}$${tag}`, /does not take/],
    [`$argon2id$v=19$m=64,t=1,p=1$YQ$${tag}`, /does not take/],
    [`$argon2id$v=16$m=65536,t=2,p=1$${salt}$${tag}`, /should be/],
    [`$argon2d$v=19$m=65536,t=2,p=1$${salt}$${tag}`, /should be/],
    ['{SSHA}AAAAAAAAAAAAAAAAAAAAAAAAAAA=', /there is none/],
    ['{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=', /should be/],
    ['{CRYPT}$6$salt$x', /should be/],
    ['5f4dcc3b5aa765d61d8327deb882cf99', /kind we take/],
    ['', /kind we take/],
    [`$pbkdf2-sha256$i=1$${salt}$${tag}\n`, /should be/],
  ]
  for (const [hash, says] of absurd) {
    test(`is refused where it is incomplete, unknown or costs too much: ${JSON.stringify(hash)}`, () => {
      assert.match(problemOfHash(hash) ?? 'taken', says)
    })
  }

  test('can be tried with whatever numbers it is taken', async () => {
    for (const cost of ['ln=15,r=1,p=1', 'ln=1,r=1,p=99', 'ln=1,r=99,p=99', 'ln=4,r=2,p=3'])
      assert.equal(await cheap.verify('password', `$scrypt$${cost}$${salt}$${tag}`), false, cost)
    for (const cost of ['m=8,t=1,p=1', 'm=72,t=99,p=9'])
      assert.equal(await cheap.verify('password', `$argon2id$v=19$${cost}$${salt}$${tag}`), false, cost)
    for (const bytes of [16, 129])
      assert.equal(await cheap.verify('password', `$pbkdf2-sha1$i=1$${salt}$${b64('07'.repeat(bytes))}`), false)
  })

  test('that came by another way and costs too much is nobody’s password, and is not tried', async () => {
    for (const hash of [
      '$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
      `$scrypt$ln=30,r=8,p=1$${salt}$${tag}`,
    ])
      assert.equal(await cheap.verify('password', hash), false)
  })

  test('F21: is tried while the event loop goes on', async () => {
    const hash = '$2a$10$vI8aWBnW3fID.ZQ4/zo1G.q1lRps.9cGLcZEiGDMVr5yUP1KUOYTa'
    const trying = Promise.all(['one', 'two', 'three'].map((password) => cheap.verify(password, hash)))
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    assert.deepEqual(await trying, [false, false, false])
    clearInterval(timer)
    assert.ok(ticks > 5, `${ticks} ticks`)
  })
})
