import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtIn, modes } from './built-in.ts'
import { contrast } from '#/generated/colour.ts'
import { spelled } from './colours.ts'
import { readingOf, shown, withColour } from './meter.ts'
import { paletteOf } from './palette.ts'

const plain = { accent: '', accentDark: '', tokens: {} }

test('black on white is 21, a colour on itself 1', () => {
  assert.equal(shown(contrast('#000000', '#ffffff')), '21.00')
  assert.equal(shown(contrast('#305eb7', '#305eb7')), '1.00')
})

test('a ratio is cut, so that what falls short never reads as enough', () => {
  assert.equal(shown(4.4999), '4.49')
})

test('a colour has one spelling, and what is being typed is none', () => {
  assert.equal(spelled('#FC0'), '#ffcc00')
  assert.equal(spelled('#ff'), undefined)
  assert.equal(spelled(''), undefined)
})

test('without a choice the colours are those that are built in, and all can be read', () => {
  for (const mode of modes) {
    assert.deepEqual(paletteOf(plain, mode), builtIn[mode])
    assert.equal(readingOf('accent', mode, plain)?.isEnough, true)
    assert.equal(readingOf('surface', mode, plain)?.isEnough, true)
  }
})

test('a light accent falls short on the card, and the nearest that fits is the one that the server names', () => {
  const reading = readingOf('accent', 'light', { ...plain, accent: '#ffcc00' })
  assert.equal(reading?.isEnough, false)
  assert.equal(reading?.nearest, '#8d7000')
  assert.equal(readingOf('accent', 'light', { ...plain, accent: '#8d7000' })?.isEnough, true)
})

test('the accent of dark pages is made from the light one so that it can be read', () => {
  const reading = readingOf('accent', 'dark', { ...plain, accent: '#5b1111' })
  assert.equal(reading?.isEnough, true)
})

test('a colour of lines stands in no pair, and an emptied token is taken back', () => {
  assert.equal(readingOf('line', 'light', plain), undefined)
  const chosen = withColour(plain, 'text', 'dark', '#ffffff')
  assert.deepEqual(chosen.tokens, { dark: { text: '#ffffff' } })
  assert.deepEqual(withColour(chosen, 'text', 'dark', '').tokens, { dark: {} })
})
