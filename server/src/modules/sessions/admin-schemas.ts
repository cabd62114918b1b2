import { Type } from 'typebox'
import { CountsSchema, DryRunQuery } from '#/modules/lifecycle/index.ts'
import { ListQuery } from '#/platform/paging/paging.ts'

const Time = Type.String({ format: 'date-time' })
const TextOrNull = Type.Union([Type.String(), Type.Null()])

const described = {
  id: Type.String(),
  device: Type.String({ description: 'In words: Firefox on Linux.' }),
  place: Type.String({ description: 'In words, as far as the address shows it.' }),
  address: TextOrNull,
  methods: Type.Array(Type.String(), { description: 'How the person proved who they are (RFC 8176 §2).' }),
  authenticated_at: Time,
  created_at: Time,
  last_seen_at: Time,
  expires_at: Time,
}

/** One of my own sessions. */
export const OwnSessionSchema = Type.Object(
  { ...described, current: Type.Boolean({ description: 'Whether this request came with it.' }) },
  { $id: 'OwnSession' },
)

/** A living session as operators see it. */
export const SessionSchema = Type.Object(
  {
    ...described,
    user_id: Type.String(),
    user_email: TextOrNull,
    user_agent: TextOrNull,
    pending: Type.Boolean({
      description: 'Whether it waits for the second factor or an auth flow; until then it opens nothing.',
    }),
  },
  { $id: 'Session' },
)

export const SessionParams = Type.Object({ id: Type.String() })

export const SessionQuery = Type.Object({
  ...ListQuery.properties,
  user_id: Type.Optional(Type.String({ maxLength: 80 })),
})

export const RevokeEveryQuery = Type.Object({
  ...DryRunQuery.properties,
  include_own: Type.Optional(Type.Boolean({ description: 'Also the session this request came with.' })),
})

/** What ended, or with `dry_run` would end. */
export const RevokedSessionsSchema = Type.Object({
  revoked_sessions: Type.Integer({ description: '0 in a dry run.' }),
  revoked_tokens: Type.Integer({ description: '0 in a dry run.' }),
  dry_run: Type.Boolean(),
  living_sessions: Type.Integer({ description: 'How many of these lived when it was asked.' }),
  living_tokens: Type.Integer({ description: 'How many tokens that came from them lived.' }),
  counts: CountsSchema,
})

export const PurgedSchema = Type.Object({
  deleted: Type.Integer({ description: '0 in a dry run.' }),
  dry_run: Type.Boolean(),
  expired: Type.Integer({ description: 'How many were over when it was asked.' }),
})
