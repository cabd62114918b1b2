import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { MAYA_AT_JUDGE, startJudge, wander } from '#test/support/oidc-judge.ts'
import { Visitor } from '#test/support/visitor.ts'

const CALLBACK = 'http://localhost:8080/api/v1/auth/providers/judge/callback'

test('npm oidc-provider is content with us: PKCE, both ways of authenticating, ID token and UserInfo', async (t) => {
  const secret = 'a secret with : and & in it, long enough'
  for (const token_endpoint_auth_method of ['client_secret_basic', 'client_secret_post', 'none']) {
    const app = await createTestApp(t)
    const isPublic = token_endpoint_auth_method === 'none'
    const metadata = { token_endpoint_auth_method, ...(isPublic ? {} : { client_secret: secret }) }
    const issuer = await startJudge(t, { callback: CALLBACK, metadata })
    const provider = { kind: 'oidc', name: 'judge', display_name: 'Judge', issuer, client_id: 'mandate' }
    const auth = isPublic ? {} : { client_secret: secret, token_endpoint_auth_method }
    const made = await app.admin('POST', '/admin/oauth-providers', { ...provider, ...auth })
    assert.equal(made.status, 201, made.text)
    const visitor = new Visitor(app)
    const away = await visitor.open('/api/v1/auth/providers/judge')
    const back = await wander(String(away.headers['location']), CALLBACK)
    const landed = await visitor.open(back.pathname + back.search)
    assert.equal(landed.status, 303, landed.text)
    const me = (await visitor.open('/api/v1/auth/me')).json
    assert.deepEqual([me['email'], me['email_verified'], me['name']], [MAYA_AT_JUDGE.email, true, MAYA_AT_JUDGE.name])
  }
})
