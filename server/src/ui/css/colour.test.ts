import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { atLightness, colour, contrast, lightnessOf, nearest } from './colour.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((bits) => `#${bits.toString(16).padStart(6, '0')}`)

describe('a colour', () => {
  test('has one spelling, and nothing else is one', () => {
    assert.equal(colour('#AbC'), '#aabbcc')
    assert.equal(colour('#A1B2C3'), '#a1b2c3')
    for (const text of ['', '#', 'abc', '#12', '#1234', '#12345g', '#123456 ', ' #123456', '#123456\n', 'red']) {
      assert.throws(() => colour(text), TypeError, text)
    }
  })

  test('stands apart from another as WCAG says', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#777777', '#777777'), 1)
    // The best known pair of greys: one passes on white, its neighbour does not.
    assert.ok(contrast('#767676', '#ffffff') >= 4.5)
    assert.ok(contrast('#777777', '#ffffff') < 4.5)
    assert.equal(contrast('#0000ff', '#ffffff').toFixed(2), '8.59')
  })

  test('survives the way to another lightness and back', () => {
    fc.assert(
      fc.property(anyColour, (one) => {
        const [from, to] = [one, atLightness(one, lightnessOf(one))].map((hex) => Number.parseInt(hex.slice(1), 16))
        for (const shift of [0, 8, 16]) {
          const apart = Math.abs((((from as number) >> shift) & 255) - (((to as number) >> shift) & 255))
          assert.ok(apart <= 1, `${one} came back as ${atLightness(one, lightnessOf(one))}`)
        }
      }),
    )
  })

  test('is found by the least change of lightness, and passes', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (one, other) => {
        const passes = (candidate: string): boolean => contrast(candidate, other) >= 4.5
        const found = nearest(one, passes)
        assert.ok(found !== undefined && passes(found), `${one} on ${other}`)
        if (passes(one)) assert.equal(found, one)
      }),
    )
    assert.equal(
      nearest('#123456', () => false),
      undefined,
    )
  })
})
