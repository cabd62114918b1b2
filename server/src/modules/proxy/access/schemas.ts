import { Type } from 'typebox'
import { acrValues } from '#/modules/sessions/index.ts'
import { RuleSchema } from '#/modules/proxy/rules/schemas.ts'
import { UpstreamSchema } from '#/modules/proxy/upstreams/schemas.ts'
import { authMethods } from './caller.ts'
import { denials } from './decision.ts'

const words = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100, description }))
const asOfThePerson = 'Without it, as it is with the person of user_id.'

/** Whoever a simulation speaks of. */
export const SimulatedIdentity = Type.Object(
  {
    user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'A person, known here or not.' })),
    user_email: Type.Optional(Type.String({ maxLength: 254, description: asOfThePerson })),
    roles: words(`Names of roles. ${asOfThePerson}`),
    permissions: words(`What they hold, such as documents:read. ${asOfThePerson}`),
    organizations: words(`Ids or slugs, as the rules name them. ${asOfThePerson}`),
    agent_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The agent that acts.' })),
    scopes: words('Of the access token. Without them a person has a session, and an agent a token without scopes.'),
    auth_method: Type.Optional(Type.Enum([...authMethods], { description: 'What X-Auth-Method would say.' })),
    acr: Type.Optional(Type.Enum([...acrValues], { description: 'How strongly the person signed in.' })),
    authenticated_seconds_ago: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 31_536_000, description: 'When they did.' }),
    ),
  },
  { additionalProperties: false },
)

export const SimulationRequest = Type.Object({
  host: Type.String({ minLength: 1, maxLength: 260, description: 'Of an upstream.' }),
  method: Type.Optional(Type.String({ minLength: 1, maxLength: 32, description: 'By default GET.' })),
  path: Type.String({ minLength: 1, maxLength: 4000, description: 'As a client would send it, with its query.' }),
  identity: Type.Optional(SimulatedIdentity),
})

export const SimulationSchema = Type.Object({
  decision: Type.Enum(['allow', 'deny']),
  reason: Type.Enum(['allowed', ...denials], { description: 'Why.' }),
  unmet: Type.Union([Type.String(), Type.Null()], {
    description: 'What of the rule was not met, as it is written there.',
  }),
  matched_rule: Type.Union([RuleSchema, Type.Null()], { description: 'The rule that decided.' }),
  upstream: Type.Union([UpstreamSchema, Type.Null()], { description: 'Where the request would go.' }),
  path: Type.Union([Type.String(), Type.Null()], {
    description: 'The path and query that the upstream would get; null when it would get none.',
  }),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'What the upstream would be told of whoever calls, besides X-Mandate-Assertion.',
  }),
})

const CompiledRule = Type.Object({
  id: Type.String(),
  name: Type.String(),
  pattern: Type.String(),
  methods: Type.Array(Type.String(), { description: 'All of them when empty.' }),
  require: Type.Array(Type.String()),
  scopes: Type.Array(Type.String()),
  acr: Type.Union([Type.String(), Type.Null()]),
  max_age_seconds: Type.Union([Type.Integer(), Type.Null()]),
  priority: Type.Integer(),
})

export const RuleSetSchema = Type.Object({
  compiled_at: Type.String({ format: 'date-time', description: 'At most a second ago.' }),
  hosts: Type.Array(
    Type.Object({
      host: Type.String(),
      upstream_id: Type.String(),
      upstream: Type.Union([Type.String(), Type.Null()]),
      rules: Type.Array(CompiledRule, {
        description: 'In the order in which they are asked; the first that fits decides.',
      }),
    }),
  ),
})
