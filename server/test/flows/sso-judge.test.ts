import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { MAYA_AT_JUDGE, startJudge, wander } from '#test/support/oidc-judge.ts'
import { listen } from '#test/support/listen.ts'
import { verifySsoDomain } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'

const BASE = 'http://localhost:8080'

test('npm oidc-provider is content with a connection: PKCE, and every way of authenticating', async (t) => {
  const secret = 'a secret with : and & in it, long enough'
  for (const method of ['client_secret_basic', 'client_secret_post', 'none']) {
    const app = await createTestApp(t)
    // The provider wants our address and the connection wants its issuer: one has to be named before the other is there.
    const { url: placeholder } = await listen(t, (_request, response) => response.writeHead(404).end())
    const made = await app.admin('POST', '/sso/connections', {
      type: 'oidc',
      name: 'Judge',
      oidc: { issuer: placeholder, client_id: 'mandate' },
    })
    assert.equal(made.status, 201, made.text)
    const id = String(made.json['id'])
    const callback = `${BASE}/api/v1/sso/oidc/${id}/callback`
    const isPublic = method === 'none'
    const metadata = { token_endpoint_auth_method: method, ...(isPublic ? {} : { client_secret: secret }) }
    const issuer = await startJudge(t, { callback, metadata })
    const auth = isPublic ? {} : { client_secret: secret, token_endpoint_auth_method: method }
    const oidc = { issuer, client_id: 'mandate', ...auth }
    const set = await app.admin('PUT', `/sso/connections/${id}`, { type: 'oidc', name: 'Judge', oidc })
    assert.equal(set.status, 200, set.text)
    await verifySsoDomain(app, id, 'example.com')
    const visitor = new Visitor(app)
    const away = await visitor.open(`/api/v1/sso/oidc/${id}/auth`)
    const back = await wander(String(away.headers['location']), callback)
    const landed = await visitor.open(back.pathname + back.search)
    assert.equal(landed.status, 303, landed.text)
    const me = (await visitor.open('/api/v1/auth/me')).json
    assert.deepEqual([me['email'], me['email_verified'], me['name']], [MAYA_AT_JUDGE.email, true, MAYA_AT_JUDGE.name])
  }
})
