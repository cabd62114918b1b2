import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { testCertificate } from '@mandate/server/test/support/certificate.ts'
import { MainProcess } from '#/processes/main-process.ts'
import { codeOf } from '#/support/guide.ts'
import { send } from '#/support/http.ts'
import { runNginx } from '#/support/nginx.ts'
import { freePort } from '#/support/ports.ts'

const HOST = 'id.example.com'
const BASE_URL = `https://${HOST}`

interface Answer {
  readonly status: number
  readonly cookies: readonly string[]
  readonly hsts: string | undefined
  readonly json: Record<string, unknown>
}

test('the nginx configuration of the guide brings TLS, the issuer, safe cookies and the address of the visitor', async (t) => {
  const server = await MainProcess.start(t, {
    env: { MANDATE_BASE_URL: BASE_URL, MANDATE_TRUSTED_PROXIES: '127.0.0.1' },
  })
  await server.untilReady()
  const certificate = testCertificate(HOST)
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-tls-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  writeFileSync(path.join(directory, 'fullchain.pem'), certificate.cert)
  writeFileSync(path.join(directory, 'privkey.pem'), certificate.key, { mode: 0o600 })
  const [tls, plain] = [await freePort(), await freePort()]

  /** A request by TLS, as somebody sends it who claims to be elsewhere. */
  const ask = (method: string, url: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          ...{ host: '127.0.0.1', port: tls, servername: HOST, ca: certificate.cert, method, path: url },
          headers: {
            ...{ host: HOST, origin: BASE_URL, 'x-forwarded-for': '203.0.113.9' },
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          let text = ''
          response.on('data', (chunk) => void (text += String(chunk)))
          response.on('end', () => {
            const { statusCode: status = 0 } = response
            const { 'set-cookie': cookies = [], 'strict-transport-security': hsts } = response.headers
            resolve({ status, cookies, hsts, json: text.startsWith('{') ? JSON.parse(text) : {} })
          })
        },
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })

  const servers = codeOf('tls-proxy', 'nginx.conf')
    .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replaceAll('/etc/ssl/id.example.com', directory)
    .replace('http://127.0.0.1:8080', server.url(''))
  await runNginx(t, servers, async () => (await ask('GET', '/healthz')).status === 200)

  const metadata = await ask('GET', '/.well-known/openid-configuration')
  assert.equal(metadata.json['issuer'], BASE_URL)
  assert.match(metadata.hsts ?? '', /^max-age=\d+/)
  const person = { email: 'maya@example.com', password: 'a quiet harbour at 5 in the morning', name: 'Maya' }
  const signedUp = await ask('POST', '/api/v1/auth/signup', person)
  assert.equal(signedUp.status, 201, JSON.stringify(signedUp.json))
  assert.match(signedUp.cookies.join('\n'), /^__Host-mandate_session=[^;]+;.*Secure/im)

  const authorization = `Bearer ${readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()}`
  const logged = await ask('GET', '/api/v1/audit-logs?actor_type=user', undefined, { authorization })
  const entries = logged.json['data'] as { address: string | null }[]
  assert.deepEqual(
    [...new Set(entries.map(({ address }) => address))],
    ['127.0.0.1'],
    'what the visitor claims is dropped',
  )
  const health = await ask('GET', '/api/v1/admin/health', undefined, { authorization })
  const warnings = health.json['warnings'] as { code: string }[]
  assert.ok(!warnings.some(({ code }) => code === 'proxy_not_listed'), JSON.stringify(warnings))

  const redirected = await send(`http://127.0.0.1:${plain}/login?next=/account`, { method: 'GET' })
  assert.equal(redirected.status, 301)
  assert.equal(redirected.headers.location, `${BASE_URL}/login?next=/account`)
})
