import { Agents, DpopKeys, Policies } from '#/modules/agents/index.ts'
import { AuthorizationCodes } from '#/modules/authorization-requests/index.ts'
import { StaleClientCleanup, Clients, noRules } from '#/modules/clients/index.ts'
import { Consents, ConsentStore } from '#/modules/consents/index.ts'
import { Settings } from '#/modules/system/index.ts'
import { TokenStore } from '#/modules/tokens/index.ts'
import { sql } from '#/platform/db/sql.ts'
import { newEvents } from '#test/support/events.ts'
import { newId } from '#/platform/ids.ts'
import { makeOwners } from './token-owners.ts'
import type { ClientDraft } from '#/modules/clients/index.ts'
import type { Token } from '#/modules/tokens/index.ts'
import type { Db, Row } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { makeLifecycle } from './lifecycle.ts'
import type { TestClock } from './clock.ts'

/** Who does things in tests of services. */
export const operator: Actor = { type: 'admin', id: 'key_test', requestId: 'req_test', ip: '192.0.2.1' }

const HOUR = 3_600_000

/** Clients, agents and policies on one database, with the tokens, codes and consents that end with them. */
export function makeClients({ db, clock }: { db: Db; clock: TestClock }) {
  const events = newEvents({ clock })
  const settings = new Settings({ db, clock, events })
  const tokens = new TokenStore(db)
  const codes = new AuthorizationCodes({ db, clock })
  const lifecycle = makeLifecycle({ db, clock })
  const consents = new Consents({ db, store: new ConsentStore(db), clock, events, lifecycle })
  const signingKeys = { prepare: () => Promise.resolve() }
  const outbound = { whyNot: () => Promise.resolve(undefined) }
  const clients = new Clients({ db, clock, lifecycle, signingKeys, outbound })
  const reaper = new StaleClientCleanup({ db, clock, clients, events })
  const agents = new Agents({ db, clients, lifecycle, settings, events })
  const dpopKeys = new DpopKeys({ db, agents, clients, lifecycle, events })
  const policies = new Policies({ db, clock, agents, lifecycle, events })
  return {
    db,
    clock,
    events,
    settings,
    tokens,
    codes,
    consents,
    clients,
    reaper,
    agents,
    dpopKeys,
    policies,
    lifecycle,
  }
}

/** A draft of a client with what a test does not care about filled in. */
export const draftOf = (draft: Partial<ClientDraft> = {}): ClientDraft => ({
  clientName: 'Test client',
  description: null,
  authMethod: 'client_secret_basic',
  grantTypes: ['client_credentials'],
  redirectUris: [],
  scope: 'read write',
  audiences: [],
  jwks: null,
  jwksUri: null,
  metadata: {},
  dpopBound: false,
  accessTokenTtlSeconds: null,
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  backchannelLogoutSessionRequired: false,
  ...noRules,
  ...draft,
})

/** Makes a client that registered itself. */
export function register({ db, clients }: ReturnType<typeof makeClients>, draft: Partial<ClientDraft> = {}) {
  const origin = { kind: 'registered', trusted: false, createdBy: 'registration', managesItself: true } as const
  return db.tx((tx) => clients.create(tx, { ...origin, draft: draftOf(draft) }))
}

/** Records a living access token of a client. */
export async function insertToken(
  { db, clock, tokens }: ReturnType<typeof makeClients>,
  token: Partial<Token> & { clientId: string },
): Promise<Token> {
  const now = clock.now()
  const id = newId('tok', now)
  const whole: Token = {
    id,
    kind: 'access',
    grantType: 'client_credentials',
    subject: token.clientId,
    userId: null,
    scope: 'read',
    audience: ['https://id.example'],
    jkt: null,
    signedBy: null,
    fingerprint: id,
    sessionId: null,
    consentId: null,
    policyId: null,
    parentId: null,
    rootId: id,
    depth: 0,
    act: null,
    delegator: null,
    authenticatedAt: null,
    generation: 0,
    rotatedAt: null,
    createdAt: now,
    expiresAt: now + HOUR,
    revokedAt: null,
    revokedReason: null,
    ...token,
  }
  await makeOwners(db, whole)
  await tokens.insert(db, whole)
  return whole
}

/** The events of these names, oldest first. */
export async function recorded(db: Db, ...names: string[]): Promise<(Row & { data: Record<string, unknown> })[]> {
  const rows = await db.all(sql`SELECT * FROM events ORDER BY created_at, id`)
  return rows
    .filter((row) => names.includes(row['name'] as string))
    .map((row) => ({ ...row, data: JSON.parse(row['data'] as string) as Record<string, unknown> }))
}
