import { ApiKeys } from '#/modules/api-keys/index.ts'
import { PasswordHasher } from '#/modules/credentials/index.ts'
import { Branding } from '#/modules/branding/index.ts'
import { buildEmail } from '#/modules/email/index.ts'
import { IdentityMetrics } from '#/modules/statistics/index.ts'
import { SigningKeyOperations, SigningKeys } from '#/modules/signing-keys/index.ts'
import { ExposureWarnings, FirstBoot, Modes, Settings } from '#/modules/system/index.ts'
import { RevocationFeed, TokenRevocations, Tokens, TokenStore } from '#/modules/tokens/index.ts'
import { EndingTable } from './lifecycle.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Config } from '#/platform/config/config.ts'
import { isExposed } from '#/platform/config/exposure.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Database } from '#/platform/db/db.ts'
import { Events } from '#/platform/audit/events.ts'
import { RequestGate } from '#/platform/request-gate/request-gate.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { Replays } from '#/platform/replays/replays.ts'
import type { LogLines } from '#/platform/log/lines.ts'
import type { Logger } from '#/platform/log/log.ts'
import { RequestLog } from '#/platform/http/server/request-log.ts'
import { Metrics } from '#/platform/metrics/metrics.ts'
import { lookUpTxt } from '#/platform/http-client/dns-txt.ts'
import type { LookUpTxt } from '#/platform/http-client/dns-txt.ts'
import type { UpstreamTimeouts } from '#/platform/http-client/upstream-pool.ts'
import { Outbound } from '#/platform/http-client/outbound.ts'
import type { OutboundDeps } from '#/platform/http-client/outbound.ts'

/** One of several processes that are one node. */
export interface NodeWorker {
  /** Descriptors of the sockets at which it listens, at the port of the node and at that for metrics and probes. */
  readonly sockets: { readonly main: readonly number[]; readonly management: readonly number[] }
  /** The metrics of all of them. */
  readonly nodeMetrics: () => Promise<string>
  /** What all of them have of the gateway, as each told it. */
  readonly gatewayShares: () => Promise<readonly object[]>
}

/** What a server is built from. */
export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly logger: Logger
  /** The lines of that logger, for those who read along. */
  readonly logLines: LogLines
  /** For a process that shares its ports with others of this node. */
  readonly worker?: NodeWorker | undefined
  /** Tests: every answer must be one that its route declares. */
  readonly strictResponses?: boolean
  /** Tests: hashing with less work. */
  readonly hasher?: PasswordHasher
  /** Tests: how patient we are with servers behind the gateway. */
  readonly upstreamTimeouts?: Partial<UpstreamTimeouts>
  /** Tests: names and certificates of servers that stand on this machine, and how patient we are with them. */
  readonly outbound?: Pick<OutboundDeps, 'resolver' | 'ca' | 'timeoutMs'>
  /** Tests: what the DNS says. */
  readonly lookUpTxt?: LookUpTxt
}

/** What every room stands on: the platform with its data, settings, keys, mail, outbound requests, and what ends with what. */
export function buildFoundation({ config, database, keyring, clock, logger: log, logLines, ...options }: AppOptions) {
  const issuer = config.baseUrl
  const metrics = new Metrics()
  const identityMetrics = new IdentityMetrics(metrics)
  const events = new Events({ clock, keyring, onRecorded: identityMetrics.recorded })
  const { db } = database
  const limits = new Limits({ db, clock })
  const settings = new Settings({ db, clock, events })
  const apiKeys = new ApiKeys({ db, clock, events, limits })
  const tokenStore = new TokenStore(db)
  const revocationFeed = new RevocationFeed(db)
  const branding = new Branding({ db, clock, events, issuer })
  const requestGate = new RequestGate()
  const signingKeys = new SigningKeys({
    db,
    clock,
    keyring,
    events,
  })
  const tokens = new Tokens({
    db,
    keyring,
    events,
    clock,
    issuer,
    signingKeys,
    store: tokenStore,
    revocations: new TokenRevocations(db, revocationFeed),
  })
  const outbound = new Outbound({
    ...options.outbound,
    baseUrl: issuer,
    rules: async () => ({
      insideAllowed: (await settings.mode()) === 'dev',
      allowedHosts: (await settings.current())['outbound.allowed_hosts'],
    }),
  })
  const lifecycle = new EndingTable({ db, clock, tokens })
  return {
    database,
    db,
    clock,
    keyring,
    issuer,
    log,
    logLines,
    metrics,
    identityMetrics,
    requestLog: new RequestLog({
      log,
      linesPerSecond: config.logRequestsPerSecond,
      isVerbose: config.logLevel === 'debug',
    }),
    events,
    limits,
    requestGate,
    settings,
    modes: new Modes({ db, events, settings, requestGate, isExposed: isExposed(config) }),
    exposureWarnings: new ExposureWarnings({ config, settings, log }),
    apiKeys,
    tokenStore,
    revocationFeed,
    hasher: options.hasher ?? new PasswordHasher({ processes: config.workers }),
    replays: new Replays(db),
    branding,
    mail: buildEmail({
      db,
      clock,
      keyring,
      events,
      limits,
      log,
      issuer,
      dial: outbound.dial,
      brand: () => branding.forMail(),
    }),
    outbound,
    lookUpTxt: options.lookUpTxt ?? lookUpTxt,
    firstBoot: new FirstBoot({ db, clock, events, limits, settings, apiKeys, dataDir: config.dataDir }),
    signingKeys,
    signingKeyOperations: new SigningKeyOperations({
      db,
      clock,
      keyring,
      events,
      lifecycle,
      signingKeys,
      accessTokenTtlSeconds: async () => (await settings.current())['oauth.access_token_ttl_seconds'],
      lastTokenExpiresAt: () => tokenStore.lastExpiresAt(clock.now()),
    }),
    tokens,
    lifecycle,
  }
}

export type Foundation = ReturnType<typeof buildFoundation>
