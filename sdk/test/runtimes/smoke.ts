import { Mandate } from '#/index.ts'
import { clientSecretBasic, DpopKey, dpopFetch, OAuthClient } from '#/oauth/index.ts'
import type { OAuthClientOptions } from '#/oauth/index.ts'
import { fetchGuard, RevocationFeed, Verifier } from '#/verify/index.ts'

const NOTES = 'https://api.example.com/notes'

/** Administers a server, gets a token that is bound to a key, takes it as an API does, and watches it end. Returns what it saw. */
export async function smoke({ url, apiKey }: { readonly url: string; readonly apiKey: string }): Promise<string[]> {
  const mandate = new Mandate({ url, apiKey })
  const machine = async (scope: string, options: Partial<OAuthClientOptions> = {}): Promise<OAuthClient> => {
    const agent = await mandate.agents.create({ client_name: scope, scope, grant_types: ['client_credentials'] })
    const authentication = clientSecretBasic(agent.client_secret ?? '')
    return new OAuthClient({ issuer: url, clientId: agent.client_id, authentication, ...options })
  }
  const names: string[] = []
  for await (const { name } of mandate.resources.list()) names.push(name ?? '')

  const feed = new RevocationFeed(await machine('revocations:read')).start()
  try {
    await feed.ready()
    const key = await DpopKey.generate()
    const client = await machine('notes:read', { dpop: key })
    const { access_token: accessToken, token_type: type } = await client.clientCredentials({ resource: NOTES })
    const verifier = new Verifier({ issuer: url, audience: NOTES, requireDpop: true, revocations: feed })
    const api = fetchGuard(verifier, (_request, { scopes }) => new Response([...scopes].join(' ')))
    const call = async (owner: DpopKey): Promise<string> => {
      const local: typeof fetch = async (...request) => api(new Request(...request))
      const response = await dpopFetch({ key: owner, accessToken, fetch: local })(NOTES)
      return response.ok ? await response.text() : `refused with ${response.status}`
    }
    const before = await call(key)
    const stolen = await call(await DpopKey.generate())
    await client.revoke(accessToken)
    const until = Date.now() + 5_000
    let after = await call(key)
    while (after === before && Date.now() < until) {
      await new Promise((resolve) => void setTimeout(resolve, 50))
      after = await call(key)
    }
    return [...names, type, before, stolen, after]
  } finally {
    await feed.close()
  }
}
