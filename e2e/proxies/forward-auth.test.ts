import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { AddressInfo } from 'node:net'
import { testCertificate } from '@mandate/server/test/support/certificate.ts'
import { MainProcess } from '#/processes/main-process.ts'
import { codeOf } from '#/support/guide.ts'
import { runCaddy } from '#/support/caddy.ts'
import { send } from '#/support/http.ts'
import { runNginx } from '#/support/nginx.ts'
import { freePort } from '#/support/ports.ts'

const HOST = 'reports.example.com'
const BASE_URL = 'https://id.example.com'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const cookiesOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Where a configuration of the guide is to lead. */
interface Scene {
  readonly tls: number
  /** With the certificate of the host. */
  readonly directory: string
  readonly server: string
  readonly gateway: string
  readonly upstream: string
  readonly serves: () => Promise<boolean>
}

/** Lets another proxy guard a host, and holds it to the rules. */
async function guards(t: TestContext, start: (scene: Scene) => Promise<void>): Promise<void> {
  const gatewayPort = await freePort()
  const server = await MainProcess.start(t, {
    env: {
      MANDATE_BASE_URL: BASE_URL,
      MANDATE_TRUSTED_PROXIES: '127.0.0.1',
      MANDATE_PROXY_ENABLED: 'true',
      MANDATE_PROXY_PORT: String(gatewayPort),
    },
  })
  await server.untilReady()
  const upstream = createServer((message, response) =>
    response.end(JSON.stringify({ url: message.url, headers: message.headers })),
  ).listen(0, '127.0.0.1')
  t.after(() => upstream.close())
  const certificate = testCertificate(HOST)
  const directory = mkdtempSync(path.join(tmpdir(), 'mandate-gateway-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  writeFileSync(path.join(directory, 'fullchain.pem'), certificate.cert)
  writeFileSync(path.join(directory, 'privkey.pem'), certificate.key, { mode: 0o600 })
  const tls = await freePort()

  const ask = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: tls, servername: HOST, ca: certificate.cert, method, path: url }
      const sent = request({ ...to, headers: { host: HOST, ...headers } }, (response) => {
        let text = ''
        response.on('data', (chunk) => void (text += String(chunk)))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      })
      sent.on('error', reject)
      sent.end()
    })

  const key = readFileSync(path.join(server.dataDir, 'admin.key.firstboot'), 'utf8').trim()
  const call = async (url: string, json: object, headers: Record<string, string> = {}) => {
    const answer = await send(server.url(url), {
      method: 'POST',
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json', host: 'id.example.com', origin: BASE_URL, ...headers },
    })
    assert.equal(answer.status, 201, answer.text)
    return { ...answer, json: JSON.parse(answer.text) as Record<string, unknown> }
  }
  const authorization = `Bearer ${key}`
  const made = await call('/api/v1/admin/proxy/upstreams', { host: HOST, upstream: null }, { authorization })
  const rule = { upstream_id: made.json['id'], name: 'Reports', pattern: '/reports/*', require: 'authenticated' }
  await call('/api/v1/admin/proxy/rules/db', rule, { authorization })

  await start({
    tls,
    directory,
    server: server.url(''),
    gateway: `http://127.0.0.1:${gatewayPort}`,
    upstream: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    serves: async () => (await ask('/.well-known/oauth-protected-resource')).status === 200,
  })

  const program = await ask('/reports/a')
  assert.equal(program.status, 401)
  assert.match(String(program.headers['www-authenticate']), /resource_metadata="https:\/\/reports\.example\.com\//)
  assert.equal((await ask('/elsewhere', { accept: 'text/html' })).status, 403)
  for (const hidden of ['/reports//a', '/reports/%2e%2e/elsewhere', '/reports/a;b'])
    assert.equal((await ask(hidden, { accept: 'text/html' })).status, 403, hidden)

  const person = { email: 'maya@example.com', password: 'a quiet harbour at 5 in the morning', name: 'Maya' }
  const signedUp = await call('/api/v1/auth/signup', person)
  const away = await ask('/reports/a?b=c', { accept: 'text/html' })
  assert.equal(away.status, 303, away.text)
  const browser = cookiesOf(away)
  assert.match(browser, /^__Host-mandate_gateway_browser=/)
  const location = String(away.headers['location'])
  assert.ok(location.startsWith(`${BASE_URL}/gateway/sign-in?`), location)
  const back = await send(server.url(location.slice(BASE_URL.length)), {
    method: 'GET',
    headers: { cookie: cookiesOf(signedUp) },
  })
  assert.equal(back.status, 303, back.text)
  const callback = String(back.headers.location).replace(`https://${HOST}`, '')
  const opened = await ask(callback, { cookie: browser })
  assert.deepEqual([opened.status, opened.headers['location']], [303, '/reports/a?b=c'])
  const cookie = `${cookiesOf(opened)}; theme=dark`
  const forged = {
    'x-user-id': 'usr_forged',
    'x-agent-id': 'agt_forged',
    'x-mandate-assertion': 'forged',
    x_user_id: 'forged',
  }
  const page = await ask('/reports/a?b=c', { cookie, ...forged })
  assert.equal(page.status, 200, page.text)
  const { url, headers } = JSON.parse(page.text) as { url: string; headers: Record<string, string> }
  assert.deepEqual(
    [url, headers['x-user-id'], headers['x-auth-method'], headers['cookie'], headers['x-agent-id'] ?? ''],
    ['/reports/a?b=c', signedUp.json['id'], 'session', 'theme=dark', ''],
  )
  assert.match(headers['x-mandate-assertion'] ?? '', /^ey/)
  assert.ok(!page.text.includes('forged') && !page.text.includes('{http'), page.text)
  const bare = await ask('/reports/a', { cookie: cookiesOf(opened) })
  assert.ok(!bare.text.includes('mandate_gateway'), 'our cookies alone are none')
  assert.equal((await ask('/%72eports/a', { cookie })).status, 403, 'it would be passed on in another form')
}

const LETS_IN = 'of the guide lets in whom the rules let in, and tells the upstream who it is'

test(`the nginx configuration ${LETS_IN}`, (t) =>
  guards(t, async ({ tls, directory, server, gateway, upstream, serves }) => {
    const servers = codeOf('gateway', 'reports.conf')
      .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
      .replaceAll('/etc/ssl/reports.example.com', directory)
      .replace('http://127.0.0.1:8081', gateway)
      .replace('http://127.0.0.1:8080', server)
      .replace('http://10.0.0.5:3000', upstream)
    await runNginx(t, servers, serves)
  }))

test(`the Caddy configuration ${LETS_IN}`, (t) =>
  guards(t, async ({ tls, directory, server, gateway, upstream, serves }) => {
    const bare = (url: string) => url.replace('http://', '')
    const sites = codeOf('gateway', 'Caddyfile')
      .replace(
        `${HOST} {`,
        `https://${HOST}:${tls} {\n\tbind 127.0.0.1\n\ttls ${directory}/fullchain.pem ${directory}/privkey.pem`,
      )
      .replace('127.0.0.1:8081', bare(gateway))
      .replace('127.0.0.1:8080', bare(server))
      .replace('10.0.0.5:3000', bare(upstream))
    await runCaddy(t, sites, serves)
  }))
