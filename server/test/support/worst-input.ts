import type { ApiDocument, Piece } from './document.ts'

/** Bytes to fill; what nobody bounds shares them. */
interface Room {
  readonly bytes: number
}

/**
 * The largest value that a schema takes: texts and lists as long as it says, or as there is room for, every member there.
 * What must have a certain form keeps that of a value that is known to be right.
 */
export function worstOf(document: ApiDocument, schema: Piece | undefined, right: unknown, room: Room): unknown {
  if (schema === undefined) return right
  const shape = fitting(document.alternatives(schema), right)
  if ('const' in shape || 'enum' in shape) return right ?? shape['const'] ?? (shape['enum'] as unknown[])[0]
  switch (shape['type']) {
    case 'string':
      return worstText(shape, right, room)
    case 'integer':
    case 'number':
      return right ?? shape['maximum'] ?? shape['minimum'] ?? 1
    case 'array':
      return worstList(document, shape, right, room)
    case 'object':
      return worstObject(document, shape, right, room)
    default:
      return right ?? true
  }
}

/** The alternative that a value is of, or the one with the most to it. */
function fitting(alternatives: readonly Piece[], right: unknown): Piece {
  const type = Array.isArray(right) ? 'array' : right === null || right === undefined ? undefined : typeof right
  const same = alternatives.find((it) => it['type'] === type || (type === 'number' && it['type'] === 'integer'))
  const order = ['object', 'array', 'string']
  const largest = alternatives.toSorted(
    (a, b) => (order.indexOf(String(b['type'])) >>> 0) - (order.indexOf(String(a['type'])) >>> 0),
  )
  return same ?? largest.at(-1) ?? {}
}

function worstText(shape: Piece, right: unknown, { bytes }: Room): string {
  if (shape['pattern'] !== undefined || shape['format'] !== undefined) return String(right ?? '')
  const length = Math.min(Number(shape['maxLength'] ?? bytes), bytes)
  // A text that is right begins it, so that whoever looks for a prefix or a separator goes on to the rest.
  return String(right ?? '')
    .padEnd(length, 'a b-')
    .slice(0, Math.max(length, String(right ?? '').length))
}

function worstList(document: ApiDocument, shape: Piece, right: unknown, room: Room): unknown[] {
  const items = shape['items'] as Piece | undefined
  const [first] = (right ?? []) as unknown[]
  const each = worstOf(document, items, first, { bytes: 24 })
  const length = Math.min(Number(shape['maxItems'] ?? Infinity), Math.floor(room.bytes / (sizeOf(each) + 8)))
  return Array.from({ length: Math.max(1, length) }, (_, i) =>
    typeof each === 'string' && i > 0 ? `${each}${i}` : each,
  )
}

function worstObject(document: ApiDocument, shape: Piece, right: unknown, { bytes }: Room): unknown {
  const properties = Object.entries((shape['properties'] ?? {}) as Record<string, Piece>)
  const known = (right ?? {}) as Record<string, unknown>
  const share = { bytes: Math.floor(bytes / Math.max(1, properties.length)) }
  // What is optional and has a form of its own is left out where nothing right is known of it.
  const told = properties.filter(([name, member]) => name in known || !hasForm(document, member))
  const object = Object.fromEntries(told.map(([name, member]) => [name, worstOf(document, member, known[name], share)]))
  const others = shape['additionalProperties'] as Piece | boolean | undefined
  if (typeof others !== 'object') return { ...known, ...object }
  const [name = 'name', value] = Object.entries(known)[0] ?? []
  const each = worstOf(document, others, value, { bytes: 24 })
  const count = Math.floor(bytes / (sizeOf(each) + name.length + 12))
  return { ...known, ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, each])) }
}

const hasForm = (document: ApiDocument, schema: Piece): boolean =>
  document.alternatives(schema).some((it) => it['pattern'] !== undefined || it['format'] !== undefined)

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length
