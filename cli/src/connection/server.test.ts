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
