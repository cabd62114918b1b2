import type { Json } from './components.ts'

/** One member of an object schema. */
export interface Member {
  readonly name: string
  readonly required: boolean
  readonly schema: Json
}

/** The members of an object schema; a reference is followed into the components of the document. */
export function membersOf(schema: Json, document: Json): Member[] {
  const target = resolve(schema, document)
  const parts = (target['allOf'] as Json[] | undefined)?.flatMap((part) => membersOf(part, document)) ?? []
  const { properties = {}, required = [] } = target as { properties?: Record<string, Json>; required?: string[] }
  const own = Object.entries(properties).map(([name, member]) => ({
    name,
    required: required.includes(name),
    schema: member,
  }))
  return [...own, ...parts]
}

/** What a reference points at, or the value itself. */
function resolve(value: Json, document: Json): Json {
  const reference = value['$ref']
  if (typeof reference !== 'string') return value
  let target: unknown = document
  for (const step of reference.slice(2).split('/')) target = (target as Json)[step]
  return target as Json
}

/** A schema in a few words: `list of text`, `one of a, b`, `integer, 1 to 200`. */
export function typeInWords(schema: Json): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) ?? ''
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].map((value) => JSON.stringify(value)).join(', ')}`
  const variants = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(variants)) return variants.map((variant) => typeInWords(variant as Json)).join(' or ')
  if (schema['type'] === 'array') return `list of ${typeInWords((schema['items'] ?? {}) as Json)}`
  return [String(schema['type'] ?? 'any value'), ...bounds(schema)].join(', ')
}

function bounds(schema: Json): string[] {
  const words: string[] = []
  const range = (low: unknown, high: unknown, unit: string): void => {
    if (low !== undefined && high !== undefined) words.push(`${String(low)} to ${String(high)}${unit}`)
    else if (high !== undefined) words.push(`at most ${String(high)}${unit}`)
    else if (low !== undefined) words.push(`at least ${String(low)}${unit}`)
  }
  range(schema['minimum'], schema['maximum'], '')
  range(schema['minLength'], schema['maxLength'], ' characters')
  if (schema['format'] !== undefined) words.push(String(schema['format']))
  if (schema['default'] !== undefined) words.push(`default ${JSON.stringify(schema['default'])}`)
  return words
}
