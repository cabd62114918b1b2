import { grantTypes, TOKEN_EXCHANGE } from '#/protocol/oauth.ts'

/**
 * What one hour's row counts: events by name, tokens by grant, sign-ins by method, tokens of a client, and who acted for
 * whom and where.
 */
export type Metric =
  | `event:${string}`
  | `token:${string}`
  | `method:${string}`
  | `client:${string}`
  | `acting:${string}`

export const eventMetric = (name: string): Metric => `event:${name}`
export const tokenMetric = (grantType: string): Metric => `token:${grantType}`
export const methodMetric = (method: string): Metric => `method:${method}`

export const clientMetric = (clientId: string): Metric => `client:${clientId}`

/** Whom an actor acted for, who had handed on to it, and for what it got the token. */
export interface Acting {
  readonly subject: string
  readonly via: string | null
  readonly actor: string
  readonly resource: string | null
}

export const actingMetric = ({ subject, via, actor, resource }: Acting): Metric =>
  `acting:${JSON.stringify([subject, via, actor, resource])}`

/** What such a metric counts. */
export function actingOf(metric: Metric): Acting {
  const [subject, via, actor, resource] = JSON.parse(metric.slice('acting:'.length)) as [
    string,
    string | null,
    string,
    string | null,
  ]
  return { subject, via, actor, resource }
}

/** The curves operators see, each the sum of some metrics. */
export const curves = {
  sign_ups: ['event:user.created'],
  sign_ins: ['event:session.created'],
  failed_sign_ins: [
    'event:login.failed',
    'event:mfa.failed',
    'event:oauth_sign_in.refused',
    'event:sso.sign_in.refused',
  ],
  /** By an auth flow, or because its person never came to its end. */
  stopped_sign_ins: ['event:flow_run.denied', 'event:flow_run.failed', 'event:flow_run.expired'],
  second_factors_enabled: ['event:mfa.enabled'],
  consents_granted: ['event:consent.granted'],
  consents_revoked: ['event:consent.revoked'],
  tokens_issued: grantTypes.map(tokenMetric),
  /** Counted with the tokens, not by its event, so that there are never more of them than of tokens. */
  token_exchanges: [tokenMetric(TOKEN_EXCHANGE)],
  token_exchanges_refused: ['event:token.exchange_refused'],
  token_reuse_detected: ['event:token.reuse_detected'],
} satisfies Record<string, readonly Metric[]>

export type CurveName = keyof typeof curves
export const curveNames = Object.keys(curves) as CurveName[]
/** What all curves are made of. */
export const curveMetrics: readonly Metric[] = curveNames.flatMap((name) => curves[name])

/** How many there are of something at a moment. */
export const gaugeNames = [
  'users',
  'users_with_second_factor',
  'users_disabled',
  'sessions_active',
  'agents',
  'agents_active',
  'apps',
  'registered_clients',
  'consents_active',
  'oauth_providers',
  'organizations',
] as const
export type GaugeName = (typeof gaugeNames)[number]
