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
import { hiddenFields, TestPerson } from '#test/support/oauth.ts'
import { reachable } from '#test/support/reachable.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

interface Snippet {
  readonly language: string
  readonly code: string
  readonly environment: string[]
}

async function snippetsOf(app: TestApp, { id }: TestClient): Promise<Record<string, Snippet>> {
  const answer = await app.admin('GET', `/admin/apps/${id}/snippet`)
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
    const { json } = await app.admin('GET', `/admin/apps/${made.clientId}/snippet`)
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
  const one = await app.admin('GET', `/admin/apps/${id}/snippet?language=go`)
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

test('the code for the web signs a person in', async (t) => {
  const app = await reachable(t)
  // A port that was free a moment ago.
  const { port, server } = await listen({ after: () => undefined }, () => undefined)
  await new Promise((done) => server.close(done))
  const redirect = `http://localhost:${port}/callback`
  const web = await createApplication(app, 'web', { redirect_uris: [redirect] })
  const { node } = await snippetsOf(app, web)
  run(t, process.execPath, nodeArgs(node?.code ?? ''), { MANDATE_CLIENT_SECRET: web.secret ?? '' })
  const person = await TestPerson.signUp(app)
  const begun = await retrying(() => fetch(`http://localhost:${port}/`, { redirect: 'manual' }))
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const question = new URL(begun.headers.get('location') ?? '')
  const page = await follow(person, question.pathname + question.search)
  const back = await person.send('/oauth/authorize', { ...hiddenFields(page), decision: 'allow' })
  const answer = String(back.headers['location'])
  assert.ok(answer.startsWith(redirect), back.text)
  assert.equal((await fetch(answer)).status, 400, 'another browser finishes nothing')
  const signedIn = await fetch(answer, { headers: { cookie } })
  assert.equal(signedIn.status, 200)
  assert.equal(((await signedIn.json()) as { sub: string }).sub, person.id)
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
