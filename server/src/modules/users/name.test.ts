import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayName, parseName } from './name.ts'

test('keeps names of every script, in one form and without space around them', () => {
  assert.equal(parseName('  Zoë Ångström '), 'Zoë Ångström')
  assert.equal(parseName('Zoe\u0308'), 'Zo\u00eb')
  assert.equal(parseName('می\u200cخواهم'), 'می\u200cخواهم')
  assert.equal(parseName(''), '')
})

test('refuses what can’t be seen or turns the text around it', () => {
  for (const name of ['a\0b', 'a\nb', 'a\u202eb', 'a\u2066b', 'a\u200bb', '\ud800', 'a\u00adb', 'a\u{e0041}b']) {
    assert.equal(parseName(name), undefined, JSON.stringify(name))
  }
})

test('takes 200 characters, however many units they need', () => {
  assert.equal(parseName('😀'.repeat(200)), '😀'.repeat(200))
  assert.equal(parseName('😀'.repeat(201)), undefined)
  assert.equal(parseName('x'.repeat(100_000)), undefined)
})

test('calls a person by their name, or by their address while they gave none', () => {
  assert.equal(displayName({ name: 'Maya', email: 'maya@example.com' }), 'Maya')
  assert.equal(displayName({ name: '', email: 'maya@example.com' }), 'maya@example.com')
})
