import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { operations } from '#/generated/agents.ts'
import { Server } from './server.ts'

const isUnreachable = (error: unknown): boolean =>
  error instanceof Failure && error.about.exitCode === exitCodes.unreachable

describe('a request whose response is lost', () => {
  const calls = async (id: string): Promise<readonly (string | null)[]> => {
    const operation = operations.find((each) => each.id === id)
    assert.ok(operation)
    const keys: (string | null)[] = []
    const server = new Server('https://id.example', {
      fetch: (_url, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        return Promise.reject(new TypeError('fetch failed'))
      },
    })
    const { method, path, keyed } = operation
    await assert.rejects(server.request(method, path, { keyed }), isUnreachable)
    return keys
  }

  test('is sent once where the server would do it twice, such as a new secret', async () => {
    assert.deepEqual(await calls('agents.rotateSecret'), [null])
  })

  test('is sent again under one key where the server honours it', async () => {
    const keys = await calls('agents.create')
    assert.ok(keys.length > 1)
    assert.ok(keys[0])
    assert.equal(new Set(keys).size, 1)
  })
})

describe('a route that the server does not have', () => {
  const refused = async (path: string): Promise<Failure> => {
    const body = { error: 'not_found', code: 'route_not_found', message: 'No route has this path.' }
    const fetch = () => Promise.resolve(Response.json(body, { status: 404 }))
    const failure: unknown = await new Server('https://id.example', { fetch }).request('GET', path).catch((it) => it)
    assert.ok(failure instanceof Failure)
    return failure
  }

  test('of the gateway says that it is off, and how it is turned on', async () => {
    const { message, about } = await refused('/api/v1/admin/proxy/upstreams')
    assert.equal(message, 'This server has no such route of the gateway.')
    assert.equal(about.why, 'It has none while the gateway is off.')
    assert.match(about.next ?? '', /MANDATE_PROXY_ENABLED=true/)
    // `plan` and `apply` take by this code that there is nothing of it.
    assert.deepEqual([about.code, about.exitCode], ['route_not_found', exitCodes.notFound])
  })

  test('of something else is told as the server tells it', async () => {
    const { message, about } = await refused('/api/v1/admin/nowhere')
    assert.equal(message, 'No route has this path.')
    assert.equal(about.next, undefined)
  })
})
