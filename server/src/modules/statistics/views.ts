import type { Static } from 'typebox'
import { toIso } from '#/platform/clock.ts'
import { curveNames } from './metrics.ts'
import type { CurveName } from './metrics.ts'
import { actorNamesView } from '#/modules/delegations/index.ts'
import type { ActorNames } from '#/modules/delegations/index.ts'
import type { ActingSchema, ClientCurvesSchema, StatsSchema, TrendsSchema } from './schemas.ts'
import type { ActingShares, ClientCurves, Totals, Trends } from './statistics.ts'

/** The totals on the wire. */
export function statsView({ gauges, lastDay, lastWeek, countedAt }: Totals): Static<typeof StatsSchema> {
  const span = (name: CurveName) => ({ last_24h: lastDay[name], last_7d: lastWeek[name] })
  return {
    users: {
      total: gauges.users,
      with_second_factor: gauges.users_with_second_factor,
      disabled: gauges.users_disabled,
      created: span('sign_ups'),
    },
    sessions: { active: gauges.sessions_active, created: span('sign_ins') },
    sign_ins: { failed: span('failed_sign_ins'), stopped: span('stopped_sign_ins') },
    agents: { total: gauges.agents, active: gauges.agents_active },
    clients: { apps: gauges.apps, registered: gauges.registered_clients },
    consents: { active: gauges.consents_active, granted: span('consents_granted'), revoked: span('consents_revoked') },
    tokens: {
      issued: span('tokens_issued'),
      exchanged: span('token_exchanges'),
      exchanges_refused: span('token_exchanges_refused'),
      reuse_detected: span('token_reuse_detected'),
    },
    oauth_providers: { total: gauges.oauth_providers },
    organizations: { total: gauges.organizations },
    as_of: countedAt === null ? null : toIso(countedAt),
  }
}

/** Who acted for whom on the wire. */
export const actingView = (
  { from, to, shares, isComplete }: ActingShares,
  names: ActorNames,
): Static<typeof ActingSchema> => ({
  from: toIso(from),
  to: toIso(to),
  flows: shares.map(({ subject, via, actor, resource, count }) => ({ subject, via, actor, resource, tokens: count })),
  is_complete: isComplete,
  names: actorNamesView(names),
})

/** The tokens of clients on the wire. */
export const clientCurvesView = ({ from, to, interval, curves }: ClientCurves): Static<typeof ClientCurvesSchema> => ({
  from: toIso(from),
  to: toIso(to),
  interval,
  clients: curves.map(({ clientId, counts }) => ({ client_id: clientId, tokens: [...counts] })),
})

/** The curves on the wire. */
export function trendsView({
  from,
  to,
  interval,
  points,
  tokensByGrant,
  signInsByMethod,
}: Trends): Static<typeof TrendsSchema> {
  return {
    from: toIso(from),
    to: toIso(to),
    interval,
    series: Object.fromEntries(
      curveNames.map((name) => [name, points[name].map(({ at, count }) => ({ at: toIso(at), count }))]),
    ),
    tokens_by_grant: tokensByGrant.map(({ name, count }) => ({ grant_type: name, count })),
    sign_ins_by_method: signInsByMethod.map(({ name, count }) => ({ method: name, count })),
  }
}
