import { Type } from 'typebox'
import { ActorNamesSchema } from '#/modules/delegations/index.ts'
import { curveNames } from './metrics.ts'
import type { TSchema } from 'typebox'

const Count = Type.Integer({ minimum: 0 })
const Time = Type.String({ format: 'date-time' })
const Span = Type.Object(
  { last_24h: Count, last_7d: Count },
  { description: 'By whole hours: the one under way and those before.' },
)

export const StatsSchema = Type.Object(
  {
    users: Type.Object({ total: Count, with_second_factor: Count, disabled: Count, created: Span }),
    sessions: Type.Object({ active: Count, created: Span }),
    sign_ins: Type.Object({ failed: Span, stopped: Span }),
    agents: Type.Object({ total: Count, active: Count }),
    clients: Type.Object({ apps: Count, registered: Count }),
    consents: Type.Object({ active: Count, granted: Span, revoked: Span }),
    tokens: Type.Object({
      issued: Span,
      exchanged: Span,
      exchanges_refused: Span,
      reuse_detected: Span,
    }),
    oauth_providers: Type.Object({ total: Count }),
    organizations: Type.Object({ total: Count }),
    as_of: Type.Union([Time, Type.Null()], {
      description: 'When the totals were counted. Null on a server that started a moment ago.',
    }),
  },
  { $id: 'Stats' },
)

const MAX_DAYS = 90
const MAX_HOURLY_DAYS = 7

export const TrendsQuery = Type.Object({
  days: Type.Integer({
    minimum: 1,
    maximum: MAX_DAYS,
    default: 30,
    description: `How many days, today included. By the hour at most ${MAX_HOURLY_DAYS}.`,
  }),
  interval: Type.Enum(['hour', 'day'], { default: 'day', description: 'How long each point lasts. Days are UTC.' }),
})

/** Whether so many points may be asked for at once. */
export const isTooFine = (days: number, interval: 'hour' | 'day'): boolean =>
  interval === 'hour' && days > MAX_HOURLY_DAYS

/** How far back who acted for whom is told. */
export const windows = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const

export const ActingQuery = Type.Object({
  window: Type.Enum(['24h', '7d', '30d'], {
    default: '24h',
    description: 'By whole hours, the one under way included.',
  }),
})

const IdOrNull = Type.Union([Type.String(), Type.Null()])

export const ActingSchema = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description: 'The beginning of the window, or where the newest 10,000 hourly counts begin when there are more.',
    }),
    to: Time,
    flows: Type.Array(
      Type.Object({
        subject: Type.String({ description: 'The person, or the client, who was acted for.' }),
        via: IdOrNull,
        actor: Type.String({ description: 'The client_id of whoever acted.' }),
        resource: IdOrNull,
        tokens: Count,
      }),
      { description: 'The most frequent first: 300 at most. `via` handed on to the actor.' },
    ),
    is_complete: Type.Boolean({ description: 'False when there were more.' }),
    names: ActorNamesSchema,
  },
  { $id: 'Acting' },
)

const MAX_CLIENTS = 50

export const ClientCurvesQuery = Type.Object({
  client_ids: Type.String({
    maxLength: 5000,
    pattern: `^[^,]+(,[^,]+){0,${MAX_CLIENTS - 1}}$`,
    description: `The client_ids of ${MAX_CLIENTS} clients at most, with commas between.`,
  }),
  days: Type.Integer({ minimum: 1, maximum: 31, default: 14, description: 'How many days, today included.' }),
  interval: Type.Enum(['hour', 'day'], { default: 'day', description: 'How long each number counts. Days are UTC.' }),
})

export const ClientCurvesSchema = Type.Object(
  {
    from: Time,
    to: Time,
    interval: Type.Enum(['hour', 'day']),
    clients: Type.Array(
      Type.Object({
        client_id: Type.String(),
        tokens: Type.Array(Count, {
          description: 'A number for every interval from `from` on, also where there was nothing.',
        }),
      }),
    ),
  },
  { $id: 'ClientCurves' },
)

const Curve = Type.Array(Type.Object({ at: Time, count: Count }), {
  description: 'A point for every interval, oldest first, also where nothing happened.',
})
const perCurve = Object.fromEntries(curveNames.map((name): [string, TSchema] => [name, Curve]))

export const TrendsSchema = Type.Object(
  {
    from: Time,
    to: Time,
    interval: Type.Enum(['hour', 'day']),
    series: Type.Object(perCurve),
    tokens_by_grant: Type.Array(Type.Object({ grant_type: Type.String(), count: Count })),
    sign_ins_by_method: Type.Array(
      Type.Object({ method: Type.String({ description: 'As in RFC 8176 §2.' }), count: Count }),
    ),
  },
  { $id: 'Trends' },
)
