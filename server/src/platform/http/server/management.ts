import { buildHttpServer } from './server.ts'
import { Listener } from './listener.ts'
import type { HttpLogger } from '#/platform/http/output/responder.ts'
import type { Route } from '#/platform/http/routing/route.ts'
import type { Services } from '#/platform/http/routing/services.ts'

interface ManagementOptions {
  readonly host: string | null
  readonly port: number
  /** Metrics and probes; none of them asks who calls. */
  readonly routes: readonly Route[]
  readonly logger: HttpLogger
  /** The sockets that this process was given for it, where it was given some. */
  readonly inherited?: readonly number[] | undefined
}

/** An open port for metrics and probes. */
export interface ManagementServer {
  readonly addresses: readonly string[]
  close(): Promise<void>
}

const CLOSE_WITHIN_MS = 1000

/** Serves metrics and probes on a port of their own, apart from what people and clients send. */
export async function openManagement({
  host,
  port,
  routes,
  logger,
  inherited,
}: ManagementOptions): Promise<ManagementServer> {
  const http = buildHttpServer({
    areas: [{ area: 'system', routes }],
    services: {} as Services,
    authenticators: {},
    config: { baseUrl: `http://localhost:${port}`, trustedProxies: [] },
    logger,
  })
  const listener = new Listener(http, inherited)
  return {
    addresses: await listener.open(host, port),
    close: async () => void (await listener.close(CLOSE_WITHIN_MS)),
  }
}
