import { Type } from 'typebox'
import { WINDOW_SECONDS } from '#/modules/proxy/forwarding/figures.ts'

const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** How the gateway of a node stands, on the wire. */
export const LifecycleSchema = Type.Object(
  {
    state: Type.Enum(['running', 'stopped', 'draining', 'failed'], { description: 'Of the node that responds.' }),
    wanted: Type.Enum(['running', 'stopped'], { description: 'Of every node.' }),
    listeners: Type.Array(Type.String(), { description: 'Where it listens.' }),
    in_flight: Type.Integer({ description: 'Requests and tunnels that are being served.' }),
    rules_loaded: Type.Integer(),
    hosts_loaded: Type.Integer(),
    reloads: Type.Integer({ description: 'How often it was told to start afresh.' }),
    started_at: nullable(Type.String({ format: 'date-time' }), 'Since when it listens.'),
    last_error: nullable(Type.String(), 'Why it could not listen.'),
  },
  { $id: 'ProxyLifecycle' },
)

const Counts = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })

const Figures = Type.Object(
  {
    window_seconds: Type.Literal(WINDOW_SECONDS, { description: 'How far back they reach.' }),
    requests: Type.Integer(),
    served: Type.Integer({ description: 'That the upstream answered, whatever it said.' }),
    denied: Counts('By reason.'),
    failed: Counts('That a rule let through and the upstream did not answer, by reason.'),
    p50_ms: nullable(Type.Number(), 'Until the head of the response; null without any.'),
    p99_ms: nullable(Type.Number(), 'Until the head of the response; null without any.'),
  },
  { $id: 'ProxyFigures' },
)

/** How the gateway of a node does, on the wire. */
export const StatusSchema = Type.Object({
  processes: Type.Integer({ description: 'How many processes of the node these are the figures of.' }),
  lifecycle: LifecycleSchema,
  upstreams: Type.Array(
    Type.Object({
      id: Type.String(),
      host: Type.String(),
      upstream: Type.Union([Type.String(), Type.Null()]),
      circuit: Type.Enum(['closed', 'open', 'half-open'], {
        description:
          'open: nothing is sent there for a while, because it failed several times in a row. Of several processes, each of which has one, the one that is furthest.',
      }),
      failures_in_a_row: Type.Integer(),
      in_flight: Type.Integer(),
      figures: Figures,
    }),
  ),
  others: Figures,
})
