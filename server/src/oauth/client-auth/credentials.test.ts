import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { basic, malformedAuthorizations } from '#test/support/authorization-headers.ts'
import { readCredentials } from './credentials.ts'
import { requestContext } from '#test/support/request-context.ts'
import type { ClientRequest } from './credentials.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const assertionOf = (claims: object) => `${part({ alg: 'ES256' })}.${part(claims)}.${'A'.repeat(86)}`

function request(fields: Record<string, string>, ...authorization: string[]): ClientRequest {
  return {
    form: Form.parse(new URLSearchParams(fields).toString()),
    headerValues: (name) => (name === 'authorization' ? authorization : []),
    context: requestContext(),
    url: '/oauth/token',
  }
}

const errorOf = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof OAuthError) return `${error.status} ${error.error}`
    throw error
  }
}

describe('client credentials', () => {
  test('are read from the header, form-decoded (RFC 6749 §2.3.1)', () => {
    assert.deepEqual(readCredentials(request({}, basic('app:secret'))), {
      kind: 'secret',
      clientId: 'app',
      secret: 'secret',
    })
    const decoded = readCredentials(request({}, basic('a%3Ab+c:s%C3%BC%25:+x')))
    assert.deepEqual(decoded, { kind: 'secret', clientId: 'a:b c', secret: 'sü%: x' })
  })

  test('are read from the body', () => {
    assert.deepEqual(readCredentials(request({ client_id: 'app', client_secret: 's' })), {
      kind: 'secret',
      clientId: 'app',
      secret: 's',
    })
    assert.deepEqual(readCredentials(request({ client_id: 'app' })), { kind: 'none', clientId: 'app' })
    const assertion = assertionOf({ iss: 'app', sub: 'app' })
    assert.deepEqual(readCredentials(request({ client_assertion: assertion, client_assertion_type: ASSERTION_TYPE })), {
      kind: 'assertion',
      clientId: 'app',
      assertion,
    })
  })

  test('TK2 come in one way only, and name one client', () => {
    const assertion = {
      client_assertion: assertionOf({ iss: 'app', sub: 'app' }),
      client_assertion_type: ASSERTION_TYPE,
    }
    const twice = [
      request({ client_id: 'app', client_secret: 's' }, basic('app:s')),
      request(assertion, basic('app:s')),
      request({ ...assertion, client_secret: 's' }),
      request({}, basic('app:s'), basic('app:s')),
      request({ client_id: 'other' }, basic('app:s')),
      request({ ...assertion, client_id: 'other' }),
      request({ client_assertion: assertion.client_assertion }),
      request({ ...assertion, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' }),
    ]
    for (const wrong of twice)
      assert.equal(
        errorOf(() => readCredentials(wrong)),
        '400 invalid_request',
      )
    assert.equal(readCredentials(request({ client_id: 'app' }, basic('app:s'))).clientId, 'app')
  })

  test('TK2 that can not be read are a failed authentication', () => {
    for (const header of malformedAuthorizations)
      assert.equal(
        errorOf(() => readCredentials(request({}, header))),
        '401 invalid_client',
        header.slice(0, 60),
      )
    assert.equal(
      errorOf(() => readCredentials(request({}))),
      '401 invalid_client',
    )
    for (const assertion of [
      'x',
      'a.b.c',
      assertionOf({}),
      assertionOf({ iss: 'a', sub: 'b' }),
      assertionOf({ iss: 1, sub: 1 }),
    ]) {
      const fields = { client_assertion: assertion, client_assertion_type: ASSERTION_TYPE }
      assert.equal(
        errorOf(() => readCredentials(request(fields))),
        '401 invalid_client',
        assertion,
      )
    }
  })

  test('in any header lead to credentials or to a 401, never further', () => {
    const header = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }).map(basic),
      fc.base64String().map((text) => `Basic ${text}`),
    )
    fc.assert(
      fc.property(header, (text) => {
        assert.match(
          errorOf(() => readCredentials(request({}, text))),
          /^(none|401 invalid_client)$/,
        )
      }),
    )
  })

  test('that were form-encoded come out as they went in', () => {
    const encode = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2)
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (clientId, secret) => {
        const read = readCredentials(request({}, basic(`${encode(clientId)}:${encode(secret)}`)))
        assert.deepEqual(read, { kind: 'secret', clientId, secret })
      }),
    )
  })
})
