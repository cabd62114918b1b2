import type { FieldError } from '#/platform/errors/app-error.ts'

type Node = Record<PropertyKey, unknown>

/** The lists in a value that must not hold an entry twice and do, found in one pass over each. */
export function repeatedEntries(value: unknown, schema: Node | undefined, pointer = ''): FieldError[] {
  if (schema === undefined || typeof value !== 'object' || value === null) return []
  const parts = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Node[] | undefined
  if (parts !== undefined) return parts.flatMap((part) => repeatedEntries(value, part, pointer))
  if (!Array.isArray(value)) {
    const properties = (schema['properties'] ?? {}) as Record<string, Node>
    return Object.entries(properties).flatMap(([name, member]) =>
      repeatedEntries((value as Node)[name], member, `${pointer}/${name}`),
    )
  }
  const repeats =
    schema['uniqueItems'] === true && new Set(value.map((entry) => JSON.stringify(entry))).size < value.length
  const inside = value.flatMap((entry, i) =>
    repeatedEntries(entry, schema['items'] as Node | undefined, `${pointer}/${i}`),
  )
  return repeats ? [{ pointer, message: 'must not have the same entry twice' }, ...inside] : inside
}

/** A copy of a schema that leaves one keyword out wherever it stands. */
export function without(keyword: string, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((part) => without(keyword, part))
  if (typeof schema !== 'object' || schema === null || schema instanceof RegExp) return schema
  const copy: Node = {}
  for (const key of Reflect.ownKeys(schema)) {
    if (key !== keyword || (schema as Node)[key] !== true) copy[key] = without(keyword, (schema as Node)[key])
  }
  return copy
}
