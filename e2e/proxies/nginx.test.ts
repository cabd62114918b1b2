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

test('a proxy that is not listed is warned of in the log, the banner and the health report; a listed one is believed', async (t) => {
  const env = { MANDATE_BASE_URL: BASE_URL, MANDATE_MODE: 'dev', MANDATE_HOST: '0.0.0.0' }
  const forwards = ['proxy_set_header X-Forwarded-For $remote_addr;']
  const server = await MainProcess.start(t, { env })
  await server.untilReady()
  assert.match(server.stdout, /Warning +Other machines can reach this server, but its mode is dev/)
  assert.match(server.stdout, /"code":"dev_mode_exposed"/)
  const proxy = await startNginx(t, server.url(''), forwards)
  for (let i = 0; i < 3; i++) await get(`${proxy}/api/v1/admin/health`)
  const adminKey = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  const authorization = `Bearer ${adminKey}`
  const health = await get(`${proxy}/api/v1/admin/health`, { authorization })
  const { warnings } = JSON.parse(health.text) as { warnings: { code: string }[] }
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['dev_mode_exposed', 'proxy_not_listed'],
  )
  assert.equal(server.stdout.split('"code":"proxy_not_listed"').length - 1, 1, 'once')

  const quiet = await MainProcess.start(t, {
    env: { MANDATE_BASE_URL: BASE_URL, MANDATE_TRUSTED_PROXIES: '127.0.0.1' },
  })
  await quiet.untilReady()
  assert.match(quiet.stdout, /\(production mode\)/)
  await get(`${await startNginx(t, quiet.url(''), forwards)}/api/v1/admin/health`)
  assert.ok(!quiet.stdout.includes('Warning') && !quiet.stdout.includes('proxy_not_listed'), quiet.stdout)
})

test('a visitor of a bare proxy_pass does look like this machine, which is why the base URL decides', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  const proxy = await startNginx(t, server.url(''))
  assert.equal((await get(`${proxy}/metrics`, { host: 'id.example.com' })).status, 200)
})
