import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { allRoutes } from './all-routes.ts'
import { workedCalls } from './worked-calls/index.ts'
import type { TestAnswer, TestRequest } from '#test/support/app.ts'

/** Routes that create something which nobody can read, with the reason. */
const withoutLocation: Readonly<Record<string, string>> = {
  'oauth.par': 'RFC 9126 §2.2: the request has a request_uri for the authorization endpoint and nothing else',
}

/** Where something lives that is not JSON. */
const files = ['branding.uploadLogo', 'branding.draft.uploadLogo']

const creating = new Set<string>(
  allRoutes().flatMap(({ route }) => (route.schema.response[201] === undefined ? [] : [route.name])),
)

/** What the same caller sends with a read: the key, or the cookies as they are after the response. */
function credentialsOf(request: TestRequest, answer: TestAnswer): Record<string, string> {
  const { authorization, cookie } = request.headers ?? {}
  const { registration_access_token: ownToken } = answer.json
  if (ownToken !== undefined) return { authorization: `Bearer ${String(ownToken)}` }
  if (authorization !== undefined) return { authorization: String(authorization) }
  const set = [answer.headers['set-cookie'] ?? []].flat().map((it) => it.split(';', 1)[0])
  return { cookie: [cookie, ...set].filter(Boolean).join('; ') }
}

describe('what a Location names is read there by whoever created it:', () => {
  for (const { operation, arrange } of workedCalls.filter((it) => creating.has(it.operation))) {
    test(operation, async (t) => {
      const app = await createTestApp(t, { engine: 'sqlite' })
      const request = await arrange(app, t)
      const made = await app.send(request)
      assert.equal(made.status, 201, made.text)
      const { location } = made.headers
      if (operation in withoutLocation) return assert.equal(location, undefined)
      assert.ok(typeof location === 'string', 'no Location')
      const read = await app.send({ url: location.replace(app.baseUrl, ''), headers: credentialsOf(request, made) })
      assert.equal(read.status, 200, `${location}: ${read.text}`)
      if (files.includes(operation)) return
      const shared = Object.keys(read.json).filter((name) => name in made.json)
      assert.ok(shared.length >= 3, shared.join())
      for (const name of shared) assert.deepEqual(read.json[name], made.json[name], name)
    })
  }
})

test('every route that creates something is among them', () => {
  const called = workedCalls.map(({ operation }): string => operation)
  assert.ok(creating.size > 20)
  assert.deepEqual(
    [...creating].filter((name) => !called.includes(name)),
    [],
  )
})
