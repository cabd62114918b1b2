import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { MainProcess } from '#/processes/main-process.ts'
import { send } from '#/support/http.ts'
import { startNginx } from '#/support/nginx.ts'

const BASE_URL = 'https://id.example.com'
const get = (url: string, headers: Record<string, string> = {}) => send(url, { method: 'GET', headers })

test('AD11: a bare proxy_pass gives visitors neither the first key nor the metrics', async (t) => {
  const server = await MainProcess.start(t, { env: { MANDATE_BASE_URL: BASE_URL } })
  await server.untilReady()
  const proxy = await startNginx(t, server.url(''))
  for (const url of [proxy, server.url('')]) {
    for (const host of ['id.example.com', 'localhost', `127.0.0.1:${server.port}`]) {
      const key = await get(`${url}/api/v1/admin/firstboot/key`, { host })
      assert.equal(key.status, 404, `${url} ${host}`)
      assert.equal((await get(`${url}/metrics`, { host })).status, 401, `${url} ${host}`)
    }
  }
  const adminKey = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  const metrics = await get(`${proxy}/metrics`, { authorization: `Bearer ${adminKey}` })
  assert.equal(metrics.status, 200)
  assert.match(metrics.text, /^mandate_http_requests_total/m)
})

test('a visitor of a bare proxy_pass does look like this machine, which is why the base URL decides', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  const proxy = await startNginx(t, server.url(''))
  assert.equal((await get(`${proxy}/metrics`, { host: 'id.example.com' })).status, 200)
})
