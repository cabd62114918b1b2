import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MandateError } from '@mandate/sdk'
import type { SsoConnection, SsoConnectionsReplaceBody } from '@mandate/sdk'
import { changeConnection } from './change-connection.ts'

const refused = (code: 'sso_connection_changed' | 'sso_connection_in_use') =>
  new MandateError({ status: 409, code, message: code })

/** A connection that somebody else changes before each of so many writes. */
function changedBefore(writes: number) {
  let others = 0
  const bodies: SsoConnectionsReplaceBody[] = []
  const connections = {
    get: async () => ({ name: `Acme ${others}`, version: others + 1 }) as SsoConnection,
    replace: async (_id: string, body: SsoConnectionsReplaceBody) => {
      bodies.push(body)
      if (others < writes) others++
      if (body.current_version !== others + 1) throw refused('sso_connection_changed')
      return { ...body, version: others + 2 } as SsoConnection
    },
  }
  return { bodies, connections }
}

const required = ({ name }: SsoConnection): SsoConnectionsReplaceBody => ({ type: 'oidc', name, required: true })

test('what somebody else changes between reading and writing stays: the change is made again, in what it is now', async () => {
  const { connections, bodies } = changedBefore(2)
  const { name } = await changeConnection(connections, 'sso_1', required)
  assert.equal(name, 'Acme 2')
  assert.deepEqual(
    bodies.map((body) => [body.name, body.current_version]),
    [
      ['Acme 0', 1],
      ['Acme 1', 2],
      ['Acme 2', 3],
    ],
  )
})

test('a connection that changes again and again is left as it is', async () => {
  const { connections, bodies } = changedBefore(Infinity)
  await assert.rejects(changeConnection(connections, 'sso_1', required), { code: 'sso_connection_changed' })
  assert.equal(bodies.length, 3)
})

test('what is refused for another reason is refused once', async () => {
  const { connections } = changedBefore(0)
  let writes = 0
  const replace = async (): Promise<never> => {
    writes++
    throw refused('sso_connection_in_use')
  }
  const refusing = { ...connections, replace }
  await assert.rejects(changeConnection(refusing, 'sso_1', required), { code: 'sso_connection_in_use' })
  assert.equal(writes, 1)
})
