import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { listen } from '#test/support/listen.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { RequestListener } from 'node:http'
import type Provider from 'oidc-provider'
import type { TestContext } from 'node:test'

const CALLBACK = 'http://localhost:8080/api/v1/auth/providers/judge/callback'
const maya = { sub: 'maya', email: 'maya@example.com', email_verified: true, name: 'Maya Lind' }

/** npm `oidc-provider` on this machine, where everybody is Maya and agrees to everything. */
async function judge(t: TestContext, metadata: Record<string, unknown>): Promise<string> {
  // It tells everybody that it is not set up for production.
  for (const method of ['info', 'warn'] as const) t.mock.method(console, method, () => undefined)
  const { default: OidcProvider } = await import('oidc-provider')
  let handle: RequestListener = () => undefined
  const { url } = await listen(t, (request, response) => handle(request, response))
  const provider: Provider = new OidcProvider(url, {
    clients: [{ client_id: 'mandate', redirect_uris: [CALLBACK], ...metadata }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => maya }),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const serve = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return serve(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: 'maya' } })
  }
  return url
}

/** Follows the provider's own redirects with its own cookies, until it sends the browser back to us. */
async function wander(start: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    url = new URL(answer.headers.get('location') ?? assert.fail(await answer.text()), url)
    if (url.href.startsWith(CALLBACK)) return url
  }
  return assert.fail('the provider did not send us back')
}

test('npm oidc-provider is content with us: PKCE, both ways of authenticating, ID token and UserInfo', async (t) => {
  const secret = 'a secret with : and & in it, long enough'
  for (const token_endpoint_auth_method of ['client_secret_basic', 'client_secret_post', 'none']) {
    const app = await createTestApp(t)
    const isPublic = token_endpoint_auth_method === 'none'
    const issuer = await judge(t, { token_endpoint_auth_method, ...(isPublic ? {} : { client_secret: secret }) })
    const provider = { kind: 'oidc', name: 'judge', display_name: 'Judge', issuer, client_id: 'mandate' }
    const auth = isPublic ? {} : { client_secret: secret, token_endpoint_auth_method }
    const made = await app.admin('POST', '/admin/oauth-providers', { ...provider, ...auth })
    assert.equal(made.status, 201, made.text)
    const visitor = new Visitor(app)
    const away = await visitor.open('/api/v1/auth/providers/judge')
    const back = await wander(String(away.headers['location']))
    const landed = await visitor.open(back.pathname + back.search)
    assert.equal(landed.status, 303, landed.text)
    const me = (await visitor.open('/api/v1/auth/me')).json
    assert.deepEqual([me['email'], me['email_verified'], me['name']], [maya.email, true, maya.name])
  }
})
