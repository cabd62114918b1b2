import type { IncomingMessage } from 'node:http'
import type { Clients } from '#/modules/clients/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Resources } from '#/modules/resources/index.ts'
import type { Sessions } from '#/modules/sessions/index.ts'
import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { UpstreamTimeouts } from '#/platform/http-client/upstream-pool.ts'
import { newId } from '#/platform/ids.ts'
import type { Metrics } from '#/platform/metrics/metrics.ts'
import type { People } from './access/people.ts'
import { RuleSets } from './access/rule-set.ts'
import { Simulation } from './access/simulation.ts'
import { ForwardAuth } from './entry/forward-auth.ts'
import { FigureBook } from './forwarding/figures.ts'
import { GatewayMetrics } from './forwarding/gateway-metrics.ts'
import type { GatewayDeps } from './forwarding/gateway.ts'
import { LocalPaths } from './forwarding/local-paths.ts'
import { NodeGateway } from './forwarding/node-gateway.ts'
import type { NodeGatewayDeps } from './forwarding/node-gateway.ts'
import { Refusals } from './forwarding/refusal.ts'
import type { RenderRefusal } from './forwarding/refusal.ts'
import { Assertions } from './identity/assertion.ts'
import { GatewayAuthorization } from './identity/authorization.ts'
import { Credentials } from './identity/credentials.ts'
import type { CredentialsDeps } from './identity/credentials.ts'
import { GatewaySessions } from './identity/gateway-sessions.ts'
import { GatewayControl } from './operations/control.ts'
import type { ControlDeps } from './operations/control.ts'
import { StatusStreams } from './operations/status-streams.ts'
import type { StatusStreamsDeps } from './operations/status-streams.ts'
import { GatewayStatuses } from './operations/status.ts'
import type { StatusDeps } from './operations/status.ts'
import { Rules } from './rules/rules.ts'
import { Upstreams } from './upstreams/upstreams.ts'

export interface ProxyParts {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly log: GatewayDeps['log'] & ControlDeps['log']
  readonly issuer: string
  /** Where the gateway listens; undefined when it is turned off. */
  readonly address: NodeGatewayDeps['address']
  readonly timeouts: Partial<UpstreamTimeouts>
  /** Where this process listens besides. */
  readonly ports: readonly number[]
  readonly people: People
  readonly clients: Clients
  readonly sessions: Sessions
  readonly resources: Resources
  readonly signingKeys: SigningKeys
  readonly verifyToken: CredentialsDeps['verifyToken']
  readonly findToken: CredentialsDeps['findToken']
  readonly metrics: Metrics
  readonly renderRefusal: RenderRefusal
  readonly onFinished: GatewayDeps['onFinished']
  readonly ipOf: (message: IncomingMessage) => string
  /** What all processes of the node have of the gateway, where there are several. */
  readonly shares: StatusDeps['shares']
  /** Whether whoever sent a request to follow the status would still be let in. */
  readonly mayRead: StatusStreamsDeps['mayRead']
}

/** The services of this module, and the gateway of this node. */
export function buildProxy(parts: ProxyParts) {
  const { db, clock, keyring, events, lifecycle, log, issuer, people, clients, sessions, resources, signingKeys } =
    parts
  const { address, timeouts, ipOf, mayRead, verifyToken, findToken } = parts
  const monotonicMs = (): number => performance.now()
  const ruleSets = new RuleSets({ db, clock })
  const onChanged = (): void => ruleSets.invalidate()
  const isApp = async (id: string): Promise<boolean> => (await clients.find(id))?.kind === 'app'
  const ports = address ? [...parts.ports, address.port] : parts.ports
  const own = { issuer, ports }
  const proxyUpstreams = new Upstreams({ db, clock, events, lifecycle, own, isApp, onChanged })
  const isUpstream = (id: string): Promise<boolean> => isThere(proxyUpstreams.get(id))
  const gatewaySessions = new GatewaySessions({ db, clock, keyring, events, sessions, issuer })
  const authorization = new GatewayAuthorization({
    issuer,
    clock,
    ruleSets,
    gatewaySessions,
    credentials: new Credentials({ issuer, people, clients, sessions, gatewaySessions, verifyToken, findToken }),
    assertions: new Assertions({ clock, issuer, signingKeys }),
  })
  const refusals = new Refusals(parts.renderRefusal)
  const figures = new FigureBook(monotonicMs, new GatewayMetrics(parts.metrics))
  const gateway = new NodeGateway({
    issuer,
    ipOf,
    newRequestId: () => newId('req', clock.now()),
    authorization,
    localPaths: new LocalPaths({ issuer, ruleSets, gatewaySessions, resources, refusals }),
    refusals,
    onFinished: parts.onFinished,
    figures,
    log,
    monotonicMs,
    address,
    timeouts,
  })
  const gatewayControl = new GatewayControl({ db, clock, events, ruleSets, gateway, log })
  const gatewayStatuses = new GatewayStatuses({
    ruleSets,
    control: gatewayControl,
    figures,
    gateway,
    shares: parts.shares,
  })
  return {
    services: {
      proxyUpstreams,
      proxyRules: new Rules({ db, clock, events, isUpstream, isApp, onChanged }),
      ruleSets,
      simulation: new Simulation({ clock, ruleSets, people }),
      gatewaySessions,
      forwardAuth: new ForwardAuth({ issuer, authorization, figures, monotonicMs }),
      gatewayControl,
      gatewayStatuses,
      statusStreams: new StatusStreams({ statuses: gatewayStatuses, mayRead }),
    },
  }
}

const isThere = (found: Promise<unknown>): Promise<boolean> =>
  found.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
