import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { createApplication, outcomeOf } from '#test/support/apps.ts'
import { listen } from '#test/support/listen.ts'
import { createAgent, createWebApp, hiddenFields, signIn, TestPerson } from '#test/support/oauth.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { sql } from '#/platform/db/sql.ts'
import { reachable } from '#test/support/reachable.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

interface Snippet {
  readonly language: string
  readonly use: string
  readonly code: string
  readonly environment: string[]
}

/** The code for an application by language: what it is for, or another use of it. */
async function snippetsOf(app: TestApp, { id, secret }: TestClient, use?: string): Promise<Record<string, Snippet>> {
  const isMachine =
    secret !== undefined && String((await app.admin('GET', `/admin/apps/${id}`)).json['type']) === 'machine'
  const answer = await app.admin('GET', `/admin/apps/${id}/snippet?use=${use ?? (isMachine ? 'token' : 'sign_in')}`)
  assert.equal(answer.status, 200, answer.text)
  const { snippets } = answer.json as { snippets: Snippet[] }
  return Object.fromEntries(snippets.map((snippet) => [snippet.language, snippet]))
}

/** Runs code where the packages of the server are found. */
function run(t: TestContext, command: string, args: string[], environment: Record<string, string>) {
  const child = spawn(command, args, {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill())
  return child
}

const nodeArgs = (code: string): string[] => ['--input-type=module', '--eval', code]

test('what is written for each type is in the languages that fit, with the reason for each that is missing', async (t) => {
  const app = await createTestApp(t)
  const all = ['node', 'spa', 'python', 'go', 'curl']
  const expected = {
    web: ['node', 'python', 'go', 'curl'],
    spa: ['spa', 'curl'],
    machine: ['node', 'python', 'go', 'curl'],
    native: ['curl'],
  } as const
  for (const [type, languages] of Object.entries(expected)) {
    const made = await createApplication(app, type as keyof typeof expected)
    const use = type === 'machine' ? 'token' : 'sign_in'
    const { json } = await app.admin('GET', `/admin/apps/${made.clientId}/snippet?use=${use}`)
    const { snippets, unavailable } = json as {
      snippets: Snippet[]
      unavailable: { language: string; reason: string }[]
    }
    assert.deepEqual([json['client_id'], json['issuer']], [made.clientId, app.baseUrl])
    assert.deepEqual(
      snippets.map(({ language }) => language),
      languages,
    )
    assert.deepEqual(
      new Set([...snippets, ...unavailable].map(({ language }) => language)),
      new Set(all),
      'nothing is passed over',
    )
    for (const { code, environment } of snippets) {
      assert.ok(code.includes(made.clientId) && code.includes(app.baseUrl))
      assert.ok(made.secret === undefined || !code.includes(made.secret))
      assert.deepEqual(
        environment.filter((name) => name === 'MANDATE_CLIENT_SECRET').length === 1,
        made.secret !== undefined,
      )
    }
  }
})

test('one language answers alone, and one that does not fit says why', async (t) => {
  const app = await createTestApp(t)
  const { id } = await createApplication(app, 'native', { redirect_uris: ['http://127.0.0.1/callback'] })
  const one = await app.admin('GET', `/admin/apps/${id}/snippet?language=go&use=sign_in`)
  assert.deepEqual(
    (one.json['snippets'] as Snippet[]).map(({ language }) => language),
    ['go'],
  )
  const none = await app.admin('GET', `/admin/apps/${id}/snippet?language=spa`)
  assert.equal(outcomeOf(none), '404 app_snippet_not_available')
  assert.match((none.json['details'] as { reason: string }).reason, /browser/)
  assert.equal((await app.admin('GET', `/admin/apps/${id}/snippet?language=cobol`)).status, 400)
})

test('what only a key or a proof opens is written where the library can', async (t) => {
  const app = await createTestApp(t)
  const bound = await snippetsOf(app, await createApplication(app, 'web', { dpop_bound: true }))
  assert.deepEqual(Object.keys(bound), ['node'])
  assert.match(bound['node']?.code ?? '', /getDPoPHandle/)
  const keys = {
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      },
    ],
  }
  const keyed = await createApplication(app, 'machine', { token_endpoint_auth_method: 'private_key_jwt', jwks: keys })
  const written = await snippetsOf(app, keyed)
  assert.deepEqual(Object.keys(written), ['node'])
  assert.deepEqual(written['node']?.environment, ['MANDATE_PRIVATE_JWK'])
})

test('no scope and no address becomes code', async (t) => {
  const app = await createTestApp(t)
  const scope = "openid '$(id)' </script><script>alert(1)</script> ${x} `id`"
  const redirect = "https://app.example.com/c'$(id)'?a=$b"
  const more = { scope, redirect_uris: [redirect] }
  const web = await snippetsOf(app, await createApplication(app, 'web', more))
  const spa = await snippetsOf(app, await createApplication(app, 'spa', more))
  assert.equal(spa['spa']?.code.match(/<\/script>/g)?.length, 1, 'the element ends where it should')
  const shell = web['curl']?.code ?? ''
  assert.ok(shell.includes(`redirect_uri='https://app.example.com/c'\\''$(id)'\\''?a=$b'`), shell)
  for (const code of [web['node'], web['python'], web['go']].map((each) => each?.code ?? '')) {
    assert.ok(code.includes(JSON.stringify(redirect)))
    assert.ok(!code.includes('</script>'))
  }
})

test('the code for a machine gets it a token, in Node and with curl', async (t) => {
  const app = await reachable(t)
  const machine = await createApplication(app, 'machine')
  const { node, curl } = await snippetsOf(app, machine)
  const environment = { MANDATE_CLIENT_SECRET: machine.secret ?? '' }
  const byNode = run(t, process.execPath, nodeArgs(node?.code ?? ''), environment)
  const [token, complaint] = await Promise.all([text(byNode.stdout), text(byNode.stderr)])
  assert.match(token, /^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/, complaint)
  // What the script sends, for machines without curl.
  const { clientId, secret } = machine
  const basic = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
  const form = { scope: 'read write', grant_type: 'client_credentials' }
  const same = await app.send({ url: '/oauth/token', form, headers: { authorization: basic } })
  assert.equal(same.json['scope'], 'read write')
  assert.ok(curl?.code.includes('--data grant_type=client_credentials') && curl.code.includes('--config <(printf'))
  const byCurl = run(t, 'bash', ['-c', curl?.code ?? ''], environment)
  const answer = await Promise.all([text(byCurl.stdout), text(byCurl.stderr)])
  if (answer[1].includes('curl: command not found')) return
  assert.match(answer[0], /"access_token":"eyJ/, answer[1])
})

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const { port, server } = await listen({ after: () => undefined }, () => undefined)
  await new Promise((done) => server.close(done))
  return port
}

test('the code for the web signs a person in, renews, and signs them out; nothing but its start begins a sign-in', async (t) => {
  const app = await reachable(t)
  // Shorter than the margin before the end: every look at the page renews.
  await app.admin('PATCH', '/admin/config', { 'oauth.access_token_ttl_seconds': 20 })
  const port = await freePort()
  const start = `http://localhost:${port}`
  const redirect = `${start}/callback`
  const web = await createApplication(app, 'web', {
    redirect_uris: [redirect],
    post_logout_redirect_uris: [`${start}/bye`],
  })
  const { node } = await snippetsOf(app, web)
  run(t, process.execPath, nodeArgs(node?.code ?? ''), { MANDATE_CLIENT_SECRET: web.secret ?? '' })
  const person = await TestPerson.signUp(app)
  const begun = await retrying(() => fetch(`${start}/`, { redirect: 'manual' }))
  const cookie = cookiesOf(begun)
  const question = new URL(begun.headers.get('location') ?? '')
  for (const url of ['/favicon.ico', '/robots.txt', '/sign-out']) {
    assert.equal((await fetch(`${start}${url}`, { redirect: 'manual' })).status, 404, url)
  }
  const page = await follow(person, question.pathname + question.search)
  const back = await person.send('/oauth/authorize', { ...hiddenFields(page), decision: 'allow' })
  const answer = String(back.headers['location'])
  assert.ok(answer.startsWith(redirect), back.text)
  assert.equal((await fetch(answer)).status, 400, 'another browser finishes nothing')
  const signedIn = await fetch(answer, { headers: { cookie }, redirect: 'manual' })
  assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, '/'])
  const session = { cookie: cookiesOf(signedIn) }
  const shown = await (await fetch(`${start}/`, { headers: session })).text()
  assert.ok(shown.includes(`Signed in as ${person.email}`), shown)
  const renewed = await app.database.db.all(sql`SELECT id FROM tokens WHERE generation > 0`)
  assert.ok(renewed.length > 0, 'and the tokens were renewed on the way')
  const out = await fetch(`${start}/sign-out`, { method: 'POST', headers: session, redirect: 'manual' })
  const leaving = new URL(out.headers.get('location') ?? '')
  assert.equal(`${out.status} ${leaving.origin}${leaving.pathname}`, `303 ${app.baseUrl}/oauth/logout`)
  assert.equal(leaving.searchParams.get('post_logout_redirect_uri'), `${start}/bye`)
  const again = await fetch(`${start}/`, { headers: session, redirect: 'manual' })
  assert.equal(again.status, 302, 'who signed out has to sign in')
})

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

test('the code for an API takes the tokens of the application, and no others', async (t) => {
  const app = await reachable(t)
  const machine = await createApplication(app, 'machine')
  const { node, curl } = await snippetsOf(app, machine, 'api')
  const port = await freePort()
  run(t, process.execPath, nodeArgs(node?.code ?? ''), { PORT: String(port) })
  const call = (token?: string) =>
    retrying(() => fetch(`http://localhost:${port}/`, { headers: token ? { authorization: `Bearer ${token}` } : {} }))
  assert.equal((await call()).headers.get('www-authenticate'), 'Bearer')
  const authorization = `Basic ${Buffer.from(`${machine.clientId}:${machine.secret}`).toString('base64')}`
  const form = { scope: 'read', grant_type: 'client_credentials' }
  const issued = await app.send({ url: '/oauth/token', form, headers: { authorization } })
  const token = String(issued.json['access_token'])
  const taken = await call(token)
  assert.equal(taken.status, 200)
  assert.deepEqual(await taken.json(), {
    subject: machine.clientId,
    client: machine.clientId,
    scope: 'read',
    actor: null,
  })
  for (const wrong of [`${token.slice(0, -4)}AAAA`, 'x.y.z']) assert.equal((await call(wrong)).status, 401)
  const environment = { MANDATE_CLIENT_SECRET: machine.secret ?? '', TOKEN: token }
  assert.deepEqual(curl?.environment, ['MANDATE_CLIENT_SECRET', 'TOKEN'])
  const asked = run(t, 'bash', ['-c', curl?.code ?? ''], environment)
  const [said, complaint] = await Promise.all([text(asked.stdout), text(asked.stderr)])
  if (!complaint.includes('curl: command not found')) assert.match(said, /"active":true/, complaint)
})

test('the code for a device signs a person in who decides elsewhere', async (t) => {
  const app = await reachable(t)
  const grants = { grant_types: ['authorization_code', 'refresh_token', DEVICE_CODE] }
  const native = await createApplication(app, 'native', grants)
  const person = await TestPerson.signUp(app)
  const snippets = await snippetsOf(app, native, 'device')
  assert.deepEqual(Object.keys(snippets), ['node', 'curl'])
  for (const [language, command] of [
    ['node', process.execPath],
    ['curl', 'bash'],
  ] as const) {
    const code = snippets[language]?.code ?? ''
    const device = run(t, command, language === 'node' ? nodeArgs(code) : ['-c', code], {})
    let said = ''
    device.stdout.on('data', (chunk) => void (said += String(chunk)))
    const complaint = text(device.stderr)
    while (!/enter \S+/.test(said) && device.exitCode === null) await wait(50)
    const userCode = /enter (\S+)/.exec(said)?.[1]
    if (userCode === undefined && (await complaint).includes('curl: command not found')) return
    const approved = await app.admin('POST', `/admin/oauth/device-codes/${userCode}/approve`, { user_id: person.id })
    assert.equal(approved.status, 200, approved.text)
    while (device.exitCode === null) await wait(50)
    assert.match(said, language === 'node' ? new RegExp(person.id) : /"access_token":"eyJ/, await complaint)
  }
})

test('the code for an agent acts for a person, and hands on to a second agent', async (t) => {
  const app = await reachable(t)
  const person = await TestPerson.signUp(app)
  const { access_token: subject = '' } = await signIn(app, person, await createWebApp(app))
  const [first, second] = [await createAgent(app), await createAgent(app)]
  const answer = await app.admin('GET', `/agents/${first.id}/snippet?use=exchange`)
  const snippets = answer.json['snippets'] as Snippet[]
  assert.deepEqual(
    snippets.map(({ language }) => language),
    ['node', 'curl'],
  )
  const environment = {
    MANDATE_CLIENT_SECRET: first.secret ?? '',
    SUBJECT_TOKEN: subject,
    NEXT_CLIENT_ID: second.clientId,
    NEXT_CLIENT_SECRET: second.secret ?? '',
  }
  assert.deepEqual(snippets[0]?.environment.toSorted(), Object.keys(environment).toSorted())
  const byNode = run(t, process.execPath, nodeArgs(snippets[0]?.code ?? ''), environment)
  const [said, complaint] = await Promise.all([text(byNode.stdout), text(byNode.stderr)])
  const chains = [...said.matchAll(/acts: (.*)$/gm)].map(([, chain = '']) => JSON.parse(chain) as unknown)
  const hop = { sub: first.clientId }
  assert.deepEqual(chains, [hop, { sub: second.clientId, act: hop }], `${said}${complaint}`)
  const byShell = run(t, 'bash', ['-c', snippets[1]?.code ?? ''], environment)
  const [tokens, trouble] = await Promise.all([text(byShell.stdout), text(byShell.stderr)])
  if (!trouble.includes('curl: command not found')) assert.match(tokens, /^eyJ\S+\neyJ\S+\n?$/, trouble)
})

test('with Accept: text/plain the answer is the code itself, and nothing else', async (t) => {
  const app = await createTestApp(t)
  const { id, clientId } = await createApplication(app, 'web')
  const get = (query: string, accept: string) => {
    const headers = { authorization: `Bearer ${app.adminKey}`, accept }
    return app.send({ url: `/api/v1/admin/apps/${id}/snippet${query}`, headers })
  }
  const plain = await get('?language=python', 'text/plain')
  assert.equal(plain.headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(plain.text, /^import os\n/)
  assert.ok(plain.text.includes(clientId))
  assert.match((await get('', 'text/plain, */*;q=0.1')).text, /^import \{ randomUUID \}/, 'the first of all')
  assert.match((await get('?use=api', 'text/plain')).text, /jwtVerify/)
  for (const accept of ['application/json', '*/*', 'application/json, text/plain, */*']) {
    assert.match(String((await get('', accept)).headers['content-type']), /^application\/json/, accept)
  }
  assert.equal(outcomeOf(await get('?use=device', 'text/plain')), '404 app_snippet_not_available')
})

test('every use of an application and of an agent is listed with what it is for', async (t) => {
  const app = await createTestApp(t)
  const usesOf = async (path: string): Promise<string[]> => {
    const { json } = await app.admin('GET', `${path}/snippet`)
    return [...new Set((json['snippets'] as Snippet[]).map(({ use }) => use))]
  }
  const native = { redirect_uris: ['http://127.0.0.1/callback'], grant_types: ['authorization_code', DEVICE_CODE] }
  const expected = [
    [await createApplication(app, 'web'), ['sign_in', 'api']],
    [await createApplication(app, 'machine'), ['token', 'api']],
    [await createApplication(app, 'native', native), ['sign_in', 'device', 'api']],
  ] as const
  for (const [{ id }, uses] of expected) assert.deepEqual(await usesOf(`/admin/apps/${id}`), uses)
  assert.deepEqual(await usesOf(`/agents/${(await createAgent(app)).id}`), ['exchange', 'api'])
  assert.equal((await app.admin('GET', '/agents/agt_x/snippet')).status, 404)
})

/** Follows redirects to the page they end on. */
async function follow(person: TestPerson, url: string): Promise<string> {
  const answer = await person.send(url)
  const location = answer.headers['location'] as string | undefined
  return location === undefined ? answer.text : follow(person, location)
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let i = 0; ; i++) {
    try {
      return await work()
    } catch (error) {
      if (i === 100) throw error
      await wait(100)
    }
  }
}
