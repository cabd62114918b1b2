import { Type } from 'typebox'
import { ChainSchema } from '#/modules/tokens/index.ts'
import { actorKinds } from './actor-directory.ts'
import { edgeKinds } from './delegation-map.ts'

const Count = Type.Integer({ minimum: 0 })
const Time = Type.String({ format: 'date-time' })

/** What those are called who act, by the id that tokens have. */
export const ActorNamesSchema = Type.Record(
  Type.String(),
  Type.Object({
    kind: Type.Enum([...actorKinds]),
    id: Type.String({ description: 'The id that the routes of their kind take.' }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Of people only for whoever may read users.' }),
    active: Type.Boolean(),
  }),
  { description: 'By user id and client_id. Whoever is gone is left out.' },
)

export const DelegationQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 2000, default: 500, description: 'How many tokens to look at.' }),
  before: Type.Optional(
    Type.String({ maxLength: 200, description: 'The next_before of another answer, to go on with older tokens.' }),
  ),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601. A day ago when not given.' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601. Tokens before this time.' })),
  min_depth: Type.Integer({ minimum: 1, maximum: 50, default: 1, description: 'Chains with so many hops at least.' }),
  broken: Type.Boolean({ default: false, description: 'Only chains in which a token ended before its time.' }),
  actor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'Only chains with this user id, client_id or resource.' }),
  ),
})

export const DelegationMapSchema = Type.Object(
  {
    from: Time,
    to: Time,
    tokens: Type.Integer({ minimum: 0, description: 'How many tokens this page is made from.' }),
    nodes: Type.Array(
      Type.Object({
        id: Type.String({ description: 'A user id, a client_id, or the URI of a resource.' }),
        kind: Type.Enum([...actorKinds, 'resource']),
        name: Type.Union([Type.String(), Type.Null()]),
        record_id: Type.Union([Type.String(), Type.Null()], {
          description: 'The id that routes take; null for resources and whoever is gone.',
        }),
        active: Type.Boolean(),
      }),
    ),
    edges: Type.Array(
      Type.Object({
        kind: Type.Enum([...edgeKinds], {
          description: 'A subject lets a client act, a client hands_on to another, an actor reaches a resource.',
        }),
        from: Type.String(),
        to: Type.String(),
        tokens: Count,
        living: Count,
        broken: Type.Integer({ minimum: 0, description: 'Ended before their time.' }),
        key_bound: Count,
        depth: Type.Integer({ minimum: 0, description: 'Of the deepest token.' }),
        last_at: Time,
        token_ids: Type.Array(Type.String(), {
          description: 'The newest 50; of lets the roots. Revoking one ends what is below it.',
        }),
      }),
    ),
    chains: Type.Array(ChainSchema, { description: 'The same as lines, newest first: a hundred at most.' }),
    next_before: Type.Union([Type.String(), Type.Null()], { description: 'Null when there are no older tokens.' }),
  },
  { $id: 'DelegationMap' },
)
