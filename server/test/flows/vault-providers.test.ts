import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { withScopes } from '#test/support/roles.ts'
import { GITHUB, makeVaultProvider } from '#test/support/vault.ts'

const PROVIDERS = '/vault/providers'

const outcome = ({ status, json }: TestAnswer): string => `${status} ${String(json['code'])}`
const pointersOf = ({ json }: TestAnswer): string[] =>
  ((json['details'] as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer)

const own = {
  name: 'ledger',
  display_name: 'Ledger',
  auth_url: 'https://ledger.example/authorize',
  token_url: 'https://ledger.example/token',
  client_id: 'mandate',
  client_secret: 'a-secret-of-the-ledger',
}

/** Writes a connection as if somebody had come back from the provider. */
const connect = (app: TestApp, providerId: string, id: string) =>
  app.database.db.run(sql`
    INSERT INTO vault_connections (id, user_id, vault_provider_id, account_key, scopes, state, tokens_sealed, version,
      created_at, updated_at)
    VALUES (${id}, 'usr_1', ${providerId}, ${id}, '[]', 'active', 'sealed', 1, 1, 1)`)

const connections = async (app: TestApp) =>
  (await app.database.db.all(sql`SELECT id, state, tokens_sealed, version FROM vault_connections ORDER BY id`)).map(
    (row) => [row['id'], row['state'], row['tokens_sealed'], row['version']],
  )

describe('the providers of the vault', () => {
  onEachApp(
    'are made from a template, read, listed, changed and deleted, and never show their secret',
    async (_t, app) => {
      const made = await app.admin('POST', PROVIDERS, GITHUB)
      assert.equal(made.status, 201, made.text)
      const { id, ...rest } = made.json
      assert.match(String(id), /^vp_/)
      assert.equal(made.headers['location'], `/api/v1${PROVIDERS}/${String(id)}`)
      assert.deepEqual(rest, {
        name: 'github',
        kind: 'oauth',
        template: 'github',
        display_name: 'GitHub',
        auth_url: 'https://github.com/login/oauth/authorize',
        token_url: 'https://github.com/login/oauth/access_token',
        client_id: GITHUB.client_id,
        has_secret: true,
        scopes: ['repo', 'read:user', 'user:email'],
        icon_url: null,
        active: true,
        extra_auth_params: {},
        quirks: {
          rotates_refresh_tokens: true,
          reauth_errors: ['bad_refresh_token'],
          revocation_url: 'https://api.github.com/applications/{client_id}/grant',
          revocation_style: 'github',
          account_url: 'https://api.github.com/user',
          account_id: 'id',
          account_name: 'login',
        },
        proxy: {
          hosts: ['https://api.github.com'],
          allow: [{ paths: ['/*'] }],
          deny: [{ paths: ['/applications/*', '/app/*', '/authorizations/*'] }],
        },
        allowed_clients: null,
        callback_url: `${app.baseUrl}/api/v1/vault/callback/github`,
        created_at: '2026-01-15T12:00:00.000Z',
        updated_at: '2026-01-15T12:00:00.000Z',
      })
      const path = `${PROVIDERS}/${String(id)}`
      assert.deepEqual((await app.admin('GET', path)).json, made.json)
      app.clock.advance(1000)
      const patch = { display_name: 'GitHub (work)', client_secret: 'another-secret', scopes: ['repo'], active: false }
      const changed = await app.admin('PATCH', path, patch)
      assert.deepEqual(
        ['display_name', 'scopes', 'active', 'updated_at'].map((name) => changed.json[name]),
        ['GitHub (work)', ['repo'], false, '2026-01-15T12:00:01.000Z'],
      )
      const second = await makeVaultProvider(app, { name: 'github-too' })
      const listed = await app.admin('GET', `${PROVIDERS}?include_total=true`)
      assert.deepEqual(
        [(listed.json['data'] as { id: string }[]).map((it) => it.id), listed.json['total']],
        [[second, id], 2],
      )
      const active = await app.admin('GET', `${PROVIDERS}?active=true`)
      assert.deepEqual(
        (active.json['data'] as { id: string }[]).map((it) => it.id),
        [second],
      )
      assert.equal((await app.admin('DELETE', path)).status, 204)
      for (const method of ['GET', 'DELETE'] as const)
        assert.equal(outcome(await app.admin(method, path)), '404 vault_provider_not_found')
      assert.equal(outcome(await app.admin('PATCH', path, { active: true })), '404 vault_provider_not_found')
      assert.equal(outcome(await app.admin('GET', `${PROVIDERS}/github`)), '404 vault_provider_not_found')
      const events = await recorded(app.database.db, 'vault.provider.updated')
      assert.deepEqual(
        events.map(({ data }) => data['changed']),
        [['display_name', 'scopes', 'active', 'client_secret']],
      )
    },
  )

  onEachApp('VA2: are in no dump of the database, event or log with a secret in the clear', async (_t, app) => {
    await makeVaultProvider(app)
    await makeVaultProvider(app, { name: 'other', client_secret: 'the-other-secret' })
    const { db } = app.database
    const dump = JSON.stringify([
      await db.all(sql`SELECT * FROM vault_providers`),
      await db.all(sql`SELECT data FROM events`),
      app.log,
    ])
    for (const secret of [GITHUB.client_secret, 'the-other-secret']) assert.ok(!dump.includes(secret))
  })

  onEachApp(
    'VA5: whoever tokens would go to from now on never gets those that were given to another',
    async (_t, app) => {
      const [id, other] = [await makeVaultProvider(app), await makeVaultProvider(app, { name: 'other' })]
      const quirks = { rotates_refresh_tokens: true }
      const moves: [Record<string, unknown>, boolean][] = [
        [{ client_secret: 'rotated', display_name: 'x', scopes: ['repo'], active: true }, false],
        [{ auth_url: 'https://github.com/elsewhere' }, false],
        [{ token_url: 'https://canary.example/token', client_secret: 'of-the-canary' }, true],
        [{ client_id: 'another' }, true],
        [
          { quirks: { ...quirks, revocation_url: 'https://canary.example/revoke' }, client_secret: 'of-the-canary' },
          true,
        ],
        [{ quirks: { ...quirks, revocation_url: 'https://canary.example/revoke', scope_separator: ',' } }, false],
        [{ quirks: { ...quirks, refresh_url: 'https://canary.example/refresh' } }, true],
        [{ quirks }, true],
        [{ proxy: { hosts: ['https://api.github.com'], allow: [{ paths: ['/user'] }] } }, false],
        [
          { proxy: { hosts: ['https://api.github.com', 'https://canary.example'], allow: [{ paths: ['/user'] }] } },
          true,
        ],
        [{ proxy: { hosts: ['https://canary.example'], allow: [{ paths: ['/*'] }] } }, false],
        [{ proxy: null }, false],
        // The hosts of its template are no news to a provider.
        [{ proxy: { hosts: ['https://api.github.com'], allow: [{ paths: ['/*'] }] } }, false],
        [{ proxy: { hosts: ['https://canary.example'], allow: [{ paths: ['/*'] }] } }, true],
      ]
      await connect(app, other, 'vc_other')
      for (const [i, [patch, stops]] of moves.entries()) {
        await app.database.db.run(sql`DELETE FROM vault_connections WHERE vault_provider_id = ${id}`)
        await connect(app, id, 'vc_1')
        app.clock.advance(1)
        const answer = await app.admin('PATCH', `${PROVIDERS}/${id}`, patch)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(
          await connections(app),
          [
            stops ? ['vc_1', 'needs_reauth', null, 2] : ['vc_1', 'active', 'sealed', 1],
            ['vc_other', 'active', 'sealed', 1],
          ],
          `${i} ${JSON.stringify(patch)}`,
        )
      }
      const told = await recorded(app.database.db, 'vault.provider.updated')
      assert.deepEqual(
        told.map(({ data }) => data['stopped_connections']),
        moves.map(([, stops]) => (stops ? 1 : 0)),
      )
    },
  )

  test('VA5: do not send the secret that is stored to a host it was not given for', async (t) => {
    const app = await createTestApp(t)
    const id = await makeVaultProvider(app)
    const moves: object[] = [
      { token_url: 'https://canary.example/token' },
      { quirks: { refresh_url: 'https://canary.example/refresh' } },
      { quirks: { revocation_url: 'https://canary.example/revoke' } },
      { token_url: 'https://github.com:8443/login/oauth/access_token' },
    ]
    for (const patch of moves) {
      const answer = await app.admin('PATCH', `${PROVIDERS}/${id}`, patch)
      assert.deepEqual([outcome(answer), pointersOf(answer)], ['400 invalid_request', ['/client_secret']])
      const withSecret = { ...patch, client_secret: 'of-the-canary' }
      assert.equal((await app.admin('PATCH', `${PROVIDERS}/${id}`, withSecret)).status, 200)
      const back = { token_url: 'https://github.com/login/oauth/access_token', quirks: {}, client_secret: 'back' }
      assert.equal((await app.admin('PATCH', `${PROVIDERS}/${id}`, back)).status, 200)
    }
    const samePlace = { token_url: 'https://github.com/login/oauth/another' }
    assert.equal((await app.admin('PATCH', `${PROVIDERS}/${id}`, samePlace)).status, 200)
  })

  onEachApp('take what people connected along when they are deleted, as the dry run says', async (_t, app) => {
    const [id, other] = [await makeVaultProvider(app), await makeVaultProvider(app, { name: 'other' })]
    for (const connection of ['vc_1', 'vc_2']) await connect(app, id, connection)
    await connect(app, other, 'vc_other')
    const dry = await app.admin('DELETE', `${PROVIDERS}/${id}?dry_run=true`)
    assert.equal((dry.json['counts'] as Record<string, unknown>)['vault_connections'], 2)
    assert.equal((await connections(app)).length, 3)
    assert.equal((await app.admin('DELETE', `${PROVIDERS}/${id}`)).status, 204)
    assert.deepEqual(
      (await connections(app)).map(([connection]) => connection),
      ['vc_other'],
    )
  })

  test('take one name each', async (t) => {
    const app = await createTestApp(t)
    await makeVaultProvider(app)
    assert.equal(outcome(await app.admin('POST', PROVIDERS, GITHUB)), '409 vault_provider_name_taken')
  })

  test('ask for what they need, and for nothing that leads around it', async (t) => {
    const app = await createTestApp(t)
    const wrong: [object, ...string[]][] = [
      [{}, '/name', '/auth_url', '/token_url', '/client_id', '/client_secret'],
      [{ template: 'nobody', client_id: 'c', client_secret: 's' }, '/template'],
      [{ template: 'github', client_id: 'c' }, '/client_secret'],
      [{ ...own, name: '../evil' }, '/name'],
      ...['providers', 'templates', 'connect', 'callback', 'connections', 'grants'].map((name): [object, string] => [
        { ...own, name },
        '/name',
      ]),
      [{ ...own, trusted: true }, '/trusted'],
      [{ ...own, quirks: { made_up: 1 } }, '/quirks/made_up'],
      [{ ...own, token_url: 'http://169.254.169.254/token' }, '/token_url'],
      [{ ...own, auth_url: 'javascript:alert(1)' }, '/auth_url'],
      [{ ...own, icon_url: 'data:image/svg+xml,x' }, '/icon_url'],
      [{ ...own, quirks: { revocation_url: 'https://0x7f.1/' } }, '/quirks/revocation_url'],
      [{ ...own, quirks: { account_url: 'https://user@ledger.example/' } }, '/quirks/account_url'],
      [{ ...own, extra_auth_params: { redirect_uri: 'https://evil.example' } }, '/extra_auth_params/redirect_uri'],
      [{ ...own, extra_auth_params: { state: 'x' } }, '/extra_auth_params/state'],
      [{ ...own, quirks: { scope_parameter: 'redirect_uri' } }, '/quirks/scope_parameter'],
      [{ ...own, scopes: ['a,b'], quirks: { scope_separator: ',' } }, '/scopes/0'],
      [{ ...own, scopes: ['a b'] }, '/scopes/0'],
      [{ kind: 'api_key', name: 'keys', client_id: 'c', token_url: own.token_url }, '/client_id', '/token_url'],
    ]
    for (const [body, ...pointers] of wrong) {
      const answer = await app.admin('POST', PROVIDERS, body)
      assert.equal(outcome(answer), '400 invalid_request', JSON.stringify(body))
      assert.deepEqual(pointersOf(answer).toSorted(), pointers.toSorted(), JSON.stringify(body))
    }
    const id = await makeVaultProvider(app, { name: 'mine' })
    const refused = await app.admin('PATCH', `${PROVIDERS}/${id}`, { token_url: 'http://169.254.169.254/' })
    assert.deepEqual(pointersOf(refused), ['/token_url'])
    const keys = await app.admin('POST', PROVIDERS, { kind: 'api_key', name: 'keys', display_name: 'Keys' })
    assert.deepEqual([keys.status, keys.json['callback_url'], keys.json['client_id']], [201, null, null], keys.text)
  })

  test('are read with vault:read and changed with vault:write', async (t) => {
    const app = await createTestApp(t)
    const [reader, writer] = [await withScopes(app, 'vault:read'), await withScopes(app, 'vault:write')]
    assert.equal((await reader('GET', PROVIDERS)).status, 200)
    assert.equal((await reader('GET', '/vault/templates')).status, 200)
    assert.equal(outcome(await reader('POST', PROVIDERS, GITHUB)), '403 insufficient_scope')
    assert.equal((await writer('POST', PROVIDERS, GITHUB)).status, 201)
  })
})

describe('the templates of the vault', () => {
  test('are seventeen, each good for a provider by itself', async (t) => {
    const app = await createTestApp(t)
    const { json } = await app.admin('GET', '/vault/templates?limit=200&include_total=true')
    const templates = json['data'] as { name: string; default_scopes: string[]; quirks: object }[]
    assert.deepEqual(templates.map(({ name }) => name).toSorted(), [
      ...['confluence', 'discord', 'dropbox', 'figma', 'github', 'gitlab', 'google_calendar', 'google_drive'],
      ...['google_gmail', 'hubspot', 'jira', 'linear', 'microsoft', 'notion', 'salesforce', 'slack', 'zoom'],
    ])
    for (const { name, default_scopes: scopes, quirks } of templates) {
      const made = await app.admin('POST', PROVIDERS, { template: name, client_id: 'c', client_secret: 's' })
      assert.equal(made.status, 201, made.text)
      assert.deepEqual([made.json['name'], made.json['scopes'], made.json['quirks']], [name, scopes, quirks])
    }
  })

  test('are listed by pages, in the order of their table', async (t) => {
    const app = await createTestApp(t)
    const names: string[] = []
    for (let cursor = ''; ;) {
      const { json } = await app.admin('GET', `/vault/templates?limit=5${cursor}`)
      names.push(...(json['data'] as { name: string }[]).map(({ name }) => name))
      if (json['next_cursor'] === null) break
      cursor = `&cursor=${encodeURIComponent(String(json['next_cursor']))}`
    }
    assert.deepEqual(names, [
      ...[
        'google_calendar',
        'google_drive',
        'google_gmail',
        'slack',
        'github',
        'microsoft',
        'notion',
        'linear',
        'jira',
      ],
      ...['confluence', 'gitlab', 'salesforce', 'hubspot', 'zoom', 'dropbox', 'discord', 'figma'],
    ])
  })
})
