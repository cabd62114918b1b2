import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { signUp } from '#test/support/recovery.ts'
import { isAdmin, operationsOf, pathWith } from '#test/support/route-table.ts'
import { someIds } from './some-ids.ts'
import type { TestAnswer } from '#test/support/app.ts'
import type { Operation } from '#test/support/route-table.ts'

// Nothing widens silently: what a request says beyond what its route takes is refused, each by name. A misspelled filter
// of a list would show everything, and one of an ending would end everything.

const pointersOf = ({ json }: TestAnswer): string[] => {
  const { errors = [] } = (json['details'] ?? {}) as { errors?: { pointer: string; message: string }[] }
  for (const { message } of errors) assert.ok(message.length > 5)
  return errors.map(({ pointer }) => pointer)
}

const name = ({ method, path }: Operation): string => `${method} ${path}`

test('every admin route refuses query parameters that are unknown, empty or repeated, each named', async (t) => {
  const app = await createTestApp(t)
  const ids = await someIds(app)
  const routes = (await operationsOf(app)).filter(isAdmin)
  assert.ok(routes.length > 100)
  const headers = { authorization: `Bearer ${app.adminKey}` }
  for (const route of routes) {
    const url = pathWith(route.path, ids)
    const ask = (query: string) => app.send({ method: route.method, url: `${url}?${query}`, headers })
    const unknown = await ask('no_such_filter=1&another=')
    assert.deepEqual([unknown.status, pointersOf(unknown)], [400, ['/no_such_filter', '/another']], name(route))
    for (const declared of route.queryParameters) {
      for (const query of [`${declared}=`, `${declared}=1&${declared}=2`]) {
        const answer = await ask(query)
        assert.deepEqual([answer.status, pointersOf(answer)], [400, [`/${declared}`]], `${name(route)}?${query}`)
      }
    }
  }
})

test('every route of people and of everybody refuses the same', async (t) => {
  const app = await createTestApp(t)
  const { visitor, csrf } = await signUp(app, 'maya@example.com')
  const cookie = Object.entries(visitor.cookies)
    .map(([cookieName, value]) => `${cookieName}=${value}`)
    .join('; ')
  const headers = { cookie, 'x-csrf-token': csrf, origin: app.baseUrl, 'sec-fetch-site': 'same-origin' }
  const all = (await operationsOf(app)).filter((it) => it.path.startsWith('/api/v1/'))
  const isOpen = ({ security }: Operation): boolean => security.every((scheme) => 'session' in scheme)
  const routes = all.filter((it) => isOpen(it) && !it.isPage)
  assert.ok(routes.length > 60, `only ${routes.length} found`)
  for (const route of routes) {
    const url = pathWith(route.path, {})
    const unknown = await app.send({ method: route.method, url: `${url}?no_such_filter=1&another=`, headers })
    assert.deepEqual([unknown.status, pointersOf(unknown)], [400, ['/no_such_filter', '/another']], name(route))
  }
})

test('every admin route without a body refuses one that says something, and takes an empty one', async (t) => {
  const app = await createTestApp(t)
  const ids = await someIds(app)
  const routes = (await operationsOf(app)).filter((it) => isAdmin(it) && !it.takesBody && it.method !== 'GET')
  assert.ok(routes.length > 20)
  const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' }
  for (const route of routes) {
    const url = pathWith(route.path, ids)
    const send = (body: string) => app.send({ method: route.method, url, headers, body })
    const refused = await send('{"dry_run":true,"only":"this"}')
    assert.deepEqual([refused.status, pointersOf(refused)], [400, ['/dry_run', '/only']], name(route))
    for (const body of ['[]', '"x"', '1']) assert.equal((await send(body)).status, 400, `${name(route)} ${body}`)
  }
})

test('a PATCH may say that it is a merge patch (RFC 7396 §4), and nothing else may', async (t) => {
  const app = await createTestApp(t)
  const send = (method: 'PATCH' | 'POST', url: string, type: string) =>
    app.send({
      method,
      url,
      headers: { authorization: `Bearer ${app.adminKey}`, 'content-type': type },
      body: '{}',
    })
  assert.equal((await send('PATCH', '/api/v1/admin/branding', 'application/merge-patch+json')).status, 200)
  assert.equal((await send('PATCH', '/api/v1/admin/branding', 'application/json')).status, 200)
  assert.equal((await send('PATCH', '/api/v1/admin/branding', 'application/json-patch+json')).status, 415)
  assert.equal((await send('POST', '/api/v1/agents', 'application/merge-patch+json')).status, 415)
})
