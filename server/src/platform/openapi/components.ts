import type { TSchema } from 'typebox'

/** A piece of JSON that is already in its final form. */
export type Json = Record<string, unknown>

const VALUES = new Set(['const', 'default', 'enum', 'examples', 'required'])

/** Collects the schemas that have a name (`$id`), so that each is written once and referred to from everywhere. */
export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly #sources = new Map<string, Json>()

  /** A TypeBox schema as OpenAPI 3.1 wants it: the same JSON Schema with named parts replaced by references. */
  write(schema: TSchema): Json {
    return this.#node(schema as unknown as Json)
  }

  #node(node: Json): Json {
    const id = node['$id']
    if (typeof id !== 'string') return this.#inline(node)
    const known = this.#sources.get(id)
    if (known === undefined) {
      this.#sources.set(id, node) // Before its content is written, for schemas that contain themselves.
      this.schemas[id] = this.#inline(node)
    } else if (known !== node && JSON.stringify(known) !== JSON.stringify(node)) {
      throw new TypeError(`two different schemas are named ${id}`)
    }
    return { $ref: `#/components/schemas/${id}` }
  }

  #inline(node: Json): Json {
    const written: Json = {}
    for (const [key, value] of Object.entries(node)) {
      if (key === '$id') continue
      if (key === '$ref') written[key] = `#/components/schemas/${String(value)}`
      else if (key === '$defs') for (const part of Object.values(value as Json)) this.#node(part as Json)
      else written[key] = VALUES.has(key) ? value : this.#value(key, value)
    }
    return written
  }

  #value(key: string, value: unknown): unknown {
    if (value instanceof RegExp) return value.source
    if (Array.isArray(value)) return value.map((part) => this.#value('', part))
    if (typeof value !== 'object' || value === null) return value
    if (key !== 'properties' && key !== 'patternProperties') return this.#node(value as Json)
    const members = Object.entries(value as Json).map(([name, part]) => [name, this.#node(part as Json)])
    return Object.fromEntries(members) as Json
  }
}
