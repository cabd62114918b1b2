import type { Server } from '#/support/server.ts'

/** Names that break what is put together carelessly: markup, right to left, very long, other scripts. Control characters the server refuses. */
const hostileNames = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'عائشة بنت محمد',
  `Maximiliana ${'von Hohenzollern-Sigmaringen '.repeat(6)}`.slice(0, 100).trim(),
  '李小龍',
  "O'Neil & Sons",
]

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
  const all = async (url: string, bodies: readonly object[]): Promise<string> => {
    let first = ''
    for (const body of bodies) {
      const id = await make(url, body)
      first ||= id
    }
    return first
  }
  return {
    user: await all(
      '/admin/users',
      names.map((name, i) => ({ name, email: `somebody.${i}@example.com`, email_verified: i % 2 === 0 })),
    ),
    agent: await all(
      '/agents',
      names.map((client_name) => ({ client_name, scope: 'read write' })),
    ),
    app: await all(
      '/admin/apps',
      names.map((name) => ({ name, type: 'web', redirect_uris: ['https://app.example.com/back'] })),
    ),
    organization: await all(
      '/admin/organizations',
      names.map((name, i) => ({ name, slug: `some-${i}` })),
    ),
    role: await all(
      '/roles',
      names.map((description, i) => ({ name: `role-${i}`, description })),
    ),
    webhook: await make('/webhooks', { url: 'https://hooks.example.com/a', events: ['user.*'] }),
    provider: await make('/vault/providers', { template: 'github', client_id: 'c', client_secret: 's' }),
    apiKey: await all(
      '/api-keys',
      names.map((name) => ({ name, scopes: ['users:read', 'agents:*'] })),
    ),
    // Turned off, so that it takes nobody's sign-in.
    flow: await make('/admin/flows', {
      name: names[3],
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
    sso: await all(
      '/sso/connections',
      names.map((name, i) => ({
        type: 'oidc',
        name: name.slice(0, 80),
        oidc: { issuer: `https://idp-${i}.example.com`, client_id: 'c', client_secret: 's' },
      })),
    ),
  }
}
