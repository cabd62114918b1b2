import type { TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { Json } from './components.ts'

/**
 * Values that look real, by the name of their member: `email`, or `agents.id` within something of that tag or name. A
 * value is used where the schema takes it, so one name may stand for a text here and a list there.
 */
export type Samples = Readonly<Record<string, unknown>>

/** Where a value stands: what it is called, and within what, the nearest last. */
interface Place {
  readonly name: string
  readonly within: readonly string[]
  /** Named schemas that are being written, so that one that contains itself comes to an end. */
  readonly open: readonly Json[]
  readonly definitions: Json
}

/** Makes an example of every schema, from what the schema says and from samples; the same one every time. */
export class Examples {
  readonly #samples: Samples

  constructor(samples: Samples) {
    this.#samples = samples
  }

  /** A whole answer: every member that can be there. */
  answer(schema: TSchema, tag: string): unknown {
    return this.#value(schema as Json, start(tag), everything)
  }

  /** The body of a request: what must be there, or the first member when nothing must. */
  request(schema: TSchema, tag: string, operation: string): unknown {
    const own = this.#samples[operation]
    return own ?? this.#value(schema as Json, start(tag), theLeast)
  }

  #value(node: Json, place: Place, pick: Pick): unknown {
    const sample = this.#sampleFor(node, place)
    if (sample !== undefined) return sample
    if (typeof node['$ref'] === 'string') return this.#referred(node, node['$ref'], place, pick)
    if (Array.isArray(node['examples'])) return node['examples'][0]
    if ('const' in node) return node['const']
    if (Array.isArray(node['enum'])) return node['default'] ?? node['enum'][0]
    const variants = (node['anyOf'] ?? node['oneOf']) as Json[] | undefined
    if (variants) return this.#value(variants.find((it) => it['type'] !== 'null') ?? {}, place, pick)
    if (Array.isArray(node['allOf'])) return this.#merged(node['allOf'] as Json[], place, pick)
    if (node['type'] === 'object') return this.#members(node, inside(node, place), pick)
    if (node['type'] === 'array') return [this.#value((node['items'] ?? {}) as Json, place, pick)]
    return node['default'] ?? plainValue(node, place.name)
  }

  #sampleFor(node: Json, { name, within }: Place): unknown {
    const keys = [...within.toReversed().map((outer) => `${outer}.${name}`), name]
    for (const key of keys) {
      const sample = this.#samples[key]
      if (sample !== undefined && Check(node as object, sample)) return sample
    }
    return undefined
  }

  #referred(node: Json, name: string, place: Place, pick: Pick): unknown {
    const definitions = { ...place.definitions, ...(node['$defs'] as Json | undefined) }
    const target = definitions[name] as Json | undefined
    if (!target || place.open.includes(target)) return {}
    return this.#value(target, { ...place, definitions, open: [...place.open, target] }, pick)
  }

  #merged(parts: readonly Json[], place: Place, pick: Pick): Json {
    return Object.assign({}, ...parts.map((part) => this.#value(part, place, pick))) as Json
  }

  #members(node: Json, place: Place, pick: Pick): Json {
    const properties = (node['properties'] ?? {}) as Record<string, Json>
    const required = (node['required'] ?? []) as string[]
    const members = pick(Object.keys(properties), required)
      .filter((name) => !(this.#samples['left out'] as string[] | undefined)?.includes(name) || required.includes(name))
      .map((name) => [name, this.#value(properties[name] as Json, { ...place, name }, pick)])
    return Object.fromEntries(members) as Json
  }
}

/** Which members of an object an example shows. */
type Pick = (names: readonly string[], required: readonly string[]) => readonly string[]

const everything: Pick = (names) => names
const theLeast: Pick = (names, required) => (required.length > 0 ? required : names.slice(0, 1))

const start = (tag: string): Place => ({ name: '', within: [tag], open: [], definitions: {} })

/** Within an object, its members are looked up under its name, and under that of the member it is. */
const inside = (node: Json, place: Place): Place => ({
  ...place,
  within: [
    ...place.within,
    ...[place.name, node['$id']].filter((it): it is string => typeof it === 'string' && it !== ''),
  ],
})

/** What a schema alone says of a value. */
function plainValue(node: Json, name: string): unknown {
  if (node['type'] === 'boolean') return true
  if (node['type'] === 'integer' || node['type'] === 'number') return node['minimum'] ?? 1
  if (node['type'] === 'null') return null
  if (node['type'] !== 'string') return name === '' ? {} : name
  if (node['format'] === 'date-time') return '2026-11-21T09:41:07.123Z'
  return name
    .slice(0, (node['maxLength'] as number | undefined) ?? name.length)
    .padEnd((node['minLength'] as number | undefined) ?? 0, '-')
}
