import type { TSchema } from 'typebox'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { pointerTo } from '#/platform/validation/field-errors.ts'
import type { Form } from './form.ts'

type Property = { readonly type?: unknown; readonly default?: unknown }

const INTEGER = /^-?(0|[1-9]\d{0,15})$/
const NUMBER = /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/

/**
 * The declared parameters of a query as typed values: a number must be written as one and a boolean is `true` or
 * `false`, all else stays the text it is and fails validation. Absent ones get the default their schema names, and
 * parameters nobody declared are left out.
 */
export function typedQuery(query: Form, schema: TSchema): Record<string, unknown> {
  const properties = propertiesOf(schema)
  const values = Object.create(null) as Record<string, unknown>
  for (const [name, property] of Object.entries(properties)) {
    const text = query.get(name)
    if (text !== undefined) values[name] = typed(text, property.type)
    else if (property.default !== undefined) values[name] = property.default
  }
  return values
}

/**
 * What is wrong with the names of a query, one line each. A misspelled filter would widen what is listed or ended, an empty
 * one would say nothing, and two readers could each believe another one of two. `schema` is what the route declares; with
 * `onlyRepeats` only what it declares and comes twice is wrong.
 */
export function parameterErrors(query: Form, schema: TSchema | undefined, onlyRepeats = false): FieldError[] {
  const properties = schema === undefined ? {} : propertiesOf(schema)
  const problem = (name: string): string | undefined => {
    const isDeclared = Object.hasOwn(properties, name)
    if (onlyRepeats) return isDeclared && query.duplicates.includes(name) ? TWICE : undefined
    if (!isDeclared) return 'is not a known parameter'
    if (query.duplicates.includes(name)) return TWICE
    return query.get(name) === undefined ? 'must not be empty; leave it out instead' : undefined
  }
  return query.names().flatMap((name) => {
    const message = problem(name)
    return message === undefined ? [] : [{ pointer: pointerTo(name), message }]
  })
}

const TWICE = 'must not be given more than once'

const propertiesOf = (schema: TSchema): Record<string, Property> =>
  (schema as { properties?: Record<string, Property> }).properties ?? {}

function typed(text: string, type: unknown): unknown {
  if (type === 'integer') return INTEGER.test(text) ? Number(text) : text
  if (type === 'number') return NUMBER.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}
