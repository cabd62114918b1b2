import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jpeg, png, webp } from '#test/support/pictures.ts'
import { inspect } from './picture.ts'

test('reads format and size from the header of each format', () => {
  assert.deepEqual(inspect(png(3, 2)), { type: 'image/png', extension: 'png', width: 3, height: 2 })
  assert.deepEqual(inspect(jpeg(300, 120)), { type: 'image/jpeg', extension: 'jpg', width: 300, height: 120 })
  assert.deepEqual(inspect(webp(1000, 7)), { type: 'image/webp', extension: 'webp', width: 1000, height: 7 })
  const lossy = Buffer.from(
    `52494646 16000000 57454250 56503820 0a000000 000000 9d012a 40012000`.replaceAll(' ', ''),
    'hex',
  )
  assert.deepEqual(inspect(lossy), { type: 'image/webp', extension: 'webp', width: 320, height: 32 })
  const extended = Buffer.from(
    `52494646 16000000 57454250 56503858 0a000000 00000000 3f0100 1f0000`.replaceAll(' ', ''),
    'hex',
  )
  assert.deepEqual(inspect(extended), { type: 'image/webp', extension: 'webp', width: 320, height: 32 })
})

test('a picture that is cut anywhere is broken or unknown, and nothing makes it fail', () => {
  for (const whole of [png(40, 40), webp(40, 40)]) {
    for (let length = 0; length < whole.length; length++) {
      assert.ok(['broken', 'unknown'].includes(inspect(whole.subarray(0, length)) as string), `at ${length}`)
    }
  }
  const starts = ['89504e470d0a1a0a', 'ffd8ff', 'ffd8ffe0', '52494646', ''].map((hex) => Buffer.from(hex, 'hex'))
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      inspect(Buffer.concat([start, rest]))
    }),
  )
})

test('tells SVG from what is no picture at all', () => {
  assert.equal(inspect(Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<SVG onload="x">')), 'svg')
  assert.equal(inspect(Buffer.from('<!doctype html>')), 'unknown')
  assert.equal(inspect(Buffer.from('GIF89a')), 'unknown')
})
