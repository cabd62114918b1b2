import { isUtf8 } from 'node:buffer'

const MAX_DEPTH = 16

/**
 * A JSON object from bytes, or undefined when two readers could disagree about it: not UTF-8, a member named twice
 * (RFC 7515 §4), a number beyond what a double holds, half a surrogate pair, a NUL, or nesting beyond reason.
 */
export function parseStrictObject(bytes: Buffer): Record<string, unknown> | undefined {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  // JSON.parse keeps the last of two equal names, so an object with fewer members than its text has a double.
  return countMembers(value, 0) === countColons(text) ? (value as Record<string, unknown>) : undefined
}

/** The members of all objects within; NaN as soon as something in there is not plain. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value === 'string') return isPlainText(value) ? 0 : NaN
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : NaN
  if (typeof value !== 'object' || value === null) return 0
  if (depth === MAX_DEPTH) return NaN
  let members = 0
  if (Array.isArray(value)) {
    for (const entry of value) members += countMembers(entry, depth + 1)
    return members
  }
  for (const [name, entry] of Object.entries(value)) {
    members += (isPlainText(name) ? 1 : NaN) + countMembers(entry, depth + 1)
  }
  return members
}

const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The colons outside of strings, one for each member as written. The text is known to be valid JSON. */
function countColons(text: string): number {
  let colons = 0
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i)
    if (character === 0x3a) colons++
    else if (character === 0x22) i = endOfString(text, i + 1)
  }
  return colons
}

function endOfString(text: string, start: number): number {
  let i = start
  while (text.charCodeAt(i) !== 0x22) i += text.charCodeAt(i) === 0x5c ? 2 : 1
  return i
}
