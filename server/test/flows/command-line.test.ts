import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import type { TestAnswer, TestApp, TestRequest } from '#test/support/app.ts'
import { athOf, ProofKey } from '#test/support/dpop.ts'
import { onEachApp } from '#test/support/each-app.ts'
import {
  assertOAuthError,
  configure,
  createAgent,
  credentialsOf,
  hiddenFields,
  TestPerson,
} from '#test/support/oauth.ts'

const VERIFY = '/oauth/device/verify'
const CLI = { client_id: 'mandate-cli' }

/** Somebody at a terminal, with a key of their own. */
class CommandLine {
  readonly #app: TestApp
  readonly key = new ProofKey()
  accessToken = ''
  refreshToken = ''
  constructor(app: TestApp) {
    this.#app = app
  }

  proof(method: string, url: string, accessToken?: string, key = this.key): string {
    return key.sign({
      htm: method,
      htu: `${this.#app.baseUrl}${url.split('?')[0]}`,
      iat: Math.floor(this.#app.clock.now() / 1000),
      ...(accessToken === undefined ? {} : { ath: athOf(accessToken) }),
    })
  }

  start(scope = 'admin'): Promise<TestAnswer> {
    return this.#app.send({ url: '/oauth/device', form: { ...CLI, scope } })
  }

  async token(form: Record<string, string>, proof = this.proof('POST', '/oauth/token')): Promise<TestAnswer> {
    const headers = proof === '' ? {} : { dpop: proof }
    const answer = await this.#app.send({ url: '/oauth/token', headers, form: { ...CLI, ...form } })
    if (answer.status !== 200) return answer
    this.accessToken = String(answer.json['access_token'])
    this.refreshToken = String(answer.json['refresh_token'])
    return answer
  }

  /** Signs somebody in who says yes in their browser. */
  async signIn(person: TestPerson): Promise<TestAnswer> {
    const started = await this.start()
    assert.equal(started.status, 200, started.text)
    const page = await person.send(`${VERIFY}?user_code=${String(started.json['user_code'])}`)
    assert.equal(page.status, 200, page.text)
    const settled = await person.send(VERIFY, { ...hiddenFields(page.text), decision: 'allow' })
    assert.equal(settled.status, 200, settled.text)
    return this.token({ grant_type: DEVICE_CODE, device_code: String(started.json['device_code']) })
  }

  /** A request to the admin API with the token and a proof of this machine's key, or of another. */
  admin(method: NonNullable<TestRequest['method']>, path: string, json?: unknown, key = this.key): Promise<TestAnswer> {
    const url = `/api/v1${path}`
    const headers = {
      authorization: `DPoP ${this.accessToken}`,
      dpop: this.proof(method, url, this.accessToken, key),
    }
    return this.#app.send({ method, url, headers, ...(json === undefined ? {} : { json }) })
  }
}

/** A person with a system role, freshly signed in. */
async function operator(app: TestApp, systemRole: string | null): Promise<TestPerson> {
  const person = await TestPerson.signUp(app)
  const body = { system_role: systemRole, email_verified: true }
  const changed = await app.admin('PATCH', `/users/${person.id}`, body)
  assert.equal(changed.status, 200, changed.text)
  await person.signIn()
  return person
}

const codeOf = ({ status, json }: TestAnswer): string => `${status} ${String(json['code'])}`

describe('signing in from the command line', () => {
  onEachApp('opens the admin API with what the role of the person may do', async (_t, app) => {
    const shell = new CommandLine(app)
    const person = await operator(app, 'auditor')
    assert.equal((await shell.signIn(person)).json['token_type'], 'DPoP')
    assert.equal((await shell.admin('GET', '/agents')).status, 200)
    assert.equal(codeOf(await shell.admin('POST', '/agents', { client_name: 'x' })), '403 insufficient_scope')
    await app.admin('PATCH', `/users/${person.id}`, { system_role: 'owner' })
    assert.equal((await shell.admin('POST', '/agents', { client_name: 'x' })).status, 201)
    const entries = await app.admin('GET', `/audit-logs?action=agent.created&actor_id=${person.id}`)
    assert.equal((entries.json['data'] as unknown[]).length, 1, 'the audit log names the person')
  })

  onEachApp('CL1: a token without its key, or with the proof of another, opens nothing', async (_t, app) => {
    const shell = new CommandLine(app)
    await shell.signIn(await operator(app, 'owner'))
    const url = '/api/v1/agents'
    const send = (headers: Record<string, string>): Promise<TestAnswer> => app.send({ url, headers })
    const dpop = `DPoP ${shell.accessToken}`
    const proof = shell.proof('GET', url, shell.accessToken)
    assert.equal((await send({ authorization: `Bearer ${shell.accessToken}` })).status, 401)
    assert.equal((await send({ authorization: dpop })).status, 401)
    assert.equal((await shell.admin('GET', '/agents', undefined, new ProofKey())).status, 401)
    assert.equal((await send({ authorization: dpop, dpop: shell.proof('POST', url, shell.accessToken) })).status, 401)
    assert.equal(
      (await send({ authorization: dpop, dpop: shell.proof('GET', '/api/v1/users', shell.accessToken) })).status,
      401,
    )
    assert.equal((await send({ authorization: dpop, dpop: proof })).status, 200)
    assert.equal((await send({ authorization: dpop, dpop: proof })).status, 401, 'a proof works once')
  })

  onEachApp('CL2: is approved by people with a system role alone', async (_t, app) => {
    const shell = new CommandLine(app)
    const person = await TestPerson.signUp(app)
    const started = await shell.start()
    const page = await person.send(`${VERIFY}?user_code=${String(started.json['user_code'])}`)
    assert.equal(page.status, 403, page.text)
    const refused = await shell.token({ grant_type: DEVICE_CODE, device_code: String(started.json['device_code']) })
    assertOAuthError(refused, 400, 'authorization_pending')
  })

  onEachApp('CL3: asks for a fresh proof at the moment of saying yes', async (_t, app) => {
    const shell = new CommandLine(app)
    const person = await operator(app, 'owner')
    const started = await shell.start()
    const address = `${VERIFY}?user_code=${String(started.json['user_code'])}`
    const page = await person.send(address)
    assert.equal(page.status, 200)
    app.clock.advance(301_000)
    const late = await person.send(VERIFY, { ...hiddenFields(page.text), decision: 'allow' })
    assert.equal(late.status, 303)
    assert.match(String(late.headers['location']), /^\/confirm\?next=/)
    assert.equal((await person.send(address)).headers['location'], late.headers['location'])
    const pending = await shell.token({ grant_type: DEVICE_CODE, device_code: String(started.json['device_code']) })
    assertOAuthError(pending, 400, 'authorization_pending')
  })

  onEachApp('CL4: is approved by nobody for somebody else', async (_t, app) => {
    const shell = new CommandLine(app)
    const owner = await operator(app, 'owner')
    const started = await shell.start()
    const path = `/admin/oauth/device-codes/${String(started.json['user_code'])}/approve`
    assert.equal(codeOf(await app.admin('POST', path, { user_id: owner.id })), '403 device_needs_operator')
  })

  onEachApp('CL5: no other client gets in with the scope, nor in its name', async (_t, app) => {
    const owner = await operator(app, 'owner')
    const agent = await createAgent(app, {
      client_name: 'looks like it',
      grant_types: [DEVICE_CODE, 'client_credentials'],
      scope: 'admin',
      dpop_bound: true,
    })
    const shell = new CommandLine(app)
    const credentials = credentialsOf(agent)
    const form = { ...credentials, grant_type: 'client_credentials', scope: 'admin' }
    assert.equal((await shell.token(form)).status, 200)
    assert.equal((await shell.admin('GET', '/agents')).status, 401)
    const started = await app.send({ url: '/oauth/device', form: { ...credentials, scope: 'admin' } })
    const page = await owner.send(`${VERIFY}?user_code=${String(started.json['user_code'])}`)
    await owner.send(VERIFY, { ...hiddenFields(page.text), decision: 'allow' })
    const device = { grant_type: DEVICE_CODE, device_code: String(started.json['device_code']) }
    assert.equal((await shell.token({ ...credentials, ...device })).status, 200)
    assert.equal((await shell.admin('GET', '/agents')).status, 401)
    await new CommandLine(app).start()
    const twin = await app.admin('POST', '/agents', { client_name: 'twin', client_id: 'mandate-cli' })
    assert.equal(twin.status, 409)
    const found = await app.admin('GET', '/agents?search=mandate-cli')
    assert.deepEqual(found.json['data'], [], 'it is no agent that somebody could change')
  })

  onEachApp('CL6: a client that somebody made under its name opens nothing', async (_t, app) => {
    const made = await app.admin('POST', '/agents', {
      client_name: 'first',
      client_id: 'mandate-cli',
      token_endpoint_auth_method: 'none',
      grant_types: [DEVICE_CODE],
      scope: 'admin',
    })
    assert.equal(made.status, 201, made.text)
    const shell = new CommandLine(app)
    await shell.signIn(await operator(app, 'owner'))
    assert.notEqual(shell.accessToken, '')
    assert.equal((await shell.admin('GET', '/agents')).status, 401)
  })

  onEachApp('CL7: tokens are not issued without a key', async (_t, app) => {
    const shell = new CommandLine(app)
    const person = await operator(app, 'owner')
    const started = await shell.start()
    const page = await person.send(`${VERIFY}?user_code=${String(started.json['user_code'])}`)
    await person.send(VERIFY, { ...hiddenFields(page.text), decision: 'allow' })
    const form = { grant_type: DEVICE_CODE, device_code: String(started.json['device_code']) }
    assert.equal((await shell.token(form, '')).status, 400)
    assert.equal(shell.accessToken, '')
  })

  onEachApp('CL8: power that lasts takes a proof of the last hour', async (_t, app) => {
    const shell = new CommandLine(app)
    await shell.signIn(await operator(app, 'owner'))
    const key = { name: 'nightly', scopes: ['users:read'] }
    assert.equal((await shell.admin('POST', '/api-keys', key)).status, 201)
    app.clock.advance(3_599_000)
    const renewed = await shell.token({ grant_type: 'refresh_token', refresh_token: shell.refreshToken })
    assert.equal(renewed.status, 200, renewed.text)
    app.clock.advance(2000)
    assert.equal(codeOf(await shell.admin('POST', '/api-keys', key)), '403 reauthentication_required')
    assert.equal((await shell.admin('GET', '/api-keys')).status, 200)
  })

  onEachApp('ends with the consent, the session, the role, the account, and when it is revoked', async (_t, app) => {
    const works = async (shell: CommandLine): Promise<boolean> => (await shell.admin('GET', '/agents')).status === 200
    const ends: readonly ((person: TestPerson, shell: CommandLine) => Promise<unknown>)[] = [
      (person) => app.admin('DELETE', `/users/${person.id}/sessions`),
      (person) => app.admin('PATCH', `/users/${person.id}`, { system_role: null }),
      (person) => app.admin('PATCH', `/users/${person.id}`, { disabled: true }),
      (_person, shell) => app.send({ url: '/oauth/revoke', form: { ...CLI, token: shell.refreshToken } }),
      () => app.admin('POST', '/admin/oauth/revoke-by-pattern', { client_id_pattern: 'mandate-cli' }),
    ]
    for (const end of ends) {
      const [person, shell] = [await operator(app, 'operator'), new CommandLine(app)]
      await shell.signIn(person)
      assert.ok(await works(shell))
      await end(person, shell)
      assert.equal(await works(shell), false, String(end))
    }
  })

  onEachApp('CL9: is turned off by a setting, which ends what there was', async (_t, app) => {
    const shell = new CommandLine(app)
    await shell.signIn(await operator(app, 'owner'))
    await configure(app, { 'operators.command_line_sign_in': false })
    assert.equal((await shell.admin('GET', '/agents')).status, 401)
    assertOAuthError(await shell.start(), 400, 'unauthorized_client')
    const operatorsKey = await app.admin('POST', '/api-keys', {
      name: 'settings',
      scopes: ['system:write', 'system:read'],
    })
    const on = await app.send({
      method: 'PATCH',
      url: '/api/v1/admin/config',
      headers: { authorization: `Bearer ${String(operatorsKey.json['key'])}` },
      json: { 'operators.command_line_sign_in': true },
    })
    assert.equal(codeOf(on), '403 insufficient_scope')
  })

  onEachApp('follows streams, which ask again without another proof and end with the token', async (t, app) => {
    const shell = new CommandLine(app)
    const person = await operator(app, 'owner')
    await shell.signIn(person)
    const [address = ''] = await app.app.listen()
    const gone = new AbortController()
    t.after(() => gone.abort())
    const path = '/api/v1/admin/logs/stream'
    const headers = { authorization: `DPoP ${shell.accessToken}`, dpop: shell.proof('GET', path, shell.accessToken) }
    const response = await fetch(`${address}${path}`, { headers, signal: gone.signal })
    assert.equal(response.status, 200)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const ended = (async () => {
      while (!(await reader.read()).done);
      return 'ended'
    })()
    assert.equal(await Promise.race([ended, sleep(2500, 'open')]), 'open')
    await app.admin('DELETE', `/users/${person.id}/sessions`)
    assert.equal(await Promise.race([ended, sleep(10_000, 'open', { ref: false })]), 'ended')
  })

  onEachApp('says that it is about the whole server, in both languages', async (_t, app) => {
    const person = await operator(app, 'owner')
    const started = await new CommandLine(app).start()
    const address = `${VERIFY}?user_code=${String(started.json['user_code'])}`
    assert.match((await person.send(address)).text, /administer this server as/)
    const spanish = await person.send(address, undefined, { 'accept-language': 'es' })
    assert.match(spanish.text, /administrar este servidor/)
  })
})
