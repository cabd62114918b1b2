import { Type } from 'typebox'
import { acrValues } from '#/modules/sessions/index.ts'
import { ListQuery } from '#/platform/paging/paging.ts'
import { PATTERN_FORM } from '#/platform/paths/path-pattern.ts'
import { REQUIREMENT_FORM } from './requirement.ts'
import { ruleMethods } from './rule.ts'

const MAX_ENTRIES = 20

const Name = Type.String({ minLength: 1, maxLength: 100, description: 'What operators know it by.' })
const Pattern = Type.String({ minLength: 1, maxLength: 1000, description: `As ${PATTERN_FORM}.` })
const Methods = Type.Array(Type.Enum([...ruleMethods]), {
  maxItems: MAX_ENTRIES,
  description: 'The methods that it fits; all of them when empty. GET stands for HEAD too.',
})
const Requirement = Type.String({ minLength: 1, maxLength: 200 })
const Require = Type.Array(Requirement, {
  minItems: 1,
  maxItems: MAX_ENTRIES,
  description: `What must hold of whoever calls, all of it: ${REQUIREMENT_FORM}.`,
})
const RequireInput = Type.Union([Requirement, Require], {
  description: `What must hold of whoever calls, one or a list that must hold as a whole: ${REQUIREMENT_FORM}.`,
})
const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
  maxItems: MAX_ENTRIES,
  description: 'Scopes that the access token must carry besides. A session has none.',
})
const AcrOrNull = Type.Union([Type.Enum([...acrValues]), Type.Null()], {
  description: 'How strongly the person must have signed in, at least (RFC 9470); null for no matter how.',
})
const MaxAge = Type.Union([Type.Integer({ minimum: 0, maximum: 31_536_000 }), Type.Null()], {
  description: 'How long ago the person may have proved who they are; null for no matter when.',
})
const Priority = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description: 'The rule with the highest one that fits decides; of two alike the older.',
})
const Enabled = Type.Boolean({ description: 'Whether it holds.' })
const Place = (description: string) =>
  Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], { description })
const UpstreamId = Place('The host it holds at; null when it holds at every host of app_id.')
const AppId = Place('The application at whose hosts it holds; null when it holds at one host.')

/** A rule on the wire. */
export const RuleSchema = Type.Object(
  {
    id: Type.String(),
    upstream_id: UpstreamId,
    app_id: AppId,
    name: Name,
    pattern: Pattern,
    methods: Methods,
    require: Require,
    scopes: Scopes,
    acr: AcrOrNull,
    max_age_seconds: MaxAge,
    priority: Priority,
    enabled: Enabled,
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ProxyRule' },
)

export const CreateRuleSchema = Type.Object({
  upstream_id: Type.Optional(UpstreamId),
  app_id: Type.Optional(AppId),
  name: Name,
  pattern: Pattern,
  methods: Type.Optional(Methods),
  require: RequireInput,
  scopes: Type.Optional(Scopes),
  acr: Type.Optional(AcrOrNull),
  max_age_seconds: Type.Optional(MaxAge),
  priority: Type.Optional(Priority),
  enabled: Type.Optional(Enabled),
})

export const UpdateRuleSchema = Type.Object({
  name: Type.Optional(Name),
  pattern: Type.Optional(Pattern),
  methods: Type.Optional(Methods),
  require: Type.Optional(RequireInput),
  scopes: Type.Optional(Scopes),
  acr: Type.Optional(AcrOrNull),
  max_age_seconds: Type.Optional(MaxAge),
  priority: Type.Optional(Priority),
  enabled: Type.Optional(Enabled),
})

export const RuleParams = Type.Object({ id: Type.String() })

export const RuleQuery = Type.Object({
  ...ListQuery.properties,
  upstream_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this host.' })),
  app_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this application.' })),
  enabled: Type.Optional(Type.Boolean({ description: 'Only those that hold, or only those that do not.' })),
})
