import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiDocument } from '#test/support/document.ts'
import { apiDocument } from './all-routes.ts'
import { contractShapes } from './interface-fields.ts'
import type { Piece } from '#test/support/document.ts'
import type { ContractShape, FieldType } from './interface-fields.ts'

const document = new ApiDocument(apiDocument())
const operations = document.operations()

/** The shapes that the answer of a resource may have. */
function shapesOf({ answer, within = [] }: ContractShape): Piece[] {
  const [, operation = '', status = ''] = /^(.+) (\d+)$/.exec(answer) ?? []
  const found = operations.get(operation)
  assert.ok(found, `${operation} is not documented`)
  const response = document.response(found, Number(status))
  const schema = response && document.jsonSchema(response)
  assert.ok(schema, `${answer} has no body`)
  let shapes = document.alternatives(schema)
  for (const member of within) shapes = shapes.flatMap((shape) => itemsOf(propertyOf(shape, member)))
  return shapes
}

const propertyOf = (shape: Piece, name: string): Piece | undefined =>
  (shape['properties'] as Record<string, Piece> | undefined)?.[name]

/** The entries of a list, or the value itself. */
function itemsOf(schema: Piece | undefined): Piece[] {
  assert.ok(schema, 'a member on the way is not documented')
  return document
    .alternatives(schema)
    .flatMap((shape) => (shape['items'] ? document.alternatives(shape['items'] as Piece) : [shape]))
}

/** The types a schema allows; null is left aside, for what may be unset. */
function typesOf(schema: Piece): Set<unknown> {
  const types = document.alternatives(schema).flatMap((shape) => {
    if (shape['type'] !== undefined) return [shape['type']]
    const values = (shape['enum'] as unknown[] | undefined) ?? [shape['const']]
    return values.map((value) => typeof value)
  })
  return new Set(types.filter((type) => type !== 'null').map((type) => (type === 'number' ? 'integer' : type)))
}

function problemsOf(shapes: readonly Piece[], field: string, type: FieldType): string[] {
  const name = field.replace('?', '')
  const carriers = shapes.filter((shape) => propertyOf(shape, name))
  if (carriers.length === 0) return [`${name} is missing`]
  const optional = shapes.filter((shape) => !(shape['required'] as string[] | undefined)?.includes(name))
  const wrong = carriers.flatMap((shape) => [...typesOf(propertyOf(shape, name) as Piece)]).filter((it) => it !== type)
  return [
    ...(optional.length > 0 && !field.endsWith('?') ? [`${name} may be left out`] : []),
    ...wrong.map((it) => `${name} is ${String(it)}, where the specification says ${type}`),
  ]
}

describe('what the interface specification shows of a resource is what the document promises:', () => {
  for (const shape of contractShapes) {
    test(shape.name, () => {
      const shapes = shapesOf(shape)
      assert.deepEqual(
        Object.entries(shape.fields).flatMap(([field, type]) => problemsOf(shapes, field, type)),
        [],
      )
    })
  }
})
