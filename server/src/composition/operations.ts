import { anyReader } from '#/modules/api-keys/index.ts'
import type { AdminPrincipal } from '#/modules/api-keys/index.ts'
import { buildAuditLogs } from '#/modules/audit-logs/index.ts'
import { ActorDirectory, DelegationMaps } from '#/modules/delegations/index.ts'
import { LogStreams } from '#/modules/logs/index.ts'
import { SavedViews } from '#/modules/saved-views/index.ts'
import { Search } from '#/modules/search/index.ts'
import { EventSource, RollUp, Statistics, TokenSource } from '#/modules/statistics/index.ts'
import { HealthReports, Resets } from '#/modules/system/index.ts'
import type { HealthWarning } from '#/modules/system/index.ts'
import { Issuances } from '#/modules/tokens/index.ts'
import { buildWebhooks } from '#/modules/webhooks/index.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { VERSION } from '#/platform/version.ts'
import { buildAdminAuthenticator } from './authenticators.ts'
import { eventCatalogue, webhookCatalogue } from './catalogue.ts'
import { scopeOfEvent } from './event-scopes.ts'
import { sampleOfEvent } from './reference/index.ts'
import { searchables } from './searchables.ts'
import type { Delegation } from './delegation.ts'
import type { Foundation } from './foundation.ts'
import type { Gateway } from './gateway.ts'
import type { People } from './people.ts'
import type { Protocol } from './protocol.ts'

/** How old what the stream says of the health of the server may be. */
const HEALTH_AGE_MS = 10_000
/** Its figures change with every request. */
const GATEWAY_AGE_MS = 2000

const NO_MAIL = {
  code: 'mail_not_sent',
  message:
    'Mail stays in the dev inbox: nobody gets a link to prove an address, to sign in or to reset a password. Say how it is sent: PATCH /api/v1/admin/email-config.',
} as const

/** What operators run the server with: audit log, health, statistics. Reads every room, and no room knows it. */
export function buildOperations(
  foundation: Foundation,
  delegation: Delegation,
  people: People,
  { services: { deviceCodes }, operatorTokens }: Protocol,
  gateway: Gateway,
) {
  const { database, db, clock, keyring, events, apiKeys, signingKeys, mail, logLines, settings } = foundation
  const { agents, apps, clients, consents, tokenOperations } = delegation.services
  const { users, userDirectory, sessions, sessionDirectory, providers, ssoConnections, organizations } = people.services
  const admit = buildAdminAuthenticator({ apiKeys, sessions, operatorTokens })
  const statisticsRollUp = new RollUp({
    db,
    clock,
    sources: [new EventSource(db), new TokenSource({ clock, issuances: new Issuances(db) })],
    gauges: {
      users: () => userDirectory.count({}),
      users_with_second_factor: () => userDirectory.count({ mfaEnabled: true }),
      users_disabled: () => userDirectory.count({ disabled: true }),
      sessions_active: () => sessionDirectory.count({ pending: false }),
      agents: () => clients.count({ kind: 'agent' }),
      agents_active: () => clients.count({ kind: 'agent', active: true }),
      apps: () => clients.count({ kind: 'app' }),
      registered_clients: () => clients.count({ kind: 'registered' }),
      consents_active: () => consents.count(),
      oauth_providers: () => providers.count(),
      organizations: () => organizations.count(),
    },
  })
  const webhooks = buildWebhooks({
    db,
    clock,
    keyring,
    events,
    lifecycle: foundation.lifecycle,
    outbound: foundation.outbound,
    settings,
    emails: mail.services.emails,
    issuer: foundation.issuer,
    log: foundation.log,
    visible: webhookCatalogue,
    sampleOf: sampleOfEvent,
    operators: (tx) => users.operators(tx),
  })
  const auditLogs = buildAuditLogs({
    db,
    clock,
    keyring,
    events,
    log: foundation.log,
    watched: [
      { name: 'device_code.changed', scope: 'consents:read', mark: () => deviceCodes.mark() },
      {
        name: 'webhook_delivery.changed',
        scope: 'webhooks:read',
        mark: () => webhooks.services.webhookDeliveries.mark(),
      },
      { name: 'email_inbox.changed', scope: 'email:write', mark: () => mail.services.mailbox.mark() },
      { name: 'health.changed', scope: 'system:read', mark: () => healthMark.current() },
      ...(gateway.isOn ? [{ name: 'gateway.changed', scope: 'proxy:read', mark: () => gatewayMark.current() }] : []),
    ],
    scopesOf: (request) =>
      admit(request, anyReader).then(
        (caller) => (caller?.principal as AdminPrincipal | undefined)?.scopes,
        () => undefined,
      ),
    scopeOfEvent,
    minRetentionDays: async () => (await settings.current())['audit.min_retention_days'],
    eventNames: eventCatalogue.map(({ name }) => name),
    agentIds: async (id) => {
      const agent = await agents.get(id)
      return [agent.id, agent.clientId]
    },
    nameOfActor: async ({ actorType, actorId }) => {
      if (actorType === 'agent') return (await clients.findByClientId(actorId))?.clientName ?? null
      if (actorId.startsWith('key_')) return (await apiKeys.nameOf(actorId)) ?? null
      return actorId.startsWith('usr_') ? ((await users.find(actorId))?.name ?? null) : null
    },
  })
  const warnings = async (): Promise<HealthWarning[]> => {
    const ofProcess = await foundation.exposureWarnings.current()
    const { configured } = await mail.services.mailTransport.status()
    const ofMail = configured || (await settings.mode()) === 'dev' ? [] : [NO_MAIL]
    const waived = await apps.pkceWarning()
    const ofClients = waived === undefined ? [] : [{ code: 'pkce_waived' as const, message: waived }]
    return [...ofProcess, ...ofMail, ...ofClients]
  }
  const actorDirectory = new ActorDirectory({ clients, users })
  const healthReports = new HealthReports({
    database,
    version: VERSION,
    warnings,
    activeSigningKeys: () => signingKeys.countActive(),
    masterKey: async () => ({
      id: keyring.wrapping.masterKeyId,
      waiting: await keyring.countWrappedByOthers(db),
    }),
    mail: () => mail.services.mailTransport.status(),
    oauthProviders: async () => (await providers.enabled()).map(({ name }) => name),
    ssoConnections: () => ssoConnections.count(),
  })
  // Read only while somebody follows the stream.
  const healthMark = new Snapshot(() => healthReports.mark(), undefined, HEALTH_AGE_MS)
  const gatewayMark = new Snapshot(() => gateway.services.gatewayStatuses.mark(), undefined, GATEWAY_AGE_MS)
  const services = {
    ...auditLogs.services,
    ...webhooks.services,
    logStreams: new LogStreams({
      lines: logLines,
      mayRead: (request) =>
        admit(request, { kind: 'admin', scope: 'logs:read' }).then(
          () => true,
          () => false,
        ),
    }),
    resets: new Resets({
      db,
      events,
      auditWiper: () => auditLogs.purger.wiper(),
      tellOfTokens: (tx) => delegation.services.tokens.tellOfReset(tx),
      tables: {
        sessions: [
          'sessions',
          'logout_participants',
          'logout_notices',
          'oauth_round_trips',
          'sso_attempts',
          'sso_joins',
          'sso_saml_responses',
          'sso_sessions',
          'vault_attempts',
          'proxy_sessions',
          'proxy_codes',
        ],
        tokens: ['tokens', 'authorization_codes', 'authorization_requests', 'pushed_requests', 'device_codes'],
      },
    }),
    statistics: new Statistics({ db, clock }),
    search: new Search({ db, searchables }),
    savedViews: new SavedViews({ db, clock, events }),
    actorDirectory,
    delegationMaps: new DelegationMaps({ clock, tokens: tokenOperations, actors: actorDirectory }),
    healthReports,
  }
  return {
    services,
    statisticsRollUp,
    auditPurger: auditLogs.purger,
    webhookFanOut: webhooks.fanOut,
    webhookDeliveries: webhooks.deliveryWorker,
  }
}

export type Operations = ReturnType<typeof buildOperations>
