import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { FlowTrigger } from '#/modules/sessions/index.ts'

/** What can set a flow off. */
export const flowTriggers = [
  'signup',
  'login',
  'password_reset',
  'magic_link',
  'oauth_callback',
] as const satisfies readonly FlowTrigger[]

/** How somebody proved who they are, in the words of operators. */
export const authMethods = ['password', 'magic_link', 'passkey', 'social', 'sso', 'second_factor'] as const
export type AuthMethod = (typeof authMethods)[number]

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

const anyOf = <S extends TSchema>(one: S, description: string) =>
  Type.Union([one, Type.Array(one, { minItems: 1, maxItems: 100 })], { description })

const Domain = Type.String({ pattern: String.raw`^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$` })
/** Members of members are reached by dots: `flows.plan`. */
const MetadataPath = Type.String({ pattern: String.raw`^[A-Za-z0-9_-]{1,60}(\.[A-Za-z0-9_-]{1,60}){0,4}$` })
const Time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
const Scalar = Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()])

/** What each condition takes, besides those that combine others. */
export const conditionSchemas = {
  email_domain: anyOf(Domain, 'The domain of the address, in lower case; none below it. Proven or not.'),
  user_has_role: anyOf(Type.String({ maxLength: 60 }), 'Ids of roles that the user has now, one of them.'),
  in_org: anyOf(Type.String({ maxLength: 60 }), 'Ids of organizations that the user is a member of, one of them.'),
  metadata_eq: Type.Record(MetadataPath, Scalar, {
    minProperties: 1,
    maxProperties: 20,
    additionalProperties: false,
    description: 'Members of the metadata of the user with their values, all of them; `flows.plan` goes one down.',
  }),
  has_metadata: anyOf(MetadataPath, 'Members that the metadata of the user has, one of them.'),
  auth_method: anyOf(Type.Enum([...authMethods]), 'How the person proved who they are, one of them.'),
  client_id: anyOf(
    Type.String({ minLength: 1, maxLength: 2048 }),
    'Applications that wait for the sign-in, one of them.',
  ),
  ip_in: anyOf(
    Type.String({ maxLength: 60 }),
    'Addresses and networks (10.0.0.0/8) that the sign-in comes from, one of them.',
  ),
  new_device: Type.Boolean({
    description: 'Whether nobody signed in as this user from such a device and network before.',
  }),
  time_of_day: Type.Object(
    {
      from: Time,
      to: Time,
      days: Type.Optional(Type.Array(Type.Enum([...weekdays]), { minItems: 1, maxItems: 7, uniqueItems: true })),
      time_zone: Type.Optional(Type.String({ maxLength: 60, description: 'Europe/Berlin; UTC when not given.' })),
    },
    { description: 'From one time up to another, which may be past midnight; days are those of the moment itself.' },
  ),
  trigger_eq: anyOf(Type.Enum([...flowTriggers]), 'What set the flow off, one of them.'),
} as const satisfies Record<string, TSchema>

export type LeafName = keyof typeof conditionSchemas
export type LeafValue<N extends LeafName> = Static<(typeof conditionSchemas)[N]>

/** Those that combine others, with what they mean. */
export const combinators = {
  all_of: 'Conditions that all hold.',
  any_of: 'Conditions of which one holds.',
  not: 'A condition that does not hold.',
} as const

/** A condition as data: every member holds. Without members it always does. */
export type Condition = { readonly [N in LeafName]?: LeafValue<N> } & {
  readonly all_of?: readonly Condition[]
  readonly any_of?: readonly Condition[]
  readonly not?: Condition
}
