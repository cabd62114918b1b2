import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { Check } from 'typebox/schema'
import { grantTypes } from '#/protocol/oauth.ts'
import { grantDefinitions } from './grants/index.ts'
import { TokenRequestBody } from './request-body.ts'

const { oneOf: shapes } = TokenRequestBody as unknown as {
  readonly oneOf: readonly (TObject & { readonly examples: readonly Record<string, string>[] })[]
}

describe('the body of the token endpoint', () => {
  test('has one shape for each grant type of the protocol', () => {
    assert.deepEqual(
      shapes.map(({ properties }) => properties['grant_type']),
      grantTypes.map((type) => Type.Literal(type)),
    )
  })

  test('calls each shape by the name of its grant', () => {
    const names = shapes.map((shape) => (shape as { readonly $id?: string }).$id)
    assert.ok(names.includes('DeviceCodeGrantRequest') && names.includes('TokenExchangeGrantRequest'), names.join(' '))
  })

  test('has in each shape what its grant reads, required where the endpoint asks for it, and the client’s credentials', () => {
    for (const [index, { params }] of grantDefinitions.entries()) {
      const shape = shapes[index]
      const names = Object.keys(shape?.properties ?? {})
      assert.deepEqual(shape?.required, ['grant_type', ...(params.required ?? [])])
      for (const name of [
        ...Object.keys(params.properties),
        'client_id',
        'client_secret',
        'client_assertion',
        'resource',
      ]) {
        assert.ok(names.includes(name), name)
      }
    }
  })

  test('has an example of each shape that is a request by this grant and no other', () => {
    for (const [index, { examples }] of shapes.entries()) {
      assert.ok(examples.length > 0)
      for (const example of examples) {
        assert.deepEqual(
          shapes.map((shape) => Check(shape, example)),
          shapes.map((_shape, other) => other === index),
        )
      }
    }
  })

  test('allows parameters it does not know (RFC 6749 §3.2)', () => {
    assert.ok(Check(TokenRequestBody, { grant_type: 'client_credentials', unknown: 'x' }))
    assert.ok(!Check(TokenRequestBody, { grant_type: 'password', username: 'x', password: 'y' }))
  })
})
