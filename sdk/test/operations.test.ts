import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { Mandate } from '#/index.ts'
import { FakeServer, json } from './fake-server.ts'
import type { SeenRequest } from './fake-server.ts'

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

/** What has no method: pages, protocols with clients of their own, and what browsers are sent along. */
const elsewhere = new Set(['pages', 'scim', 'reference', 'discovery', 'oauth', 'registration'])
const left = [/^admin\.webhooks\./, /^vault\.proxy\./, /^sso\.(oidc|saml)\./, /^auth\.providers\.(signIn|callback)/]
const alsoLeft = new Set(['proxy.authenticate', 'vault.connections.connect', 'vault.connections.callback'])

const folder = fileURLToPath(new URL('../../docs/reference/openapi/', import.meta.url))
const operations = globSync('*.json', { cwd: folder }).flatMap((file) => {
  const { paths = {} } = JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as {
    paths?: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
})
const isCalled = ({ operationId: id, tags }: Operation): boolean =>
  !tags.some((tag) => elsewhere.has(tag)) && !left.some((pattern) => pattern.test(id)) && !alsoLeft.has(id)

/** Calls the method of an operation as a program would, and returns what arrived. */
async function call({ method, path, operation }: (typeof operations)[number]): Promise<SeenRequest | undefined> {
  const isStream = Object.values(operation.responses).some(({ content = {} }) => 'text/event-stream' in content)
  const reply = isStream ? new Response(null, { status: 204 }) : json({ data: [], next_cursor: null })
  const server = new FakeServer(reply)
  const mandate = new Mandate({ url: 'https://id.example.com', apiKey: 'key', fetch: server.fetch })
  const names = operation.operationId.split('.')
  const parent = names.slice(0, -1).reduce<object>((at, name) => (at as Record<string, object>)[name] ?? {}, mandate)
  const own = (parent as Record<string, (...args: unknown[]) => Promise<unknown> | AsyncIterator<unknown>>)[
    names.at(-1) ?? ''
  ]
  assert.ok(own, `${operation.operationId} has no method for ${method} ${path}`)
  const ids = [...path.matchAll(/\{/g)].map((_, i) => `id/${i}`)
  const hasQuery = operation.parameters?.some((parameter) => parameter.in === 'query') === true
  const body = operation.requestBody ? [{ sent: true }] : []
  const result = own.call(parent, ...ids, ...body, ...(hasQuery ? [{ limit: 1 }] : []), {
    headers: { 'x-last': 'yes' },
  })
  await ('next' in result ? result.next() : result)
  assert.equal(server.requests[0]?.url.endsWith('?limit=1'), hasQuery, operation.operationId)
  return server.requests[0]
}

test('every operation that programs call has a method that asks for just that', async () => {
  const called = operations.filter(({ operation }) => isCalled(operation))
  assert.ok(called.length > 250)
  for (const each of called) {
    const { method, path, operation } = each
    const seen = await call(each)
    assert.equal(seen?.method, method, operation.operationId)
    let count = 0
    const expected = path.replaceAll(/\{[^}]+\}/g, () => `id%2F${count++}`)
    assert.equal(new URL(seen.url).pathname, expected, operation.operationId)
    assert.equal(seen.headers.get('x-last'), 'yes', operation.operationId)
    const isKeyed = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') === true
    assert.equal(seen.headers.has('idempotency-key'), isKeyed, operation.operationId)
    const hasBody = operation.requestBody !== undefined
    assert.equal(seen.body, hasBody ? '{"sent":true}' : undefined, operation.operationId)
  }
})
