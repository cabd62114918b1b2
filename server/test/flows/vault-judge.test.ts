import assert from 'node:assert/strict'
import { onEachApp } from '#test/support/each-app.ts'
import { createWebApp, signIn, TestPerson } from '#test/support/oauth.ts'
import { MAYA_AT_JUDGE, startJudge, wander } from '#test/support/oidc-judge.ts'
import { letUse } from '#test/support/vault.ts'

const CALLBACK = 'http://localhost:8080/api/v1/vault/callback/judge'
const SECRET = 'a secret with : and & in it, long enough'
const HOUR = 3_600_000

// A refresh token that comes twice ends the whole grant there: one refresh too many, or one that was lost, would show.
onEachApp(
  'npm oidc-provider, whose refresh tokens work once, stays content over many refreshes of two nodes',
  async (t, app) => {
    const issuer = await startJudge(t, {
      callback: CALLBACK,
      metadata: { client_secret: SECRET, grant_types: ['authorization_code', 'refresh_token'] },
      configuration: { rotateRefreshToken: true },
    })
    const made = await app.admin('POST', '/vault/providers', {
      name: 'judge',
      display_name: 'Judge',
      auth_url: `${issuer}/auth`,
      token_url: `${issuer}/token`,
      client_id: 'mandate',
      client_secret: SECRET,
      scopes: ['openid', 'email', 'offline_access'],
      extra_auth_params: { prompt: 'consent' },
      quirks: {
        token_endpoint_auth_method: 'client_secret_basic',
        rotates_refresh_tokens: true,
        revocation_url: `${issuer}/token/revocation`,
        account_url: `${issuer}/me`,
        account_id: 'sub',
        account_name: 'email',
      },
    })
    assert.equal(made.status, 201, made.text)
    const person = await TestPerson.signUp(app)
    const away = await person.send('/api/v1/vault/connect/judge')
    const back = await wander(String(away.headers['location']), CALLBACK)
    assert.equal((await person.send(back.pathname + back.search)).status, 303)
    const listed = (await person.send('/api/v1/vault/connections')).json['data'] as { id: string; account: string }[]
    assert.equal(listed[0]?.account, MAYA_AT_JUDGE.email)

    const agent = await createWebApp(app, { scope: 'vault:read' })
    const node = await app.secondNode(t)
    const meOf = async (token: unknown) =>
      (await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${String(token)}` } })).status
    const seen = new Set<unknown>()
    for (let round = 0; round < 4; round++) {
      await person.signIn()
      const { access_token: ours = '' } = await signIn(app, person, agent, { scope: 'vault:read' })
      if (round === 0) await letUse(app, person, { client_id: agent.clientId, connection_id: listed[0]?.id })
      const headers = { authorization: `Bearer ${ours}` }
      const fetched = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          (i % 2 === 0 ? app : node).send({ url: '/api/v1/vault/judge/token', headers }),
        ),
      )
      assert.deepEqual([...new Set(fetched.map(({ status }) => status))], [200])
      const tokens = new Set(fetched.map(({ json }) => json['access_token']))
      assert.equal(tokens.size, 1)
      const [token] = tokens
      assert.equal(await meOf(token), 200)
      seen.add(token)
      app.clock.advance(HOUR + 1)
    }
    assert.equal(seen.size, 4, 'each round had a token of its own')
    assert.equal((await app.admin('DELETE', `/admin/vault/connections/${listed[0]?.id}`)).status, 204)
  },
)
