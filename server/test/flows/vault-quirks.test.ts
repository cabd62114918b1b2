import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { signIn } from '#test/support/oauth.ts'
import { fieldsOf, VaultStory } from '#test/support/vault.ts'
import type { Asked } from '#test/support/vault.ts'

const HOUR = 3_600_000

const begin = async (t: TestContext, quirks: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  VaultStory.begin(t, await createTestApp(t), { quirks, ...more })

/** A provider whose addresses are known once it stands. */
async function beginAt(t: TestContext, quirks: (url: string) => Record<string, unknown>): Promise<VaultStory> {
  const story = await begin(t, {})
  const patched = await story.app.admin('PATCH', `/vault/providers/${story.providerId}`, {
    quirks: quirks(story.upstream.url),
  })
  assert.equal(patched.status, 200, patched.text)
  return story
}

async function afterExpiry(story: VaultStory, query = '') {
  story.app.clock.advance(HOUR + 1)
  await story.person.signIn()
  const { access_token: token } = await signIn(story.app, story.person, story.agent, { scope: 'vault:read' })
  return story.fetch(query, token)
}

const firstToken = (story: VaultStory): Asked => story.upstream.asksFor('/token')[0] as Asked

const grant = { access_token: 'access-one', refresh_token: 'refresh-one', expires_in: 3600 }

describe('a provider of the vault that', () => {
  test('separates scopes by commas and calls them something else', async (t) => {
    const story = await begin(t, { scope_separator: ',', scope_parameter: 'user_scope' })
    const asked = new URL(await story.setOut()).searchParams
    assert.deepEqual([asked.get('user_scope'), asked.get('scope')], ['entries:read,entries:write', null])
  })

  test('wants parameters of its own with the request', async (t) => {
    const story = await begin(t, {}, { extra_auth_params: { access_type: 'offline', prompt: 'consent' } })
    const asked = new URL(await story.setOut()).searchParams
    assert.deepEqual([asked.get('access_type'), asked.get('prompt')], ['offline', 'consent'])
  })

  test('has no scopes at all', async (t) => {
    const story = await begin(t, {}, { scopes: [] })
    assert.equal(new URL(await story.setOut()).searchParams.has('scope'), false)
  })

  test('authenticates clients by Basic, in JSON or in a form', async (t) => {
    for (const format of ['json', 'form']) {
      for (const method of ['client_secret_basic', 'client_secret_post']) {
        const story = await begin(t, { token_request_format: format, token_endpoint_auth_method: method })
        await story.connect()
        const asked = firstToken(story)
        const type = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
        assert.equal(asked.headers['content-type'], type)
        assert.equal(asked.headers.accept, 'application/json')
        assert.equal('client_secret' in fieldsOf(asked), method === 'client_secret_post')
        assert.equal(asked.headers.authorization?.startsWith('Basic ') ?? false, method === 'client_secret_basic')
        assert.equal((await story.fetch()).status, 200)
      }
    }
  })

  test('nests the tokens of a grant, and not the refreshed ones', async (t) => {
    const story = await begin(t, {
      token_member: 'authed_user',
      account_id: 'authed_user.id',
      account_name: 'team.name',
    })
    story.upstream.answer = (asked) => {
      if (asked.path !== '/token') return undefined
      if (fieldsOf(asked)['grant_type'] === 'refresh_token') return [200, { ok: true, ...grant, access_token: 'two' }]
      const user = { id: 'U1', scope: 'entries:read,entries:write', ...grant }
      return [200, { ok: true, access_token: 'of-a-bot', team: { name: 'Harbour' }, authed_user: user }]
    }
    await story.connect()
    const [connection] = (await story.person.send('/api/v1/vault/connections')).json['data'] as Record<
      string,
      unknown
    >[]
    assert.deepEqual([connection?.['account'], connection?.['scopes']], ['Harbour', ['entries:read', 'entries:write']])
    assert.equal((await story.fetch()).json['access_token'], 'access-one')
    assert.equal((await afterExpiry(story)).json['access_token'], 'two')
  })

  test('says what went wrong in a 200', async (t) => {
    const story = await begin(t, { reauth_errors: ['bad_refresh_token'] })
    await story.connect()
    story.upstream.answer = () => [200, { error: 'bad_refresh_token', error_description: 'gone' }]
    assert.equal((await afterExpiry(story)).json['code'], 'vault_needs_reauth')
  })

  test('calls a refresh token that is over something else', async (t) => {
    const answers: [number, unknown][] = [
      [400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or unknown' }],
      [403, { error: 'unauthorized_client' }],
    ]
    for (const answer of answers) {
      const story = await begin(t, { reauth_errors: ['BAD_REFRESH_TOKEN', 'unauthorized_client'] })
      await story.connect()
      story.upstream.answer = () => answer
      assert.equal((await afterExpiry(story)).json['code'], 'vault_needs_reauth')
    }
    const story = await begin(t, {})
    await story.connect()
    story.upstream.answer = () => [401, { error: 'invalid_client' }]
    assert.equal((await afterExpiry(story)).json['code'], 'vault_upstream_failed', 'the operator can mend that')
  })

  test('refreshes at another address', async (t) => {
    const story = await beginAt(t, (url) => ({ refresh_url: `${url}/refresh` }))
    story.upstream.answer = ({ path }) => (path === '/refresh' ? [200, { ...grant, access_token: 'two' }] : undefined)
    await story.connect()
    assert.equal((await afterExpiry(story)).json['access_token'], 'two')
    assert.equal(story.upstream.refreshes, 0)
  })

  test('keeps its refresh token, or has one that works once', async (t) => {
    for (const rotates of [false, true]) {
      const story = await begin(t, { rotates_refresh_tokens: rotates })
      story.upstream.answer = (asked) => {
        if (asked.path !== '/token') return undefined
        if (fieldsOf(asked)['grant_type'] !== 'refresh_token') return [200, grant]
        return [200, { access_token: 'two', expires_in: 3600 }]
      }
      await story.connect()
      assert.equal((await afterExpiry(story)).json['access_token'], 'two')
      // A spent refresh token is never sent again.
      assert.equal((await afterExpiry(story)).json['code'], rotates ? 'vault_needs_reauth' : undefined)
      assert.equal(story.upstream.refreshes, rotates ? 1 : 2)
    }
  })

  test('does not say how long a token lives', async (t) => {
    const [unknown, known] = [await begin(t, {}), await begin(t, { expires_in_seconds: 900 })]
    for (const story of [unknown, known]) {
      story.upstream.expiresIn = undefined
      await story.connect()
    }
    assert.equal((await unknown.fetch()).json['expires_at'], null)
    assert.equal((await known.fetch()).json['expires_at'], '2026-01-15T12:15:00.000Z')
    assert.equal((await afterExpiry(unknown)).status, 200)
    assert.equal(unknown.upstream.refreshes, 0)
    await afterExpiry(known)
    assert.equal(known.upstream.refreshes, 1)
  })

  test('writes lifetimes as text and scopes as a list', async (t) => {
    const story = await begin(t, {})
    story.upstream.answer = () => [200, { access_token: 'one', expires_in: '60', scope: ['entries:read'] }]
    await story.connect()
    const { json } = await story.fetch()
    assert.deepEqual([json['expires_at'], json['scopes']], ['2026-01-15T12:01:00.000Z', ['entries:read']])
  })

  test('says elsewhere whose account it is, or not to these tokens', async (t) => {
    for (const status of [200, 403]) {
      const story = await beginAt(t, (url) => ({
        account_url: `${url}/me`,
        account_id: 'data.0.id',
        account_name: 'data.0.login',
      }))
      story.upstream.answer = ({ path }) =>
        path === '/me' ? [status, { data: [{ id: 42, login: 'maya' }] }] : undefined
      const id = await story.connect()
      assert.match(String(story.upstream.asksFor('/me')[0]?.headers.authorization), /^Bearer upstream-access-/)
      const [connection] = (await story.person.send('/api/v1/vault/connections')).json['data'] as { account: unknown }[]
      assert.equal(connection?.account, status === 200 ? 'maya' : null)
      // The same account under another label is the same connection.
      assert.equal((await story.connect(story.person, '?label=Other')) === id, status === 200)
    }
  })

  test('ends tokens in its own way, or not', async (t) => {
    const ways: Record<string, (asked: Asked) => void> = {
      rfc7009: (asked) => {
        assert.match(fieldsOf(asked)['token'] ?? '', /^upstream-refresh-/)
        assert.equal(fieldsOf(asked)['client_id'], 'mandate')
      },
      bearer: (asked) => assert.match(asked.headers.authorization ?? '', /^Bearer upstream-access-/),
      json: (asked) => assert.match(fieldsOf(asked)['token'] ?? '', /^upstream-refresh-/),
      github: (asked) => {
        assert.equal(asked.method, 'DELETE')
        assert.equal(asked.path, '/revoke/mandate')
        assert.match(fieldsOf(asked)['access_token'] ?? '', /^upstream-access-/)
      },
    }
    for (const [style, check] of Object.entries(ways)) {
      const story = await beginAt(t, (url) => ({
        revocation_url: `${url}/revoke${style === 'github' ? '/{client_id}' : ''}`,
        revocation_style: style,
      }))
      story.upstream.answer = ({ path }) => (path.startsWith('/revoke') ? [200, {}] : undefined)
      const id = await story.connect()
      assert.equal((await story.call('DELETE', `/vault/connections/${id}?dry_run=true`)).status, 200)
      assert.equal(story.upstream.asked.filter(({ path }) => path.startsWith('/revoke')).length, 0)
      assert.equal((await story.call('DELETE', `/vault/connections/${id}`)).status, 204)
      const revocations = story.upstream.asked.filter(({ path }) => path.startsWith('/revoke'))
      assert.equal(revocations.length, 1, style)
      check(revocations[0] as Asked)
    }
  })

  test('does not end tokens when it is asked to: here the connection ends all the same', async (t) => {
    const story = await beginAt(t, (url) => ({ revocation_url: `${url}/revoke` }))
    story.upstream.answer = ({ path }) => (path === '/revoke' ? [500, {}] : undefined)
    const id = await story.connect()
    assert.equal((await story.call('DELETE', `/vault/connections/${id}`)).status, 204)
    assert.deepEqual(await story.connections(), [])
  })
})
