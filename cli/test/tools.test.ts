import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { Person } from '#test/support/mandate.ts'
import { ServerProcess } from '#test/support/server-process.ts'

describe('the tools of the command line', () => {
  let server: ServerProcess
  let person: Person

  before(async () => {
    server = await ServerProcess.start()
    person = new Person({ MANDATE_URL: server.url, MANDATE_API_KEY: server.apiKey })
  })
  after(async () => {
    await server.stop()
    rmSync(person.home, { recursive: true, force: true })
  })

  interface Credentials {
    readonly id: string
    readonly clientId: string
    readonly secret: string
  }

  async function agent(name: string): Promise<Credentials> {
    const args = ['agents', 'create', '--name', name, '--client-id', name, '--scope', 'read', '--json', '--show-secret']
    const made = await person.run(args)
    assert.equal(made.code, 0, made.err)
    const { id, client_id: clientId, client_secret: secret } = made.json()
    return { id: String(id), clientId: String(clientId), secret: String(secret) }
  }

  async function token({ clientId, secret }: Credentials): Promise<string> {
    const response = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return String(((await response.json()) as Record<string, unknown>)['access_token'])
  }

  test('decode, introspect and revoke tokens, one or by a pattern, counted first', async () => {
    const ci = await agent('ci-one')
    const [first, second] = [await token(ci), await token(ci)]
    const decoded = await person.run(['tokens', 'decode', '-', '--fields', 'sub,scope'], { input: first })
    assert.equal(decoded.out, 'sub\tci-one\nscope\tread\n')
    assert.equal((await person.run(['tokens', 'decode', 'nonsense'])).code, 2)
    const env = { MANDATE_CLIENT_ID: ci.clientId, MANDATE_CLIENT_SECRET: ci.secret }
    const isActive = async (jwt: string): Promise<unknown> =>
      (await person.run(['tokens', 'introspect', jwt, '--json'], { env })).json()['active']
    assert.equal(await isActive(first), true)
    assert.equal((await person.run(['tokens', 'revoke', first, '--yes'])).code, 0)
    assert.deepEqual([await isActive(first), await isActive(second)], [false, true])
    const dry = await person.run(['tokens', 'revoke', '--client', 'ci-*', '--dry-run', '--json'])
    assert.deepEqual([dry.code, dry.json()['dry_run'], await isActive(second)], [0, true, true])
    assert.equal((dry.json()['tokens'] as { total: number }).total, 1)
    assert.equal((await person.run(['tokens', 'revoke', '--client', 'ci-*'])).code, 2, 'asks for a yes')
    assert.equal((await person.run(['tokens', 'revoke', '--client', 'ci-*', '--yes'])).code, 0)
    assert.equal(await isActive(second), false)
    assert.equal(
      (await person.run(['tokens', 'introspect', second, '--client-id', 'ci-one', '--client-secret', 'wrong'])).code,
      3,
    )
  })

  test('read the audit log: search, tail, export, verify', async () => {
    const { id } = await agent('audited')
    const found = await person.run(['audit', 'search', '--action', 'agent.created', '--target-id', id, '--json'])
    assert.equal(found.json()['target_id'], id)
    const tail = await person.run(['audit', 'tail', '-n', '3', '--no-follow', '--fields', 'action'])
    assert.equal(tail.out.trim().split('\n').length, 3)
    const following = await person.run(['audit', 'tail', '-n', '1', '--json'], {
      until: /"agent\.updated"/,
      onOutput: async () => {
        await person.run(['agents', 'update', id, '--description', 'seen'])
        return true
      },
    })
    assert.equal(following.code, 0, following.err)
    const file = path.join(person.home, 'audit.csv')
    const exported = await person.run(['audit', 'export', '--format', 'csv', '-o', file, '--action', 'agent.*'])
    assert.equal(exported.code, 0, exported.err)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.ok(readFileSync(file, 'utf8').includes(id))
    assert.equal((await person.run(['audit', 'export', '-o', file])).code, 1, 'no file is overwritten')
    const verified = await person.run(['audit', 'verify', '--json'])
    assert.deepEqual([verified.code, verified.json()['status']], [0, 'intact'])
  })

  test('forward events to a program on this machine, signed as webhooks are', async () => {
    const received: { body: string; headers: IncomingHttpHeaders }[] = []
    const hook = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ body, headers: request.headers })
        response.end()
      })
    })
    await new Promise<void>((resolve) => void hook.listen(0, '127.0.0.1', resolve))
    const { port } = hook.address() as AddressInfo
    const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
    const args = [
      'webhooks',
      'listen',
      '--forward-to',
      `http://127.0.0.1:${port}/hook`,
      '--events',
      'agent.*',
      '--secret',
      secret,
    ]
    const ended = await person.run([...args, '--json'], {
      until: /"event":"agent\.created"/,
      onOutput: async (seen) => {
        if (!seen.includes('Forwarding')) return false
        // What it listens from is the moment it began; a little later is surely behind that.
        await new Promise((resolve) => setTimeout(resolve, 500))
        await agent('hooked')
        return true
      },
    })
    hook.close()
    assert.equal(ended.code, 0, ended.err)
    const [first] = received
    assert.ok(first)
    const message = JSON.parse(first.body) as { event: string; data: Record<string, unknown> }
    assert.equal(message.event, 'agent.created')
    assert.match(String(message.data['agent_id']), /^agt_/)
    const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': signature } = first.headers
    const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(
      `${String(id)}.${String(at)}.${first.body}`,
    )
    assert.equal(signature, `v1,${mac.digest('base64')}`)
  })

  test('change settings by their names, and the mode', async () => {
    const set = await person.run([
      'config',
      'set',
      'oauth.registration=off',
      'signup.domains=a.example,b.example',
      '--json',
    ])
    assert.equal(set.code, 0, set.err)
    assert.deepEqual(set.json(), { 'oauth.registration': 'off', 'signup.domains': ['a.example', 'b.example'] })
    assert.equal((await person.run(['config', 'get', 'oauth.registration'])).out, 'off\n')
    const typo = await person.run(['config', 'get', 'oauth.registratoin'])
    assert.equal(typo.code, 2)
    assert.match(typo.err, /Did you mean oauth\.registration\?/)
    assert.equal((await person.run(['config', 'set', 'oauth.registration=null'])).code, 0)
    const bare = await person.run(['config', 'set', 'oauth.registration'])
    assert.equal(bare.code, 2)
    assert.match(bare.err, /"oauth\.registration" has no value\./)
    assert.equal((await person.run(['mode'])).out, 'dev\n')
    assert.equal((await person.run(['mode', 'swap', 'production'])).code, 2)
    const swapped = await person.run(['mode', 'swap', 'production', '--yes', '--json'])
    assert.equal(swapped.json()['mode'], 'production')
    assert.equal((await person.run(['mode', 'swap', 'dev', '--yes'])).code, 0)
  })

  test('follow the log until they are interrupted', async () => {
    const ended = await person.run(['logs', '-f', '--json'], {
      until: /"route":"agents\.list"/,
      onOutput: async (seen) => {
        if (!seen.includes('Following')) return false
        // Where the stream begins is seen by what comes of it.
        for (let i = 0; i < 4; i++) await person.run(['agents', 'list'])
        return true
      },
    })
    assert.equal(ended.code, 0, ended.err)
  })

  test('send any request, and replace what PUT replaces without losing the rest', async () => {
    const users = await person.run(['api', 'get', '/api/v1/users?limit=1'])
    assert.ok(Array.isArray(users.json()['data']))
    const role = await person.run([
      'api',
      'POST',
      '/api/v1/roles',
      '-d',
      '{"name":"Editors","description":"They edit"}',
    ])
    assert.equal(role.json()['name'], 'Editors')
    assert.equal((await person.run(['api', 'GET', 'https://evil.example/'])).code, 2)
    assert.equal((await person.run(['api', 'GET', '//evil.example/'])).code, 2)
    assert.equal((await person.run(['api', 'GET', '/api/v1/nothing'])).code, 4)
    const updated = await person.run(['roles', 'update', String(role.json()['id']), '--name', 'Writers', '--json'])
    assert.deepEqual([updated.json()['name'], updated.json()['description']], ['Writers', 'They edit'])
  })

  test('take branding away as a file and bring it back', async () => {
    const file = path.join(person.home, 'branding.json')
    assert.equal((await person.run(['branding', 'pull', file])).code, 0)
    const branding = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    writeFileSync(file, JSON.stringify({ ...branding, name: 'Harbour' }))
    const pushed = await person.run(['branding', 'push', file, '--json'])
    assert.equal(pushed.code, 0, pushed.err)
    assert.equal(pushed.json()['name'], 'Harbour')
    const preview = await person.run(['email', 'preview', 'verify'])
    assert.match(preview.out, /Harbour/)
    const sent = await person.run(['email', 'test', '--to', 'you@example.com', '--json'])
    assert.equal(sent.code, 0, sent.err)
  })

  test('give webhooks a URL by --url, and the server by --url before the noun', async () => {
    const args = [
      '--url',
      server.url,
      'webhooks',
      'create',
      '--url',
      'http://localhost:9/hook',
      '--event',
      'agent.created',
      '--json',
    ]
    const made = await person.run(args)
    assert.equal(made.code, 0, made.err)
    assert.equal(made.json()['url'], 'http://localhost:9/hook')
    assert.ok(!('secret' in made.json()))
  })

  test('take an address where the API takes the id of a person', async () => {
    const made = await person.run(['users', 'create', '--email', 'maya@example.com', '--name', 'Maya', '--json'])
    const { id } = made.json()
    assert.equal((await person.run(['users', 'get', 'Maya@example.com', '--json'])).json()['id'], id)
    const role = await person.run(['roles', 'create', '--name', 'Readers', '--quiet'])
    const assigned = await person.run(['users', 'roles', 'assign', 'maya@example.com', '--role-id', role.out.trim()])
    assert.equal(assigned.code, 0, assigned.err)
    const steps = JSON.stringify([{ type: 'require_email_verification', config: {} }])
    const flow = await person.run(['flows', 'create', '--name', 'W', '--trigger', 'login', '--steps', steps, '--json'])
    assert.equal(flow.code, 0, flow.err)
    const tried = await person.run([
      'flows',
      'test',
      String(flow.json()['id']),
      '--user-id',
      'maya@example.com',
      '--json',
    ])
    assert.equal(tried.code, 0, tried.err)
    assert.equal(tried.json()['flow_id'], flow.json()['id'])
    const nobody = await person.run(['users', 'get', 'nobody@example.com'])
    assert.equal(nobody.code, 4)
    assert.match(nobody.err, /Nobody has the address/)
  })

  test('complete words in shells that are here', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = await person.run(['completion', shell])
      assert.equal(code, 0)
      assert.match(out, /rotate-secret/)
    }
    if (!existsSync('/bin/bash')) return
    const script = path.join(person.home, 'completion.bash')
    writeFileSync(script, (await person.run(['completion', 'bash'])).out)
    const ask = (line: string): string[] => {
      const words = line.split(' ')
      const program = `source ${script}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _mandate; printf '%s\\n' "\${COMPREPLY[@]}"`
      return execFileSync('/bin/bash', ['-c', program], { encoding: 'utf8' }).trim().split('\n')
    }
    assert.deepEqual(ask('mandate agen'), ['agents'])
    assert.deepEqual(ask('mandate agents rotate-s'), ['rotate-secret'])
    assert.deepEqual(ask('mandate agents create --client-n'), ['--client-name'])
  })
})
