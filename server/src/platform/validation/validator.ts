import type { TSchema } from 'typebox'
import { Compile, Errors } from 'typebox/schema'
import { Settings } from 'typebox/system'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { fieldErrors } from './field-errors.ts'
import { repeatedEntries, without } from './unique-items.ts'

// TypeBox stops at 8 findings, and one union can make that many; a caller wants each wrong field named.
Settings.Set({ maxErrors: 100 })

type Node = Record<PropertyKey, unknown>

type Compiled = ReturnType<typeof Compile>

/** A schema that is compiled when the first value arrives: compiling every route at boot would take half a second. */
export class LazyValidator {
  // By identity: a schema never changes, and servers of the same routes in one process share their schemas.
  static readonly #compiledAsIs = new WeakMap<TSchema, Compiled>()
  static readonly #compiledClosed = new WeakMap<TSchema, Compiled>()
  readonly #schema: TSchema
  readonly #closed: boolean

  /** `closed` refuses members that an object doesn't declare, unless its schema says otherwise. */
  constructor(schema: TSchema, closed: boolean) {
    this.#schema = schema
    this.#closed = closed
  }

  check(value: unknown): boolean {
    return this.#validator().Check(value)
  }

  /** What is wrong with a value, each field named once. */
  errors(value: unknown): FieldError[] {
    const schema = this.#validator().Schema() as Node
    // TypeBox compares every entry with every other to say which came twice; ours may not take that long.
    const [, findings] = Errors(without('uniqueItems', schema) as object, value)
    return [...fieldErrors(findings, schema), ...repeatedEntries(value, schema)]
  }

  #validator(): Compiled {
    const known = this.#closed ? LazyValidator.#compiledClosed : LazyValidator.#compiledAsIs
    let compiled = known.get(this.#schema)
    if (!compiled) {
      compiled = Compile(this.#closed ? (closeObjects(this.#schema) as object) : this.#schema)
      known.set(this.#schema, compiled)
    }
    return compiled
  }
}

const LISTS = new Set(['anyOf', 'oneOf', 'prefixItems'])
const MAPS = new Set(['properties', '$defs'])
const SINGLE = new Set(['items', 'not', 'then', 'else'])

/**
 * A copy of a schema whose objects refuse undeclared members. Parts of an intersection see only some of the members
 * each, so there the whole refuses what no part has looked at (JSON Schema 2020-12 §11.3).
 */
export function closeObjects(schema: unknown, partOfIntersection = false): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Node = {}
  for (const key of Reflect.ownKeys(schema)) copy[key] = closeKeyword(key, (schema as Node)[key], partOfIntersection)
  if (!partOfIntersection) close(copy)
  return copy
}

function closeKeyword(key: PropertyKey, value: unknown, partOfIntersection: boolean): unknown {
  const name = String(key)
  if (name === 'allOf') return (value as unknown[]).map((part) => closeObjects(part, true))
  if (LISTS.has(name)) return (value as unknown[]).map((part) => closeObjects(part, partOfIntersection))
  if (SINGLE.has(name)) return Array.isArray(value) ? value.map((part) => closeObjects(part)) : closeObjects(value)
  if (!MAPS.has(name)) return value
  return Object.fromEntries(Object.entries(value as Node).map(([member, part]) => [member, closeObjects(part)]))
}

function close(copy: Node): void {
  if ('allOf' in copy) copy['unevaluatedProperties'] ??= false
  else if (copy['type'] === 'object') copy['additionalProperties'] ??= false
}
