import { buildProxy } from '#/modules/proxy/index.ts'
import type { GatewayShare } from '#/modules/proxy/index.ts'
import { Bearer } from '#/oauth/shared/bearer.ts'
import { ClientIps } from '#/platform/http/input/client-ip.ts'
import { gatewayProblemPage, writtenPage } from '#/ui/index.ts'
import { buildAdminAuthenticator } from './authenticators.ts'
import type { Delegation } from './delegation.ts'
import type { AppOptions, Foundation } from './foundation.ts'
import type { People } from './people.ts'
import type { Protocol } from './protocol.ts'

/** The gateway, which leads people and agents to hosts behind it. */
export function buildGateway(
  foundation: Foundation,
  delegation: Delegation,
  people: People,
  protocol: Protocol,
  { config, worker, upstreamTimeouts = {} }: AppOptions,
) {
  const { db, clock, keyring, events, lifecycle, issuer, log, signingKeys, apiKeys, branding, metrics, requestLog } =
    foundation
  const { clients, resources, tokens } = delegation.services
  const { users, sessions, access } = people.services
  const clientIps = new ClientIps(config.trustedProxies)
  const bearer = new Bearer({ tokens, dpop: protocol.dpop, issuer })
  const admit = buildAdminAuthenticator({ apiKeys, sessions, operatorTokens: protocol.operatorTokens })
  const proxy = buildProxy({
    db,
    clock,
    keyring,
    events,
    lifecycle,
    log,
    issuer,
    address: config.proxy && { ...config.proxy, isShared: config.workers > 1 },
    timeouts: upstreamTimeouts,
    ports: [config.port, config.management?.port].filter((port) => port !== undefined),
    people: {
      findUser: (id) => users.find(id),
      rolesOf: async (userId) =>
        (await access.rolesOf(userId)).map(({ name, nameCanonical }) => ({ name, canonical: nameCanonical })),
      holds: async (userId, permission) => 'source' in (await access.check({ userId, permission })),
      isMemberOf: people.isMember,
    },
    clients,
    sessions,
    resources,
    signingKeys,
    verifyToken: async ({ audience, url, method, hasTokenInQuery, headerValues }) => {
      const queryForm = { has: (name: string) => hasTokenInQuery && name === 'access_token' }
      const { token, scheme } = await bearer.authenticateAt({ audience, url }, { method, queryForm, headerValues })
      return { token, isBound: scheme === 'DPoP' }
    },
    findToken: (text) => tokens.authenticate(text),
    renderRefusal: ({ reason: code, signInAnew, ...refusal }, requestId, message) =>
      writtenPage(gatewayProblemPage({ ...refusal, code }, requestId, message, { issuer, signInAnew }), branding),
    metrics,
    onFinished: (finished) =>
      requestLog.observe({ ...finished, route: 'gateway', operation: 'gateway', isAdmin: false }),
    ipOf: (message) => clientIps.of(message),
    // They pass through the supervisor, which knows no gateway.
    shares: worker && (async () => (await worker.gatewayShares()) as GatewayShare[]),
    mayRead: (request) =>
      admit(request, { kind: 'admin', scope: 'proxy:read' }).then(
        () => true,
        () => false,
      ),
  })
  return { ...proxy, isOn: config.proxy !== undefined }
}

export type Gateway = ReturnType<typeof buildGateway>
