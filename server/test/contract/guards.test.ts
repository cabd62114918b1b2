import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import { isOfPage } from '#/platform/http/routing/policy.ts'
import { isRead } from '#/platform/http/routing/route.ts'
import type { Policy } from '#/platform/http/routing/route.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { allRoutes } from './all-routes.ts'

/** Everything that somebody may change without a credential in a header or cookie, and from where a browser may send it. */
const openWrites: Readonly<Record<string, 'own' | 'any'>> = {
  'POST /api/v1/admin/bootstrap/consume': 'own',
  'POST /api/v1/auth/email/verify': 'own',
  'POST /api/v1/auth/login': 'own',
  'POST /api/v1/auth/magic-link/send': 'own',
  'POST /api/v1/auth/magic-link/verify': 'own',
  'POST /api/v1/auth/passkeys/login': 'own',
  'POST /api/v1/auth/passkeys/login/options': 'own',
  'POST /api/v1/auth/password/forgot': 'own',
  'POST /api/v1/auth/password/reset': 'own',
  'POST /api/v1/auth/providers/:provider/callback': 'any',
  'POST /api/v1/auth/signup': 'own',
  'POST /api/v1/sso/saml/:connection_id/acs': 'any',
  'POST /oauth/register': 'any',
}

/** Everything that an unlocked screen or a stolen cookie must not be enough for. */
const freshRoutes: readonly string[] = [
  'DELETE /api/v1/admin/apps/:id',
  'DELETE /api/v1/admin/dev/emails',
  'DELETE /api/v1/admin/oauth-providers/:id',
  'DELETE /api/v1/admin/proxy/rules/db/:id',
  'DELETE /api/v1/admin/proxy/upstreams/:id',
  'DELETE /api/v1/admin/resources/:id',
  'DELETE /api/v1/admin/signing-keys/:kid',
  'DELETE /api/v1/auth/mfa',
  'DELETE /api/v1/auth/oauth-accounts/:oauthId',
  'DELETE /api/v1/auth/passkeys/:id',
  'DELETE /api/v1/organizations/:id',
  'DELETE /api/v1/sso/connections/:id',
  'DELETE /api/v1/sso/connections/:id/domains/:domainId',
  'DELETE /api/v1/sso/connections/:id/saml-keys/:keyId',
  'DELETE /api/v1/sso/connections/:id/scim-tokens/:tokenId',
  'DELETE /api/v1/users/:id',
  'DELETE /api/v1/users/:id/mfa',
  'DELETE /api/v1/users/:id/oauth-accounts/:oauthId',
  'DELETE /api/v1/users/:id/sso-identities/:identityId',
  'DELETE /api/v1/vault/providers/:id',
  'GET /api/v1/admin/dev/emails',
  'GET /api/v1/admin/dev/emails/:id',
  'GET /api/v1/vault/connect/:provider',
  'PATCH /api/v1/admin/apps/:id',
  'PATCH /api/v1/admin/config',
  'PATCH /api/v1/admin/email-config',
  'PATCH /api/v1/admin/email-templates/:id',
  'PATCH /api/v1/admin/flows/:id',
  'PATCH /api/v1/admin/oauth-providers/:id',
  'PATCH /api/v1/admin/proxy/rules/db/:id',
  'PATCH /api/v1/admin/proxy/upstreams/:id',
  'PATCH /api/v1/admin/resources/:id',
  'PATCH /api/v1/admin/webhooks/:id',
  'PATCH /api/v1/api-keys/:id',
  'PATCH /api/v1/users/:id',
  'PATCH /api/v1/vault/providers/:id',
  'PATCH /api/v1/webhooks/:id',
  'POST /api/v1/admin/apps',
  'POST /api/v1/admin/apps/:id/rotate-secret',
  'POST /api/v1/admin/audit-logs/purge',
  'POST /api/v1/admin/auth/rotate-signing-key',
  'POST /api/v1/admin/email-templates/:id/reset',
  'POST /api/v1/admin/email-templates/:id/send-test',
  'POST /api/v1/admin/flows',
  'POST /api/v1/admin/flows/:id/rotate-secret',
  'POST /api/v1/admin/flows/:id/versions/:version/restore',
  'POST /api/v1/admin/oauth-providers',
  'POST /api/v1/admin/proxy/reload',
  'POST /api/v1/admin/proxy/rules/db',
  'POST /api/v1/admin/proxy/start',
  'POST /api/v1/admin/proxy/stop',
  'POST /api/v1/admin/proxy/upstreams',
  'POST /api/v1/admin/resources',
  'POST /api/v1/admin/system/reset',
  'POST /api/v1/admin/system/swap-mode',
  'POST /api/v1/admin/test-email',
  'POST /api/v1/admin/users',
  'POST /api/v1/admin/users/import',
  'POST /api/v1/admin/webhooks',
  'POST /api/v1/admin/webhooks/:id/rotate-secret',
  'POST /api/v1/api-keys',
  'POST /api/v1/api-keys/:id/rotate',
  'POST /api/v1/auth/mfa/recovery-codes',
  'POST /api/v1/auth/mfa/totp/activate',
  'POST /api/v1/auth/mfa/totp/enroll',
  'POST /api/v1/auth/passkeys/register',
  'POST /api/v1/auth/passkeys/register/options',
  'POST /api/v1/auth/providers/:provider/link',
  'POST /api/v1/sso/connections',
  'POST /api/v1/sso/connections/:id/domains',
  'POST /api/v1/sso/connections/:id/domains/:domainId/verify',
  'POST /api/v1/sso/connections/:id/saml-keys',
  'POST /api/v1/sso/connections/:id/saml-keys/:keyId/activate',
  'POST /api/v1/sso/connections/:id/scim-tokens',
  'POST /api/v1/vault/connections',
  'POST /api/v1/vault/providers',
  'POST /api/v1/webhooks',
  'POST /api/v1/webhooks/:id/rotate-secret',
  'PUT /api/v1/sso/connections/:id',
]

/** The same among the pages, which lead people to prove who they are. */
const freshPages: readonly string[] = [
  'GET /account/leave',
  'GET /account/passkeys/new',
  'GET /connect/:provider',
  'GET /link/:provider',
  'GET /sso/join',
  'POST /account/api-keys',
  'POST /account/api-keys/:id/delete',
  'POST /account/leave',
  'POST /account/linked/:id',
  'POST /account/passkeys/:id/remove',
  'POST /account/second-step',
  'POST /account/second-step/activate',
  'POST /account/second-step/codes',
  'POST /account/second-step/remove',
  'POST /connect/:provider',
  'POST /link/:provider',
  'POST /sso/join',
]

/** Every form of the pages, and whose token it carries: that of the person for whom the page is. */
const pageForms: Readonly<Record<string, string>> = {
  'POST /account/acting/stop': 'person',
  'POST /account/api-keys': 'person',
  'POST /account/api-keys/:id/delete': 'person',
  'POST /account/email': 'person',
  'POST /account/leave': 'person',
  'POST /account/linked/:id': 'person',
  'POST /account/passkeys/:id': 'person',
  'POST /account/passkeys/:id/remove': 'person',
  'POST /account/password': 'person',
  'POST /account/profile': 'person',
  'POST /account/second-step': 'person',
  'POST /account/second-step/activate': 'person',
  'POST /account/second-step/codes': 'person',
  'POST /account/second-step/remove': 'person',
  'POST /account/services/:id': 'person',
  'POST /account/services/:id/allow': 'person',
  'POST /account/services/withdraw': 'person',
  'POST /account/sessions/:id/end': 'person',
  'POST /account/sessions/end': 'person',
  'POST /account/verification': 'person',
  'POST /confirm': 'person',
  'POST /connect/:provider': 'person',
  'POST /continue': 'pending',
  'POST /forgot': 'browser',
  'POST /invitations': 'browser',
  'POST /link/:provider': 'person',
  'POST /login': 'browser',
  'POST /login/cancel': 'browser',
  'POST /logout': 'session',
  'POST /magic': 'browser',
  'POST /magic/confirm': 'browser',
  'POST /mfa': 'pending',
  'POST /oauth/authorize': 'session',
  'POST /oauth/device/verify': 'person',
  'POST /oauth/logout': 'session',
  'POST /reset': 'browser',
  'POST /setup': 'browser',
  'POST /signup': 'browser',
  'POST /sso/join': 'person',
  'POST /verify': 'browser',
}

/** Forms that other sites send as well as our own pages. */
const sharedForms: readonly string[] = ['POST /oauth/authorize', 'POST /oauth/logout']

/** Everything that would lead around every scope. */
const fullAccessRoutes: readonly string[] = [
  'DELETE /api/v1/admin/dev/emails',
  'GET /api/v1/admin/dev/emails',
  'GET /api/v1/admin/dev/emails/:id',
  'PATCH /api/v1/admin/email-config',
  'PATCH /api/v1/admin/email-templates/:id',
  'POST /api/v1/admin/email-templates/:id/reset',
  'POST /api/v1/admin/email-templates/:id/send-test',
  'POST /api/v1/admin/system/reset',
  'POST /api/v1/admin/test-email',
]

const MINUTE = 60_000

const routes = allRoutes()
const nameOf = ({ route, path }: MountedRoute): string => `${route.method} ${path}`
const authOf = <K extends Policy['kind']>({ route }: MountedRoute, kind: K) =>
  route.auth.kind === kind ? (route.auth as Extract<Policy, { kind: K }>) : undefined
const namesOf = (wanted: (mounted: MountedRoute) => boolean): string[] => routes.filter(wanted).map(nameOf).toSorted()
const writes = routes.filter(({ route }) => !isRead(route))
const asksFreshProof = ({ route: { auth } }: MountedRoute): boolean => 'fresh' in auth
const isPage = ({ route }: MountedRoute): boolean => isOfPage(route.auth)

/** The path with something in place of each parameter; nothing that is refused gets to look for it. */
const urlOf = ({ path }: MountedRoute): string => path.replaceAll(/:\w+/g, 'x')

/** What a foreign page makes a browser say. */
const foreign: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

/** The status and code of the answer to a request that brings nothing but headers. */
async function outcome(app: TestApp, mounted: MountedRoute, headers: Record<string, string>): Promise<string> {
  const answer = await app.send({ method: mounted.route.method, url: urlOf(mounted), headers })
  return `${answer.status} ${String(answer.json['code'])}`
}

/** An owner of the server in their browser: what the cookies of a person can reach, theirs can. */
async function signInOwner(app: TestApp): Promise<{ cookie: string; csrf: string }> {
  const owner = await FactorPerson.signUp(app, 'owner@example.com')
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner.id}`)
  const cookies = Object.entries(owner.visitor.cookies).map(([name, value]) => `${name}=${value}`)
  return { cookie: cookies.join('; '), csrf: owner.csrf }
}

test('every write that is open to everybody says why, and where it may come from', () => {
  const open = writes.filter((it) => it.route.auth.kind === 'public')
  assert.deepEqual(open.filter((it) => !authOf(it, 'public')?.why).map(nameOf), [])
  const origins = open.map((it) => [nameOf(it), authOf(it, 'public')?.origin ?? 'own'])
  assert.deepEqual(Object.fromEntries(origins), openWrites)
})

test('SE3: what is open to everybody and comes from our own pages is refused to every other page', async (t) => {
  const app = await createTestApp(t)
  const wrong: string[] = []
  for (const mounted of writes.filter((it) => openWrites[nameOf(it)] === 'own')) {
    for (const headers of foreign) {
      const found = await outcome(app, mounted, headers)
      if (found !== '403 csrf_failed') wrong.push(`${nameOf(mounted)} ${JSON.stringify(headers)}: ${found}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('SE3: no write by the cookie of a session works without the token, or from a foreign page', async (t) => {
  const app = await createTestApp(t)
  const { cookie, csrf } = await signInOwner(app)
  const bySession = writes.filter(({ route: { auth } }) => auth.kind === 'session' || auth.kind === 'admin')
  const own = { origin: app.baseUrl, 'sec-fetch-site': 'same-origin' }
  const forged: Record<string, string>[] = [
    {},
    own,
    { ...own, 'x-csrf-token': `${csrf}x` },
    ...foreign.map((headers) => ({ 'x-csrf-token': csrf, ...headers })),
  ]
  const wrong: string[] = []
  for (const mounted of bySession) {
    for (const headers of forged) {
      const found = await outcome(app, mounted, { cookie, ...headers })
      if (found !== '403 csrf_failed') wrong.push(`${nameOf(mounted)} ${JSON.stringify(headers)}: ${found}`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(bySession.length >= 100, `only ${bySession.length} writes by session found`)
  const patch = { method: 'PATCH', url: '/api/v1/auth/me', json: { name: 'Noor' } } as const
  const answer = await app.send({ ...patch, headers: { cookie, 'x-csrf-token': csrf, ...own } })
  assert.equal(answer.status, 200, 'the token is the right one')
})

test('the routes that need a fresh proof or full access are these', () => {
  assert.deepEqual(
    namesOf((it) => asksFreshProof(it) && !isPage(it)),
    freshRoutes,
  )
  assert.deepEqual(
    namesOf((it) => asksFreshProof(it) && isPage(it)),
    freshPages,
  )
  assert.deepEqual(
    namesOf((it) => authOf(it, 'admin')?.fullAccess === true),
    fullAccessRoutes,
  )
})

test('what needs a fresh proof is refused to a session whose proof is old, and not to a key', async (t) => {
  const app = await createTestApp(t)
  const { cookie, csrf } = await signInOwner(app)
  const headers = { cookie, 'x-csrf-token': csrf }
  const stale = '403 reauthentication_required'
  const fresh = routes.filter((it) => asksFreshProof(it) && !isPage(it))
  app.clock.advance(5 * MINUTE + 1)
  for (const mounted of fresh) assert.equal(await outcome(app, mounted, headers), stale, nameOf(mounted))
  for (const mounted of fresh.filter((it) => it.route.auth.kind === 'admin')) {
    const found = await outcome(app, mounted, { authorization: `Bearer ${app.adminKey}` })
    assert.notEqual(found, stale, nameOf(mounted))
  }
})

test('every form of a page carries a token, and says whose', () => {
  const forms = writes.filter(isPage).map((it) => [nameOf(it), authOf(it, 'browser')?.csrf ?? 'person'])
  assert.deepEqual(Object.fromEntries(forms), pageForms)
  assert.deepEqual(
    namesOf((it) => authOf(it, 'browser')?.foreignForms !== undefined),
    sharedForms,
  )
})

test('SE3: no form of a page works without its token, or from a foreign page', async (t) => {
  const app = await createTestApp(t)
  const { cookie, csrf } = await signInOwner(app)
  const own = { origin: app.baseUrl, 'sec-fetch-site': 'same-origin' }
  const decision = { decision: 'allow' }
  const forged: [Record<string, string>, Record<string, string>][] = [
    [own, { ...decision, csrf_token: `${csrf}x` }],
    [
      { ...own, 'x-csrf-token': csrf },
      { ...decision, csrf_token: '' },
    ],
    ...foreign.map((headers): [Record<string, string>, Record<string, string>] => [
      headers,
      { ...decision, csrf_token: csrf },
    ]),
  ]
  const wrong: string[] = []
  // Nobody waits for the second factor here, so that page has nothing to protect from its own origin.
  for (const mounted of writes.filter((it) => isPage(it) && pageForms[nameOf(it)] !== 'pending')) {
    for (const [headers, form] of forged) {
      const answer = await app.send({ method: 'POST', url: urlOf(mounted), headers: { cookie, ...headers }, form })
      if (answer.status !== 403) wrong.push(`${nameOf(mounted)} ${JSON.stringify(headers)}: ${answer.status}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('a page that needs a fresh proof leads whoever has none to prove who they are', async (t) => {
  const app = await createTestApp(t)
  const { cookie, csrf } = await signInOwner(app)
  app.clock.advance(5 * MINUTE + 1)
  for (const mounted of routes.filter((it) => asksFreshProof(it) && isPage(it))) {
    const { method } = mounted.route
    const sent = method === 'POST' ? { form: { csrf_token: csrf } } : {}
    const answer = await app.send({ method, url: urlOf(mounted), headers: { cookie }, ...sent })
    assert.match(`${answer.status} ${String(answer.headers['location'])}`, /^303 \/confirm\?next=%2F/, nameOf(mounted))
  }
})
