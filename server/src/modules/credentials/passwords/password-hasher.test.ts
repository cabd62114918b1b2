import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { formatHash, parseHash } from './argon2.ts'
import { PasswordHasher } from './password-hasher.ts'
import { Semaphore } from './semaphore.ts'
import { commonErrors } from '#/platform/errors/app-error.ts'
import type { AppError } from '#/platform/errors/app-error.ts'

const cheap = new PasswordHasher({ slots: 2, waiting: 100, cost: { memory: 8, passes: 1, parallelism: 1 } })

test('stores a password as argon2id with 19 MiB, two passes and one lane', async () => {
  const hash = await new PasswordHasher().hash('plum-harbour-lantern')
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.equal(await new PasswordHasher().verify('plum-harbour-lantern', hash), true)
  assert.equal(await new PasswordHasher().verify('plum-harbour-lanterm', hash), false)
})

test('agrees with the hash that the reference program made', async () => {
  // printf password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32 -e (test.c of the reference implementation)
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await cheap.verify('password', known), true)
  assert.equal(await cheap.verify('Password', known), false)
})

test('the same password never has the same hash', async () => {
  assert.notEqual(await cheap.hash('plum-harbour-lantern'), await cheap.hash('plum-harbour-lantern'))
})

test('LG4: every byte counts: beyond the 72nd, after a NUL, at the end', async () => {
  const long = 'x'.repeat(72)
  for (const [one, other] of [
    [`${long}a`, `${long}b`],
    ['secret\0a', 'secret\0b'],
    ['secret', 'secret\0'],
    ['secret ', 'secret'],
    ['y'.repeat(1024), 'y'.repeat(1023)],
  ] as const) {
    const hash = await cheap.hash(one)
    assert.equal(await cheap.verify(one, hash), true)
    assert.equal(await cheap.verify(other, hash), false)
  }
})

test('one password typed on two keyboards is one password', async () => {
  assert.equal(await cheap.verify('Zoe\u0308', await cheap.hash('Zo\u00eb')), true)
})

test('without a hash, or with a broken one, it is nobody’s password', async () => {
  for (const stored of [null, '', 'plain', '$argon2id$v=19$m=8,t=1,p=1$$', '$2b$10$abcdefghijklmnopqrstuv']) {
    assert.equal(await cheap.verify('anything', stored), false, String(stored))
  }
})

test('reads back what it writes', () => {
  const hash = { memory: 19_456, passes: 2, parallelism: 1, salt: Buffer.alloc(16, 7), tag: Buffer.alloc(32, 9) }
  assert.deepEqual(parseHash(formatHash(hash)), hash)
  assert.equal(parseHash(`${formatHash(hash)} `), undefined)
})

test('LG1: verifying without a user costs what verifying with one costs', async () => {
  const hasher = new PasswordHasher({ slots: 1 })
  const hash = await hasher.hash('plum-harbour-lantern')
  const timed = async (stored: string | null): Promise<number> => {
    const start = performance.now()
    await hasher.verify('not it', stored)
    return performance.now() - start
  }
  // In turns, so that a machine that changes its speed changes it for both. Skipping the work would be a hundredth.
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let i = 0; i < 9; i++) {
    times.known.push(await timed(hash))
    times.unknown.push(await timed(null))
  }
  const median = (values: readonly number[]): number => values.toSorted((x, y) => x - y)[4] ?? 0
  const ratio = median(times.unknown) / median(times.known)
  assert.ok(ratio > 0.33 && ratio < 3, `an unknown user costs ${ratio.toFixed(2)} times what a known one does`)
})

test('F21: turns away at once what neither runs nor may wait, and serves the rest', async () => {
  const slots = new Semaphore({ slots: 2, waiting: 3 })
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await pause(5)
    running--
    return 'done'
  }
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => slots.run(work)))
  const refused = results.filter((result) => result.status === 'rejected')
  assert.equal(refused.length, 5)
  assert.equal(most, 2)
  const { code, headers } = refused.map(({ reason }) => reason as AppError)[0] ?? {}
  assert.equal(code, commonErrors.unavailable)
  assert.deepEqual(headers, { 'retry-after': '2' })
  assert.equal(await slots.run(work), 'done')
})

test('F21: work that throws gives its place back', async () => {
  const slots = new Semaphore({ slots: 1, waiting: 1 })
  await assert.rejects(
    slots.run(() => Promise.reject(new Error('on purpose'))),
    /on purpose/,
  )
  assert.equal(await slots.run(() => Promise.resolve('next')), 'next')
})

test('F21: the event loop goes on while passwords are hashed', async () => {
  const hasher = new PasswordHasher({ slots: 1 })
  const hashing = Promise.all([hasher.hash('one'), hasher.hash('two'), hasher.hash('three')])
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  await hashing
  clearInterval(timer)
  assert.ok(ticks > 5, `${ticks} ticks`)
})

test('F21: threads that hash give way to the event loop', { skip: process.platform !== 'linux' }, async () => {
  await cheap.hash('one')
  const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
  assert.ok(priorities.includes(Math.min(19, getPriority() + 5)), String(priorities))
})

test('F21: a hash that breaks its thread is an answer, and the next one has a thread', async () => {
  // RFC 9106 §3.1: eight KiB for each lane at the least.
  const broken = new PasswordHasher({ slots: 1, cost: { memory: 1, passes: 1, parallelism: 1 } })
  await assert.rejects(broken.hash('one'), (error: AppError) => error.code === commonErrors.unavailable)
  assert.equal(await cheap.verify('one', await cheap.hash('one')), true)
})
