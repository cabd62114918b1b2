import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { send } from '#/support/http.ts'
import { MainProcess } from './main-process.ts'

const REQUESTS = 3000
const AT_ONCE = 20
/** What the caches of the database and the allocator may still take after the first half. */
const GROWTH_MIB = 32
// With a small heap garbage is collected again and again, so what grows is kept.
const SMALL_HEAP = '--max-old-space-size=160 --max-semi-space-size=4'

function residentMiB({ child }: MainProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

test(
  'the memory of a server stays as it is under a load that goes on',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const server = await MainProcess.start(t, { env: { NODE_OPTIONS: SMALL_HEAP } })
    await server.untilReady()
    const key = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
    const post = (url: string, headers: Record<string, string>, body: string) =>
      send(server.url(url), { method: 'POST', headers, body })
    const made = await post(
      '/api/v1/agents',
      { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      JSON.stringify({ client_name: 'soak', grant_types: ['client_credentials'], scope: 'read' }),
    )
    const { client_id, client_secret } = JSON.parse(made.text) as Record<string, string>
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
    const half = async (): Promise<number> => {
      let left = REQUESTS
      const issueAndAsk = async (): Promise<void> => {
        while (left-- > 0) {
          const issued = await post('/oauth/token', headers, 'grant_type=client_credentials')
          const { access_token: token } = JSON.parse(issued.text) as Record<string, string>
          const asked = await post('/oauth/introspect', headers, `token=${token}`)
          assert.match(asked.text, /"active":true/)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, issueAndAsk))
      return residentMiB(server)
    }
    const first = await half()
    const second = await half()
    assert.ok(second - first < GROWTH_MIB, `${first.toFixed(0)} MiB after a half, ${second.toFixed(0)} after the other`)
  },
)
