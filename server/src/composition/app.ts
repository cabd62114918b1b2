/**
 * The server as one value: `createApp` puts the HTTP server and the jobs around what `composition/` builds, room by
 * room: foundation, delegation, people, protocol; its catalogue lists routes, events and errors.
 */
import { localeOf } from '#/ui/i18n/index.ts'
import { problemPage, withBrand, writtenPage } from '#/ui/index.ts'
import { buildAuthenticators } from './authenticators.ts'
import { areas, errorCatalogue, webhookCatalogue } from './catalogue.ts'
import type { AppOptions } from './foundation.ts'
import { registerGauges } from './gauges.ts'
import { scheduleJobs } from './jobs.ts'
import { referenceWords, sentMessages } from './reference/index.ts'
import { buildServices } from './services.ts'
import type { AppServices } from './services.ts'
import { healthRoutes } from '#/platform/http/server/health.ts'
import { Idempotency } from '#/platform/idempotency/idempotency.ts'
import { Listener } from '#/platform/http/server/listener.ts'
import { openManagement } from '#/platform/http/server/management.ts'
import type { ManagementServer } from '#/platform/http/server/management.ts'
import { HttpMetrics, metricsRoute } from '#/platform/http/server/metrics.ts'
import { tokenRoute } from '#/oauth/token/endpoint.ts'
import type { Metrics } from '#/platform/metrics/metrics.ts'
import { withReference } from '#/platform/openapi/routes.ts'
import { buildHttpServer } from '#/platform/http/server/server.ts'
import { Jobs } from '#/platform/jobs/jobs.ts'
import { WriteProbe } from '#/platform/jobs/write-probe.ts'
import { VERSION } from '#/platform/version.ts'

/** A server that is ready to listen. */
export interface App {
  readonly services: AppServices
  readonly jobs: Jobs
  readonly http: ReturnType<typeof buildHttpServer>
  readonly metrics: Metrics
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
  const { apiKeys, sessions, clients, tokens, issuer, scimTokens } = parts.services
  const { limits } = parts.foundation
  const authenticators = buildAuthenticators({
    apiKeys,
    sessions,
    clients,
    tokens,
    issuer,
    limits,
    dpop: parts.protocol.dpop,
    operatorTokens: parts.protocol.operatorTokens,
    scimTokens,
  })
  const { metrics, identityMetrics, requestLog } = parts.foundation
  const httpMetrics = new HttpMetrics(metrics)
  const jobs = new Jobs({ db: database.db, clock, log: logger })
  scheduleJobs(jobs, parts)
  registerGauges(metrics, parts, jobs)
  const writeProbe = new WriteProbe({ db: database.db, clock })
  let draining = false
  const isDraining = (): boolean => draining
  const probes = healthRoutes({ ping: () => database.ping(), checkWrites: () => writeProbe.check(), isDraining })
  const readMetrics = options.worker?.nodeMetrics ?? (() => metrics.text())
  const system = [
    ...probes,
    metricsRoute(readMetrics, { baseUrl: config.baseUrl, authenticateAdmin: authenticators.admin }),
  ]
  const http = buildHttpServer({
    areas: withReference(
      [
        ...withBrand(areas(config.baseUrl, { gateway: config.proxy !== undefined }), parts.services.branding),
        { area: 'system', routes: system },
      ],
      {
        title: 'Mandate',
        version: VERSION,
        baseUrl: config.baseUrl,
        errorCodes: errorCatalogue,
        messages: sentMessages(webhookCatalogue),
        ...referenceWords,
      },
    ),
    services: parts.services,
    authenticators,
    config,
    logger,
    clock,
    negotiateLocale: (source) => localeOf(source),
    requestGate: parts.foundation.requestGate,
    strictResponses: options.strictResponses ?? false,
    isDraining,
    onUnlistedProxy: (peer) => parts.services.exposureWarnings.forwardedBy(peer),
    onRequestFinished: (finished) => {
      httpMetrics.observe(finished)
      requestLog.observe(finished)
      const { status, code, operation, context, isAdmin } = finished
      if (operation === tokenRoute.name) identityMetrics.tokensAnswered({ grant: context.notes.grant, code })
      const ofAdministration = isAdmin || context.notes.caller?.type === 'admin'
      if (status === 403 && ofAdministration)
        parts.services.adminRefusals.note({ route: operation, code: code ?? '', context })
    },
    renderErrorPage: (...failed) => writtenPage(problemPage(...failed), parts.services.branding),
    idempotency: new Idempotency({ db: database.db, clock, seal: keyring, logger }),
  })
  await parts.services.signingKeys.ensure()
  const sockets = options.worker?.sockets
  const listener = new Listener(http, sockets?.main)
  let management: ManagementServer | undefined
  const leave = (): void => {
    draining = true
    options.logLines.close()
    parts.services.eventStreams.close()
    parts.services.revocationStreams.close()
  }
  return {
    services: parts.services,
    jobs,
    http,
    metrics,
    listen: async () => {
      if (config.management) {
        const routes = [...probes, metricsRoute(readMetrics, 'open')]
        const inherited = sockets?.management
        management = await openManagement({ ...config.management, routes, logger, inherited })
        logger.info({ addresses: management.addresses }, 'metrics and probes are served apart')
      }
      const addresses = await listener.open(config.host, config.port)
      if (config.proxy) await parts.services.gatewayControl.begin()
      return addresses
    },
    drain: () => {
      leave()
      return listener.linger()
    },
    close: async () => {
      leave()
      const [isQuiet] = await Promise.all([listener.close(), parts.services.gatewayControl.end()])
      requestLog.flush()
      if (!isQuiet) logger.warn({}, 'requests that took too long were cut off')
      await parts.services.linkRequests.settled()
      await parts.services.clientLogos.settled()
      await parts.services.apiKeys.settled()
      await parts.services.vaultUses.settled()
      await parts.services.adminRefusals.settled()
      await jobs.stop()
      parts.foundation.outbound.close()
      await management?.close()
    },
  }
}
