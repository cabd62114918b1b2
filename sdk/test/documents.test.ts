import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Browser, newPerson } from '@mandate/e2e/support/browser.ts'
import { freePort } from '@mandate/e2e/support/ports.ts'
import { Program } from '@mandate/e2e/support/program.ts'
import { Server } from '@mandate/e2e/support/server.ts'
import { Mandate } from '#/index.ts'
import { clientSecretBasic, OAuthClient } from '#/oauth/index.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const NOTES = 'https://api.example.com/notes'

/** The code of README and guide by the names that it begins with. */
const blocks = new Map(
  ['sdk/README.md', 'docs/guides/sdk.md'].flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const found = [...text.matchAll(/^```tsx?\n\/\/ (\S+)\n([^]*?)^```$/gm)]
    return found.map(([, name = '', code = '']) => [name, code] as const)
  }),
)

function codeOf(name: string): string {
  const code = blocks.get(name)
  assert.ok(code, `there is no code named ${name}`)
  return code
}

test('the code of README and guide has the types that it says', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mandate-sdk-docs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  assert.ok(blocks.size >= 9)
  for (const [name, code] of blocks) writeFileSync(path.join(folder, name), `${code}\nexport {}\n`)
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const options = {
    lib: ['esnext', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    noPropertyAccessFromIndexSignature: false,
  }
  const compilerOptions = { ...options, noUnusedLocals: false, typeRoots: [path.join(root, 'node_modules/@types')] }
  const config = { extends: path.join(root, 'tsconfig.base.json'), compilerOptions, files: [...blocks.keys()] }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  await promisify(execFile)(tsc, ['-p', folder]).catch(({ stdout }: { stdout: string }) => assert.fail(stdout))
})

describe('the code of README and guide, as it stands there', () => {
  let server: Server
  let mandate: Mandate
  before(async () => {
    server = await Server.start()
    mandate = new Mandate({ url: server.url, apiKey: server.adminKey })
    await mandate.resources.create({ uri: NOTES, name: 'Notes' })
  })
  after(() => server.remove())

  function program(name: string, env: Readonly<Record<string, string>> = {}): Program {
    const own = { MANDATE_URL: server.url, MANDATE_API_KEY: server.adminKey }
    return Program.module(stripTypeScriptTypes(codeOf(name)), { ...own, ...env })
  }

  /** Like `program`, for one that goes on until the test ends. */
  async function service(
    t: Pick<TestContext, 'after'>,
    name: string,
    env: Readonly<Record<string, string>>,
  ): Promise<Program> {
    const running = program(name, env)
    t.after(() => running.stop())
    await running.says(/listening/)
    return running
  }

  const agentOf = (more: object) =>
    mandate.agents.create({ client_name: 'An agent', grant_types: ['client_credentials'], ...more })

  test('administers', async () => {
    const output = await program('admin.ts').succeeds()
    assert.match(output, /^1 people, all of them\nmaya@example\.com\n409 email_taken .*docs\/errors#email_taken req_/m)
  })

  test('operates', async () => {
    const output = await program('operate.ts').succeeds()
    assert.match(output, /would end \{[^]*\}\nready [^]*\nevent \{[^]*action: 'agent\.created'[^]*\nhealth ok/)
  })

  test('acts as a machine', async () => {
    const agent = await agentOf({ scope: 'notes:read' })
    const env = {
      CLIENT_ID: agent.client_id,
      CLIENT_SECRET: agent.client_secret ?? '',
      API_URL: `${server.url}/healthz`,
    }
    assert.equal(await program('machine.ts', env).succeeds(), 'DPoP 200\n')
  })

  test('takes tokens, as an API', async (t) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    await service(t, 'api.ts', { API_URL: NOTES, PORT: String(port) })
    const agent = await agentOf({ scope: 'notes:read' })
    const authentication = clientSecretBasic(agent.client_secret ?? '')
    const client = new OAuthClient({ issuer: server.issuer, clientId: agent.client_id, authentication })
    const { access_token: token } = await client.clientCredentials({ resource: NOTES })
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(await response.text(), `for ${agent.client_id} by ${agent.client_id}`)
    assert.equal((await fetch(url)).status, 401)
    const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/notes`)
    assert.equal(((await metadata.json()) as { resource: string }).resource, NOTES)
  })

  test('follows the revocation feed', async () => {
    const agent = await agentOf({ scope: 'revocations:read' })
    const env = { CLIENT_ID: agent.client_id, CLIENT_SECRET: agent.client_secret ?? '', API_URL: NOTES }
    const output = await program('revocations.ts', env).succeeds()
    assert.equal(output, 'true https://api.example.com/.well-known/oauth-protected-resource/notes\n')
  })

  test('receives webhooks, and refuses others', async (t) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const { id, secret } = await mandate.webhooks.create({ url, events: ['user.created'] })
    const receiver = await service(t, 'webhooks.ts', { WEBHOOK_SECRET: secret, PORT: String(port) })
    await mandate.webhooks.test(id, { event_type: 'user.created' })
    await receiver.says(/\S+ \S+@\S+/)
    assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 400)
    await mandate.webhooks.delete(id)
  })

  test('signs people in on a server', async (t) => {
    const port = await freePort()
    const app = `http://localhost:${port}`
    const { client_id: clientId, client_secret: secret = '' } = await mandate.apps.create({
      name: 'Notes',
      type: 'web',
      redirect_uris: [`${app}/callback`],
      scope: 'openid email',
    })
    await service(t, 'sign-in.ts', { CLIENT_ID: clientId, CLIENT_SECRET: secret ?? '', APP_URL: app })
    assert.equal((await fetch(`${app}//`, { redirect: 'manual' })).status, 303, 'what is no address stops nobody')
    const departure = await fetch(app, { redirect: 'manual' })
    const cookie = (departure.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const person = newPerson()
    const callback = await new Browser(server.issuer).authorize(departure.headers.get('location') ?? '', person)
    const arrive = () => fetch(callback, { headers: { cookie } })
    assert.equal(await (await arrive()).text(), `Hello, ${person.email}`)
    assert.equal((await arrive()).status, 400, 'which works once')
  })

  test('hands a token on over two agents, and ends it', async () => {
    const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
    const [planner, mailer] = await Promise.all(
      ['mail:read mail:send', 'mail:send'].map((scope) => agentOf({ scope, grant_types: [exchange] })),
    )
    const app = await mandate.apps.create({
      name: 'Mail',
      type: 'spa',
      redirect_uris: ['https://app.example.com/cb'],
      scope: 'mail:read mail:send',
    })
    assert.ok(planner && mailer)
    const client = new OAuthClient({ issuer: server.issuer, clientId: app.client_id })
    const begun = await client.authorize({ redirect_uri: 'https://app.example.com/cb', scope: 'mail:read mail:send' })
    const callback = await new Browser(server.issuer).authorize(begun.url, newPerson())
    const user = await client.callback(callback, begun.pending)
    const policy = { subject: '*', max_depth: 2 }
    await mandate.agents.policies.create(planner.id, { ...policy, scope: '*', may_redelegate: true })
    await mandate.agents.policies.create(mailer.id, { ...policy, scope: 'mail:send' })
    const credentials = (agent: typeof planner): string => `${agent.client_id}:${agent.client_secret}`
    const env = { USER_TOKEN: user.access_token, PLANNER: credentials(planner), MAILER: credentials(mailer) }
    const output = await program('agents.ts', env).succeeds()
    const chain = `[ '${mailer.client_id}', '${planner.client_id}' ]`
    assert.equal(output.replaceAll(/\s+/g, ' '), `${chain} false invalid_request `)
  })

  test('waits for a person on a device', async () => {
    const agent = await agentOf({
      scope: 'openid',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      token_endpoint_auth_method: 'none',
    })
    const device = program('device.ts', { CLIENT_ID: agent.client_id })
    const address = await device.says(/Open (\S+)/)
    const browser = new Browser(server.issuer)
    await browser.allow(await browser.signUp(await browser.open(address), newPerson()))
    assert.match(await device.succeeds(), /authorized\nopenid\n$/)
  })

  test('is easily replaced in tests of others', async () => {
    await program('my.test.ts').succeeds()
  })
})
