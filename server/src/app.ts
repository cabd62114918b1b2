/**
 * The composition root: the one place that knows everyone. `buildServices` says how the services hang together,
 * `areas` which routes are served where, `createApp` puts the HTTP server and the jobs around them.
 */
import { agentErrors, agentEvents, agentRoutes, Agents, DpopKeys, Policies } from '#/modules/agents/index.ts'
import { adminAuthenticator, apiKeyEvents, ApiKeys } from '#/modules/api-keys/index.ts'
import { auditLogErrors, auditLogRoutes, AuditLogs } from '#/modules/audit-logs/index.ts'
import {
  AuthorizationCodes,
  authorizationErrors,
  AuthorizationRequests,
  PushedRequests,
  registerAuthorizationCleanup,
} from '#/modules/authorizations/index.ts'
import type { CodeOwner } from '#/modules/authorizations/index.ts'
import { assetRoutes, problemPage } from '#/modules/branding/index.ts'
import { clientEvents, ClientReaper, Clients, RemoteKeys } from '#/modules/clients/index.ts'
import type { ClientTies } from '#/modules/clients/index.ts'
import {
  consentAdminRoutes,
  consentErrors,
  consentEvents,
  consentRoutes,
  Consents,
  ConsentStore,
} from '#/modules/consents/index.ts'
import {
  buildFactors,
  credentialErrors,
  credentialEvents,
  credentialRoutes,
  PasswordHasher,
  PasswordPolicy,
  Passwords,
  SignUps,
} from '#/modules/credentials/index.ts'
import { buildEmail, emailErrors, emailEvents, emailRoutes } from '#/modules/email/index.ts'
import {
  buildRecovery,
  recoveryErrors,
  recoveryEvents,
  recoveryRoutes,
  registerRecoveryCleanup,
} from '#/modules/recovery/index.ts'
import {
  authRoutes,
  sessionAuthenticator,
  sessionErrors,
  sessionEvents,
  sessionRoutes,
  Sessions,
} from '#/modules/sessions/index.ts'
import { signingKeyEvents, signingKeyRoutes, SigningKeys } from '#/modules/signing-keys/index.ts'
import { LogoutDispatcher, logoutNoticeEvents, LogoutNotices } from '#/modules/logout-notices/index.ts'
import {
  buildProviders,
  providerAdminRoutes,
  providerErrors,
  providerEvents,
  providerRoutes,
} from '#/modules/providers/index.ts'
import { FirstBoot, Settings, systemErrors, systemEvents, systemRoutes } from '#/modules/system/index.ts'
import {
  registerTokenCleanup,
  tokenErrors,
  tokenEvents,
  TokenOperations,
  tokenRoutes,
  Tokens,
  TokenStore,
} from '#/modules/tokens/index.ts'
import { UserDirectory, userErrors, userEvents, userRoutes, Users } from '#/modules/users/index.ts'
import type { User } from '#/modules/users/index.ts'
import { buildAuthorizationEndpoint, authorizeRoutes } from '#/oauth/authorize/index.ts'
import { Bearer } from '#/oauth/bearer.ts'
import { ClientAssertions } from '#/oauth/client-assertion.ts'
import { ClientAuthentication } from '#/oauth/client-auth.ts'
import {
  deviceAdminRoutes,
  DeviceAuthorization,
  DeviceCodes,
  deviceErrors,
  deviceEvents,
  devicePageRoutes,
  deviceRoutes,
  DeviceVerification,
  registerDeviceCleanup,
} from '#/oauth/device/index.ts'
import { Dpop } from '#/oauth/dpop.ts'
import { buildGrants } from '#/oauth/grants/index.ts'
import { IdTokenHints } from '#/oauth/id-token-hint.ts'
import { Introspection, introspectionRoute } from '#/oauth/introspection.ts'
import { TokenIssuer } from '#/oauth/issue.ts'
import { jwksRoute } from '#/oauth/jwks.ts'
import { LogoutEndpoint, logoutRoutes } from '#/oauth/logout/index.ts'
import { metadataRoutes, ServerMetadata } from '#/oauth/metadata.ts'
import { parRoute, PushedAuthorization } from '#/oauth/par.ts'
import {
  Registration,
  RegistrationAuthentication,
  registrationEvents,
  registrationRoutes,
} from '#/oauth/registration/index.ts'
import { Revocation, revocationRoute } from '#/oauth/revocation.ts'
import { TokenEndpoint, tokenRoute } from '#/oauth/token.ts'
import { userInfoRoutes } from '#/oauth/userinfo.ts'
import { consentPageRoutes } from '#/login/consent.ts'
import { loginRoutes, providerPageRoutes } from '#/login/index.ts'
import { OwnerSetup, setupApiRoutes, setupPageRoutes } from '#/login/setup/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Database, Tx } from '#/platform/db/db.ts'
import { Events } from '#/platform/events/events.ts'
import type { Actor, EventKind } from '#/platform/events/event.ts'
import { Sealer } from '#/platform/events/seal.ts'
import type { AreaRoutes } from '#/platform/http/area.ts'
import type { Authenticators } from '#/platform/http/authenticator.ts'
import type { ErrorCode } from '#/platform/http/errors.ts'
import { healthRoutes } from '#/platform/http/health.ts'
import { Idempotency } from '#/platform/http/idempotency.ts'
import { Listener } from '#/platform/http/listener.ts'
import { HttpMetrics, metricsRoute } from '#/platform/http/metrics.ts'
import { withReference } from '#/platform/http/reference/routes.ts'
import { buildHttpServer } from '#/platform/http/server.ts'
import type { Services } from '#/platform/http/services.ts'
import { deleteExpired } from '#/platform/jobs/cleanup.ts'
import { Jobs } from '#/platform/jobs/jobs.ts'
import { scheduleLimitCleanup } from '#/platform/limits/cleanup.ts'
import { Limits } from '#/platform/limits/limits.ts'
import { Replays } from '#/platform/limits/replays.ts'
import type { Logger } from '#/platform/log/log.ts'
import { Outbound } from '#/platform/outbound/outbound.ts'
import type { OutboundDeps } from '#/platform/outbound/outbound.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly logger: Logger
  /** Tests: every answer must be one that its route declares. */
  readonly strictResponses?: boolean
  /** Tests: hashing with less work. */
  readonly hasher?: PasswordHasher
  /** Tests: names and certificates of servers that stand on this machine, and how patient we are with them. */
  readonly outbound?: Pick<OutboundDeps, 'resolver' | 'ca' | 'timeoutMs'>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** What ends together with a client, a person or a session: tied here, because tokens and consents know all three. */
function buildServices(options: AppOptions) {
  const { config, database, keyring, clock, logger, hasher = new PasswordHasher() } = options
  const { db } = database
  const issuer = config.baseUrl
  const shared = { db, clock, keyring, issuer, log: logger }
  const events = new Events({ clock })
  const limits = new Limits({ db, clock })
  const replays = new Replays(db)
  const { services: mail, dispatcher } = buildEmail({ ...shared, events, limits })
  const settings = new Settings({ ...shared, events })
  const outbound = new Outbound({
    ...options.outbound,
    baseUrl: issuer,
    rules: async () => ({
      insideAllowed: (await settings.mode()) === 'dev',
      allowedHosts: (await settings.current())['outbound.allowed_hosts'],
    }),
  })
  const apiKeys = new ApiKeys({ ...shared, events, limits })
  const firstBoot = new FirstBoot({ ...shared, events, limits, settings, apiKeys, dataDir: config.dataDir })
  const accessTokenTtlSeconds = async () => (await settings.current())['oauth.access_token_ttl_seconds']
  const tokenStore = new TokenStore(db)
  const lastTokenExpiresAt = () => tokenStore.lastExpiresAt(clock.now())
  const signingKeys = new SigningKeys({ ...shared, events, accessTokenTtlSeconds, lastTokenExpiresAt })

  const tokens = new Tokens({ ...shared, store: tokenStore, signingKeys, events })
  const tokenOperations = new TokenOperations({ ...shared, store: tokenStore, tokens, events })
  const authorizationCodes = new AuthorizationCodes(shared)
  const authorizationRequests = new AuthorizationRequests(shared)
  const pushedRequests = new PushedRequests(shared)
  const endOpenCodes = async (tx: Tx, owner: CodeOwner): Promise<void> => {
    await authorizationCodes.voidAll(tx, owner)
    await deviceCodes.endAll(tx, owner)
  }
  const consents = new Consents({
    ...shared,
    store: new ConsentStore(db),
    events,
    revokeTokens: async (tx, from, reason) => {
      await endOpenCodes(tx, from)
      return tokens.revokeAll(tx, from, reason)
    },
    countTokens: (from) => tokens.countAll(from),
  })
  const clientTies: ClientTies = {
    revokeTokens: (tx, selector, reason) => tokens.revokeAll(tx, selector, reason),
    countTokens: (selector) => tokens.countAll(selector),
    endGrants: async (tx, clientId) => {
      await endOpenCodes(tx, { by: 'client', clientId })
      await consents.endOfClient(tx, clientId)
    },
  }
  const clients = new Clients({ ...shared, ties: clientTies })
  const clientReaper = new ClientReaper({ ...shared, clients, events })
  const agents = new Agents({ ...shared, clients, ties: clientTies, settings, events })
  const dpopKeys = new DpopKeys({ ...shared, agents, clients, ties: clientTies, events })
  const policies = new Policies({ ...shared, agents, ties: clientTies, settings, events })

  const users: Users = new Users({
    ...shared,
    events,
    ties: {
      endAccess: async (tx, userId, reason, actor) => {
        const ended = await sessions.revokeAllOf(tx, userId, reason, actor)
        const { total } = await tokens.revokeAll(tx, { by: 'user', userId }, reason)
        return { sessions: ended.sessions, tokens: ended.tokens + total }
      },
      erase: async (tx, userId) => {
        await consents.endOfUser(tx, userId)
        await policies.endOfUser(tx, userId)
        await recovery.emailTokens.eraseAll(tx, userId)
        await factors.eraseAllOf(tx, userId)
        await federation.services.oauthAccounts.eraseAllOf(tx, userId)
        await sessions.eraseAllOf(tx, userId)
      },
    },
  })
  const logoutNotices = new LogoutNotices(shared)
  const sessions: Sessions = new Sessions({
    ...shared,
    events,
    users,
    settings,
    emails: mail.emails,
    ties: {
      endOf: async (tx, sessionId, extent, reason) => {
        const from = { by: 'session', sessionId, offlineToo: extent === 'all' } as const
        await logoutNotices.endOf(tx, sessionId)
        await endOpenCodes(tx, from)
        return extent === 'unredeemed' ? 0 : (await tokens.revokeAll(tx, from, reason)).total
      },
      endOfUser: async (tx, userId, reason) => {
        await logoutNotices.endOfUser(tx, userId)
        await endOpenCodes(tx, { by: 'user', userId })
        return (await tokens.revokeAll(tx, { by: 'user', userId, via: 'session' }, reason)).total
      },
      handOver: async (tx, from, to) => {
        await logoutNotices.handOver(tx, from, to)
        await tokens.handOver(tx, from, to)
      },
    },
    baseUrl: config.baseUrl,
  })
  const deviceCodes: DeviceCodes = new DeviceCodes({ ...shared, events, consents, sessions })
  const policy = new PasswordPolicy(settings)
  const passwords = new Passwords({
    ...shared,
    events,
    limits,
    users,
    hasher,
    policy,
    hasSignedInFrom: (userId, address) => sessions.hasSignedInFrom(userId, address),
  })
  const recovery = buildRecovery({
    ...shared,
    events,
    limits,
    users,
    passwords,
    sessions,
    emails: mail.emails,
    ties: {
      forgetSignIns: async (tx, userId) => {
        await factors.services.passkeys.eraseAllOf(tx, userId)
        await federation.services.oauthAccounts.eraseAllOf(tx, userId)
      },
    },
  })
  const factors = buildFactors({ ...shared, events, limits, replays, users, sessions, passwords, emails: mail.emails })
  const federation = buildProviders({
    ...shared,
    events,
    limits,
    users,
    outbound,
    hasOtherWay: async (tx, user) => user.passwordHash !== null || factors.services.passkeys.has(user.id, tx),
  })
  const greet = (tx: Tx, user: User, actor: Actor) => recovery.addressProofs.greet(tx, user, actor)
  const signUps = new SignUps({ db, limits, users, policy, hasher, greet })

  const remoteKeys = new RemoteKeys({ ...shared, fetch: outbound.fetch })
  const assertions = new ClientAssertions({ ...shared, replays, remoteKeys })
  const clientAuthentication = new ClientAuthentication({ clients, limits, assertions })
  const dpop = new Dpop({ ...shared, replays, settings })
  const idTokenHints = new IdTokenHints({ ...shared, signingKeys })
  const { endpoint: authorizationEndpoint, validation } = buildAuthorizationEndpoint({
    ...shared,
    idTokenHints,
    requests: authorizationRequests,
    codes: authorizationCodes,
    pushedRequests,
    consents,
    clients,
    users,
    sessions,
    settings,
    limits,
  })
  const logoutDispatcher = new LogoutDispatcher({ ...shared, events, clients, signingKeys, fetch: outbound.fetch })
  const tokenIssuer = new TokenIssuer({ ...shared, tokens, signingKeys, settings, logoutNotices })
  const grants = buildGrants({
    ...shared,
    codes: authorizationCodes,
    deviceCodes,
    tokens,
    users,
    sessions,
    policies,
    clients,
    settings,
    events,
  })
  const services: Services = {
    clock,
    issuer,
    settings,
    firstBoot,
    apiKeys,
    auditLogs: new AuditLogs({
      db,
      agentIds: async (id) => {
        const agent = await agents.find(id)
        return agent && [agent.id, agent.clientId]
      },
    }),
    signingKeys,
    tokens,
    tokenOperations,
    authorizationCodes,
    authorizationRequests,
    pushedRequests,
    consents,
    clients,
    agents,
    dpopKeys,
    policies,
    users,
    userDirectory: new UserDirectory({
      ...shared,
      users,
      voidLinks: (tx, userId) => recovery.emailTokens.voidAll(tx, userId),
    }),
    ...mail,
    sessions,
    sessionRegister: sessions.register,
    passwords,
    signUps,
    ...factors.services,
    ...federation.services,
    addressProofs: recovery.addressProofs,
    freshProofs: recovery.freshProofs,
    linkRequests: recovery.linkRequests,
    magicLinks: recovery.magicLinks,
    passwordChanges: recovery.passwordChanges,
    passwordRecovery: recovery.passwordRecovery,
    ownerSetup: new OwnerSetup({ firstBoot, users, policy, hasher }),
    authorizationEndpoint,
    deviceCodes,
    deviceAuthorization: new DeviceAuthorization({ ...shared, clientAuthentication, deviceCodes, settings, limits }),
    deviceVerification: new DeviceVerification({ ...shared, deviceCodes, clients, sessions, settings, limits }),
    registration: new Registration({ ...shared, clients, events, settings, limits }),
    pushedAuthorization: new PushedAuthorization({
      clientAuthentication,
      validation,
      pushedRequests,
      dpop,
      limits,
      url: `${issuer}/oauth/par`,
    }),
    tokenEndpoint: new TokenEndpoint({
      log: logger,
      clientAuthentication,
      clients,
      dpop,
      grants,
      issuer: tokenIssuer,
      url: `${issuer}/oauth/token`,
    }),
    revocation: new Revocation({ clientAuthentication, tokens }),
    introspection: new Introspection({ clientAuthentication, tokens, issuer }),
    logoutEndpoint: new LogoutEndpoint({ clients, sessions, idTokenHints }),
    serverMetadata: new ServerMetadata({ issuer, settings }),
  }
  return {
    services,
    events,
    limits,
    dpop,
    clientReaper,
    dispatcher,
    roundTrips: federation.roundTrips,
    logoutDispatcher,
  }
}

type Parts = ReturnType<typeof buildServices>

function buildAuthenticators({ services, limits, dpop }: Parts, issuer: string): Required<Authenticators> {
  const { apiKeys, sessions, clients, tokens } = services
  const bearer = new Bearer({ tokens, dpop, issuer })
  const registration = new RegistrationAuthentication({ clients, limits })
  return {
    admin: adminAuthenticator({
      apiKeys,
      sessionOf: async (cookies) => {
        const found = await sessions.authenticate(cookies)
        if (!found) return undefined
        const { user, session } = found
        return {
          userId: user.id,
          systemRole: user.systemRole,
          authenticatedAt: session.authenticatedAt,
          verifyCsrf: (token) => sessions.isCsrfToken(session, token),
        }
      },
    }),
    session: sessionAuthenticator(sessions),
    registration: (request) => registration.authenticate(request),
    bearer: (request, policy) => bearer.authenticate(request, policy.scope),
  }
}

/** Every route of the server, by area. */
const areas = (issuer: string): AreaRoutes[] => [
  {
    area: 'api',
    routes: [
      ...authRoutes,
      ...credentialRoutes,
      ...recoveryRoutes,
      ...providerRoutes,
      ...providerPageRoutes,
      ...providerAdminRoutes,
      ...systemRoutes,
      ...setupApiRoutes,
      ...signingKeyRoutes,
      ...userRoutes,
      ...sessionRoutes,
      ...tokenRoutes,
      ...agentRoutes,
      ...consentRoutes,
      ...consentAdminRoutes,
      ...deviceAdminRoutes,
      ...emailRoutes,
      ...auditLogRoutes,
    ],
  },
  {
    area: 'oauth',
    routes: [
      ...registrationRoutes,
      parRoute,
      tokenRoute,
      revocationRoute,
      introspectionRoute,
      ...deviceRoutes,
      ...userInfoRoutes,
      jwksRoute,
      ...metadataRoutes(issuer),
    ],
  },
  {
    area: 'pages',
    routes: [
      ...authorizeRoutes,
      ...logoutRoutes,
      ...devicePageRoutes,
      ...consentPageRoutes,
      ...loginRoutes,
      ...setupPageRoutes,
      ...assetRoutes,
    ],
  },
]

/** Every event the server records, for the reference. */
export const eventCatalogue: readonly EventKind[] = [
  ...systemEvents,
  ...apiKeyEvents,
  ...signingKeyEvents,
  ...clientEvents,
  ...registrationEvents,
  ...agentEvents,
  ...userEvents,
  ...credentialEvents,
  ...sessionEvents,
  ...recoveryEvents,
  ...providerEvents,
  ...logoutNoticeEvents,
  ...emailEvents,
  ...consentEvents,
  ...deviceEvents,
  ...tokenEvents,
]

/** Every error code of the modules, for the reference. */
export const errorCatalogue: readonly ErrorCode[] = [
  systemErrors,
  agentErrors,
  userErrors,
  credentialErrors,
  sessionErrors,
  recoveryErrors,
  providerErrors,
  emailErrors,
  consentErrors,
  authorizationErrors,
  deviceErrors,
  tokenErrors,
  auditLogErrors,
].flatMap((codes) => Object.values<ErrorCode>(codes))

function scheduleJobs(
  jobs: Jobs,
  { clientReaper, dispatcher, roundTrips, logoutDispatcher, services }: Parts,
  options: AppOptions,
): void {
  const { clock, keyring, database } = options
  const { db } = database
  new Sealer({ db, clock, keyring }).schedule(jobs)
  scheduleLimitCleanup(jobs, { db, clock })
  services.signingKeys.schedule(jobs)
  registerAuthorizationCleanup(jobs, { db, clock })
  registerDeviceCleanup(jobs, { db, clock })
  registerTokenCleanup(jobs, { db, clock })
  registerRecoveryCleanup(jobs, { db, clock })
  roundTrips.schedule(jobs)
  logoutDispatcher.schedule(jobs)
  dispatcher.schedule(jobs)
  jobs.every('clients.reap', HOUR, async (signal) => void (await clientReaper.run(signal)))
  for (const table of ['idempotency_records', 'sessions']) {
    jobs.every(`${table}.cleanup`, 5 * MINUTE, async (signal) => {
      await deleteExpired(db, table, 'expires_at', clock.now(), undefined, signal)
    })
  }
}

/** A server that is ready to listen. */
export interface App {
  readonly services: Services
  readonly jobs: Jobs
  readonly http: ReturnType<typeof buildHttpServer>
  /** Listens on the addresses of the configuration; answers where. */
  listen(): Promise<string[]>
  /** Readiness turns 503 and connections close after their answer; resolves when load balancers had time to see it. */
  drain(): Promise<void>
  /** Lets requests in flight finish, stops the jobs. The database stays open: it belongs to the caller. */
  close(): Promise<void>
}

/** Builds the server. Does the work of every start: signing key, mode, first key. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, clock, logger, keyring } = options
  const parts = buildServices(options)
  const authenticators = buildAuthenticators(parts, config.baseUrl)
  const metrics = new HttpMetrics()
  metrics.collectProcess()
  const jobs = new Jobs({ db: database.db, clock, log: logger })
  scheduleJobs(jobs, parts, options)
  let draining = false
  const isDraining = (): boolean => draining
  const system = [
    ...healthRoutes({ ping: () => database.ping(), isDraining }),
    metricsRoute(metrics, authenticators.admin),
  ]
  const http = buildHttpServer({
    areas: withReference([...areas(config.baseUrl), { area: 'system', routes: system }], {
      title: 'Mandate',
      version: VERSION,
      baseUrl: config.baseUrl,
      errorCodes: errorCatalogue,
    }),
    services: parts.services,
    authenticators,
    config,
    logger,
    clock,
    strictResponses: options.strictResponses ?? false,
    isDraining,
    onRequestFinished: metrics.observe,
    renderErrorPage: problemPage,
    idempotency: new Idempotency({ db: database.db, clock, seal: keyring, logger }),
  })
  await parts.services.signingKeys.ensure()
  const listener = new Listener(http)
  return {
    services: parts.services,
    jobs,
    http,
    listen: () => listener.open(config.host, config.port),
    drain: () => {
      draining = true
      return listener.linger()
    },
    close: async () => {
      draining = true
      if (!(await listener.close())) logger.warn({}, 'requests that took too long were cut off')
      await parts.services.linkRequests.settled()
      await jobs.stop()
    },
  }
}

/** The server's release. */
export const VERSION = '0.1.0'
