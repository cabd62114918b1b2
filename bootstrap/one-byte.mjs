// V8 keeps a source in one byte a character when all of it is ASCII, and in two when a single character is not.

const BEYOND = /[^\0-\x7f]/g
const RAW = /String\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
/** An escape takes six characters in the place of one. */
const LONGER = 5

/** A minified program with what is beyond ASCII as escapes, and its source map with the columns that follow from it. */
export function inOneByte(code, map) {
  // There an escape would be two characters or more.
  if (RAW.test(code)) throw new Error('what is beyond ASCII stands in String.raw, or behind a backslash')
  const shifts = code.split('\n').map((line) => [...line.matchAll(BEYOND)].map(({ index }) => index))
  const mappings = map.mappings
    .split(';')
    .map((line, i) => (line !== '' && shifts[i]?.length ? shifted(line, shifts[i]) : line))
  return { code: code.replace(BEYOND, escaped), map: { ...map, mappings: mappings.join(';') } }
}

/** The segments of one line, whose first field is how far the column is from the one before. */
function shifted(line, positions) {
  let column = 0
  let before = 0
  let passed = 0
  const segments = line.split(',').map((segment) => {
    const { value, rest } = firstField(segment)
    column += value
    while (passed < positions.length && positions[passed] < column) passed++
    const moved = column + passed * LONGER
    const delta = moved - before
    before = moved
    return encoded(delta) + rest
  })
  return segments.join(',')
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Columns of a line only grow, so the sign, which is the lowest bit, is never set. */
function firstField(segment) {
  let value = 0
  let at = 0
  for (let more = true; more; at++) {
    const digit = DIGITS.indexOf(segment[at])
    value |= (digit & 31) << (5 * at)
    more = (digit & 32) !== 0
  }
  return { value: value >> 1, rest: segment.slice(at) }
}

function encoded(value) {
  let left = value << 1
  let text = ''
  do {
    text += DIGITS[(left & 31) | (left > 31 ? 32 : 0)]
    left >>>= 5
  } while (left > 0)
  return text
}
