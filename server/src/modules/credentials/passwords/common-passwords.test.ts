import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommonPasswords } from './common-passwords.ts'
import { cpuTimeOf } from '#test/support/timing.ts'

const common = CommonPasswords.shipped()

test('LG4: ships enough of the passwords that are tried first, and no line of its licence', () => {
  assert.ok(common.size > 5000)
  assert.equal(common.has('# Copyright (c) 2021 @zxcvbn-ts'), false)
  assert.equal(common.has('#'), false)
})

test('LG4: knows common passwords, whatever their case, and with little added or in disguise', () => {
  for (const password of [
    'password',
    'PassWord',
    'password1',
    'Password123!',
    'P@ssw0rd',
    'p4$$w0rd!!',
    'qwertyuiop',
    'iloveyou',
    'Dragon2024',
    '!!sunshine',
    '1q2w3e4r',
    '12345678',
    '98765432',
    'abcdefghij',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '1212121212',
    '😀😀😀😀😀😀😀😀',
  ]) {
    assert.equal(common.has(password), true, password)
  }
})

test('LG4: knows what is little more than a word an attacker knows', () => {
  assert.equal(common.has('maya.lind2024', ['maya.lind', 'maya', 'lind']), true)
  assert.equal(common.has('Mandate!', ['mandate']), true)
  assert.equal(common.has('my-mandate', ['mandate']), true)
  assert.equal(common.has('ana-likes-tea', ['ana']), false)
})

test('leaves good passwords alone, whatever characters they are made of', () => {
  for (const password of [
    'plum-harbour-lantern',
    'correct horse battery staple',
    'kx7#vQ2p',
    'dragon slippers in october',
    'молоко под луной',
    'zzz top forever yes',
  ]) {
    assert.equal(common.has(password, ['maya', 'mandate']), false, password)
  }
})

test('answers for the longest password in no time', async () => {
  for (const password of ['ab'.repeat(512), `${'a'.repeat(1023)}b`, '0'.repeat(1023) + 'é', '😀'.repeat(1023) + 'x']) {
    assert.ok((await cpuTimeOf(() => common.has(password, ['mandate']))) < 100)
  }
})
