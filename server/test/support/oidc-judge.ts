import assert from 'node:assert/strict'
import { listen } from './listen.ts'
import type { RequestListener } from 'node:http'
import type Provider from 'oidc-provider'
import type { TestContext } from 'node:test'

/** Whom everybody is at the provider. */
export const MAYA_AT_JUDGE = { sub: 'maya', email: 'maya@example.com', email_verified: true, name: 'Maya Lind' }

interface Judged {
  readonly callback: string
  /** Of the client that we are there. */
  readonly metadata: Record<string, unknown>
  readonly configuration?: Record<string, unknown>
}

/** npm `oidc-provider` on this machine, where everybody is Maya and agrees to everything; answers its issuer. */
export async function startJudge(t: TestContext, { callback, metadata, configuration }: Judged): Promise<string> {
  // It tells everybody that it is not set up for production.
  for (const method of ['info', 'warn'] as const) t.mock.method(console, method, () => undefined)
  const { default: OidcProvider } = await import('oidc-provider')
  let handle: RequestListener = () => undefined
  const { url } = await listen(t, (request, response) => handle(request, response))
  const provider: Provider = new OidcProvider(url, {
    clients: [{ client_id: 'mandate', redirect_uris: [callback], ...metadata }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => MAYA_AT_JUDGE }),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    ...configuration,
  })
  const serve = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return serve(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: 'maya' }, consent: {} })
  }
  return url
}

/** Follows the provider's own redirects with its own cookies, until it sends the browser back to us. */
export async function wander(start: string, callback: string): Promise<URL> {
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
    if (url.href.startsWith(callback)) return url
  }
  return assert.fail('the provider did not send us back')
}
