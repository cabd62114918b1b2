import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Person } from '#test/support/mandate.ts'
import { freePort, ServerProcess } from '#test/support/server-process.ts'

type File = Record<string, Record<string, unknown>>

// One of each kind, and what refers to another.
const WANTED: File = {
  settings: { 'oauth.registration': 'off', 'signup.domains': ['b.example', 'a.example'] },
  branding: { name: 'Harbour', texts: { es: { footer: 'Harbour S. L.' } }, design_tokens: { radius_px: 4 } },
  templates: { 'verify.en': { subject: 'Prove your address' } },
  resources: {
    'https://mail.example.com': {
      uri: 'https://mail.example.com',
      name: 'Mail',
      scopes: [{ name: 'mail:read', description: 'Read your mail' }],
    },
  },
  permissions: { 'documents:read': { permission: 'documents:read', description: 'Read them' } },
  roles: { Editors: { name: 'Editors', description: 'They edit', permissions: ['documents:read'] } },
  organizations: { harbour: { name: 'Harbour', slug: 'harbour', metadata: { region: 'north' } } },
  apps: {
    Web: {
      name: 'Web',
      type: 'web',
      grant_types: ['authorization_code'],
      redirect_uris: ['https://web.example.com/callback'],
      scope: 'openid',
    },
  },
  agents: {
    planner: {
      client_id: 'planner',
      client_name: 'Planner',
      grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
      scope: 'read',
    },
    mailer: {
      client_id: 'mailer',
      client_name: 'Mailer',
      grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
      scope: 'read',
    },
  },
  policies: {
    'planner for *': {
      agent_id: 'ref:agents/planner',
      subject: '*',
      scope: 'read',
      max_depth: 2,
      may_redelegate: true,
    },
    'mailer for ref:agents/planner': { agent_id: 'ref:agents/mailer', subject: 'ref:agents/planner', scope: 'read' },
  },
  oauth_providers: { github: { kind: 'github', client_id: 'gh', client_secret: 'env:GITHUB_SECRET', enabled: true } },
  sso_connections: {
    Acme: {
      type: 'oidc',
      name: 'Acme',
      organization_id: 'ref:organizations/harbour',
      organization_role: 'member',
      oidc: { issuer: 'https://login.acme.example', client_id: 'mandate', client_secret: 'env:ACME_SECRET' },
    },
  },
  flows: {
    Welcome: {
      name: 'Welcome',
      trigger: 'signup',
      enabled: true,
      steps: [{ type: 'assign_role', config: { role_id: 'ref:roles/Editors' } }],
    },
  },
  webhooks: {
    'http://localhost:9/hook': { url: 'http://localhost:9/hook', events: ['agent.created'], description: 'Ours' },
  },
  vault_providers: {
    github: { template: 'github', client_id: 'gh', client_secret: 'env:GITHUB_SECRET', scopes: ['repo'] },
  },
  gateway_upstreams: { 'app.example.com': { host: 'app.example.com', upstream: 'http://127.0.0.1:9' } },
  gateway_rules: {
    Reports: {
      name: 'Reports',
      upstream_id: 'ref:gateway_upstreams/app.example.com',
      pattern: '/reports/*',
      require: ['authenticated'],
    },
  },
}

describe('configuration as code', () => {
  let server: ServerProcess
  let other: ServerProcess
  let person: Person
  let file: string

  before(async () => {
    const gateway = async () => ({ MANDATE_PROXY_ENABLED: 'true', MANDATE_PROXY_PORT: String(await freePort()) })
    server = await ServerProcess.start(await gateway())
    other = await ServerProcess.start(await gateway())
    person = new Person({
      MANDATE_URL: server.url,
      MANDATE_API_KEY: server.apiKey,
      GITHUB_SECRET: 'gh-secret-value',
      ACME_SECRET: 'acme-secret-value',
    })
    file = path.join(person.home, 'mandate.json')
    writeFileSync(file, JSON.stringify(WANTED))
  })
  after(async () => {
    await server.stop()
    await other.stop()
    rmSync(person.home, { recursive: true, force: true })
  })

  test('plans every kind, applies it once, and finds nothing to do the second time', async () => {
    const planned = await person.run(['plan', file])
    assert.equal(planned.code, 7, planned.err)
    for (const [kind, things] of Object.entries(WANTED).slice(3))
      for (const key of Object.keys(things))
        assert.ok(planned.out.includes(`+ ${kind}/${key}`), `${kind}/${key}\n${planned.out}`)
    assert.match(planned.out, /oauth\.registration: "open" → "off"/)
    assert.ok(!planned.out.includes('gh-secret-value'))
    assert.equal((await person.run(['apply', file])).code, 2, 'asks for a yes')
    const applied = await person.run(['apply', file, '--yes'])
    assert.equal(applied.code, 0, applied.out + applied.err)
    assert.ok(!(applied.out + applied.err).includes('acme-secret-value'))
    const again = await person.run(['plan', file])
    assert.deepEqual([again.code, again.out.replace(/^Not in the file.*\n/, '')], [0, ''], again.out + again.err)
    const agents = await person.run(['agents', 'list', '--quiet'])
    assert.equal((await person.run(['apply', file, '--yes'])).code, 0)
    assert.equal((await person.run(['agents', 'list', '--quiet'])).out, agents.out)
  })

  test('exports what makes another server the same, and no secret', async () => {
    const copy = path.join(person.home, 'copy.json')
    const exported = await person.run(['export', '-o', copy])
    assert.equal(exported.code, 0, exported.err)
    const text = readFileSync(copy, 'utf8')
    assert.ok(!text.includes('secret-value'))
    const configuration = JSON.parse(text) as File
    assert.equal(
      (configuration['oauth_providers']?.['github'] as Record<string, unknown>)['client_secret'],
      'env:MANDATE_SECRET_OAUTH_PROVIDERS_GITHUB',
    )
    assert.equal((await person.run(['plan', copy])).code, 0, 'a server is as its own export says')
    const env = {
      MANDATE_URL: other.url,
      MANDATE_API_KEY: other.apiKey,
      MANDATE_SECRET_OAUTH_PROVIDERS_GITHUB: 'a',
      MANDATE_SECRET_VAULT_PROVIDERS_GITHUB: 'b',
      MANDATE_SECRET_SSO_CONNECTIONS_ACME: 'c',
    }
    const lacking = await person.run(['apply', copy, '--yes'], {
      env: { ...env, MANDATE_SECRET_SSO_CONNECTIONS_ACME: '' },
    })
    assert.equal(lacking.code, 2)
    assert.match(lacking.err, /MANDATE_SECRET_SSO_CONNECTIONS_ACME/)
    assert.equal((await person.run(['agents', 'list', '--quiet'], { env })).out, '', 'nothing was begun')
    const applied = await person.run(['apply', copy, '--yes'], { env })
    assert.equal(applied.code, 0, applied.err)
    const same = await person.run(['plan', copy], { env })
    assert.equal(same.code, 0, same.out + same.err)
  })

  test('says drift by 7, and deletes nothing without --prune', async () => {
    await person.run(['roles', 'create', '--name', 'Strangers'])
    const stranger = await person.run(['plan', file])
    assert.equal(stranger.code, 0)
    assert.match(stranger.out, /Not in the file.*roles\/Strangers/)
    await person.run(['config', 'set', 'oauth.registration=open'])
    const drift = await person.run(['plan', file, '--json'])
    assert.equal(drift.code, 7)
    assert.deepEqual(drift.json()['changes'], [
      { action: 'set', name: 'settings', members: { 'oauth.registration': { from: 'open', to: 'off' } } },
    ])
    assert.equal((await person.run(['apply', file, '--yes'])).code, 0)
    assert.ok((await person.run(['roles', 'list'])).out.includes('Strangers'))
    const pruned = await person.run(['apply', file, '--yes', '--prune'])
    assert.equal(pruned.code, 0, pruned.err)
    assert.ok(!(await person.run(['roles', 'list'])).out.includes('Strangers'))
    assert.equal((await person.run(['plan', file, '--prune'])).code, 0)
  })

  test('changes what differs and keeps the rest', async () => {
    const changed = structuredClone(WANTED)
    const mailer = await person.run(['agents', 'list', '--search', 'mailer', '--quiet'])
    assert.equal((await person.run(['agents', 'delete', mailer.out.trim(), '--yes'])).code, 0)
    changed['agents'] = { planner: { description: 'Plans' }, mailer: {} }
    changed['roles'] = { Editors: { description: 'They write' } }
    changed['policies'] = {
      'planner for *': {
        agent_id: 'ref:agents/planner',
        subject: '*',
        scope: 'read',
        max_depth: 3,
        may_redelegate: true,
      },
    }
    writeFileSync(file, JSON.stringify(changed))
    const applied = await person.run(['apply', file, '--yes'])
    assert.equal(applied.code, 0, applied.err)
    const back = await person.run(['agents', 'get', mailer.out.trim(), '--fields', 'active'])
    assert.equal(back.out, 'active\ttrue\n')
    assert.match(applied.out, /± policies\/planner for \*/)
    assert.equal((await person.run(['plan', file])).code, 0)
    const agents = await person.run(['agents', 'list', '--search', 'planner', '--json'])
    const [planner] = agents.json()['data'] as Record<string, unknown>[]
    assert.deepEqual([planner?.['client_name'], planner?.['description']], ['Planner', 'Plans'])
  })

  test('refuses a secret that is written out, an unknown kind and what refers to nothing', async () => {
    const bad = async (configuration: File): Promise<string> => {
      const ended = await person.run(['apply', '-', '--yes'], { input: JSON.stringify(configuration) })
      assert.equal(ended.code, 2, ended.err)
      return ended.err
    }
    const written = await bad({
      oauth_providers: { github: { kind: 'github', client_id: 'x', client_secret: 'plain-text-secret' } },
    })
    assert.ok(!written.includes('plain-text-secret'))
    assert.match(await bad({ rolls: {} }), /no kind "rolls"/)
    assert.match(await bad({ roles: { Editors: { nmae: 'Editors' } } }), /no member "nmae"/)
    assert.match(await bad({ roles: { Editors: { name: 'Writers' } } }), /calls itself "Writers"/)
    assert.match(
      await bad({
        flows: {
          Lost: {
            name: 'Lost',
            trigger: 'signup',
            steps: [{ type: 'assign_role', config: { role_id: 'ref:roles/Nobody' } }],
          },
        },
      }),
      /ref:roles\/Nobody/,
    )
  })
})
