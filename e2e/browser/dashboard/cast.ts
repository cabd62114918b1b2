import type { Server } from '#/support/server.ts'

/**
 * Names that break what is put together carelessly: markup, right to left, very long with and without places to break, other scripts.
 * Control characters the server refuses. Each is cut to what a kind of thing takes.
 */
const hostileNames = [
  `<img src=x onerror=alert(1)>${'W'.repeat(500)}`,
  '"><script>alert(1)</script>',
  'عائشة بنت محمد '.repeat(30),
  `Maximiliana ${'von Hohenzollern-Sigmaringen '.repeat(17)}`,
  '李小龍',
  "O'Neil & Sons",
]

const cutTo = (longest: number, name: string): string => name.slice(0, longest).trim()

/** The one that is looked at most, as long as something takes it. */
export const hostileName = (longest: number): string => cutTo(longest, hostileNames[0] ?? '')

/** What a server is full of, by the ids that addresses need. */
export interface Cast {
  readonly user: string
  readonly agent: string
  readonly app: string
  readonly organization: string
  readonly role: string
  readonly webhook: string
  readonly provider: string
  readonly apiKey: string
  readonly sso: string
  readonly flow: string
}

/** Fills a server with some of everything: by the names nobody would choose, or by others. */
export async function fill(server: Server, names: readonly string[] = hostileNames): Promise<Cast> {
  const make = async (url: string, body: object): Promise<string> => {
    const made = await server.admin<{ id?: string; client_id?: string }>('POST', url, body)
    return made.id ?? made.client_id ?? ''
  }
  /** One thing for each name; returns the first. */
  const named = async (url: string, longest: number, bodyOf: (name: string, i: number) => object): Promise<string> => {
    let first = ''
    for (const [i, name] of names.entries()) {
      const id = await make(url, bodyOf(cutTo(longest, name), i))
      first ||= id
    }
    return first
  }
  return {
    user: await named('/admin/users', 200, (name, i) => ({
      ...{ name, email: `somebody.${i}@example.com`, email_verified: i % 2 === 0 },
    })),
    agent: await named('/agents', 100, (client_name) => ({ client_name, scope: 'read write' })),
    app: await named('/admin/apps', 100, (name) => ({
      ...{ name, type: 'web', redirect_uris: ['https://app.example.com/back'] },
    })),
    organization: await named('/admin/organizations', 100, (name, i) => ({ name, slug: `some-${i}` })),
    role: await named('/roles', 100, (name) => ({ name, description: name })),
    webhook: await named('/webhooks', 500, (description, i) => ({
      ...{ description, url: `https://hooks.example.com/${i}`, events: [i === 0 ? 'user.*' : 'signing_key.*'] },
    })),
    provider: await named('/vault/providers', 60, (display_name, i) => ({
      ...{ template: 'github', name: `github-${i}`, display_name, client_id: 'c', client_secret: 's' },
    })),
    apiKey: await named('/api-keys', 100, (name) => ({ name, scopes: ['users:read', 'agents:*'] })),
    // Turned off, so that it takes nobody's sign-in.
    flow: await make('/admin/flows', {
      name: cutTo(100, names[0] ?? ''),
      trigger: 'login',
      enabled: false,
      conditions: { any_of: [{ email_domain: 'example.com' }, { new_device: true }] },
      steps: [
        { type: 'require_email_verification' },
        {
          type: 'conditional',
          config: { condition: { new_device: true }, then: [{ type: 'require_mfa_challenge' }], else: [] },
        },
      ],
    }),
    // Without a verified domain nobody's sign-in is led to it.
    sso: await named('/sso/connections', 80, (name, i) => ({
      ...{ type: 'oidc', name },
      oidc: { issuer: `https://idp-${i}.example.com`, client_id: 'c', client_secret: 's' },
    })),
  }
}
