import { Type } from 'typebox'
import { RotationBody } from '#/platform/validation/rotation-body.ts'
import { authMethods, flowTriggers } from './condition-types.ts'
import { runStates, stepOutcomes } from './run.ts'
import { errorChoices, stepTypes } from './step-types.ts'

// What both engines keep as an integer.
const MAX_VERSION = 2_147_483_647

const Name = Type.String({ minLength: 1, maxLength: 100, description: 'What operators call it.' })
const Trigger = Type.Enum([...flowTriggers], {
  description:
    'What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail, coming back from a provider.',
})
const Enabled = Type.Boolean({ description: 'false: it takes no sign-in. Those on their way go on.' })
const Priority = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description: 'Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest.',
})
const OnError = Type.Enum([...errorChoices], {
  description: 'What happens when the step breaks: the sign-in ends, or goes on without it, which the audit log shows.',
})
const Config = Type.Record(Type.String(), Type.Unknown(), {
  description: 'What a step of this type takes: GET /api/v1/admin/flows/steps.',
})
const Conditions = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET /api/v1/admin/flows/steps lists them.',
})

const StepSchema = Type.Object(
  { type: Type.Enum(stepTypes), config: Config, on_error: Type.Optional(OnError) },
  { $id: 'FlowStep' },
)
const Steps = Type.Array(StepSchema, { minItems: 1, maxItems: 30, description: 'In order.' })
// Every step is read by its type, which names the place of what is wrong.
const StepInput = Type.Object({
  type: Type.String({ maxLength: 40 }),
  config: Type.Optional(Config),
  on_error: Type.Optional(OnError),
})
const StepsInput = Type.Array(StepInput, {
  minItems: 1,
  maxItems: 30,
  description: 'In order; those in branches count, too.',
})

/** A flow as the admin API shows it. */
export const FlowSchema = Type.Object(
  {
    id: Type.String(),
    name: Name,
    trigger: Trigger,
    steps: Steps,
    enabled: Enabled,
    priority: Priority,
    conditions: Conditions,
    version: Type.Integer({ description: 'One more with each change; a run names the one it takes.' }),
    old_secret_until: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when the secret before the last rotation signs, too.',
    }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Flow' },
)

export const NewFlowSchema = Type.Object({
  ...FlowSchema.properties,
  secret: Type.String({ description: 'What calls of webhook steps are signed with; shown this once.' }),
})

export const CreateFlowSchema = Type.Object({
  name: Name,
  trigger: Trigger,
  steps: StepsInput,
  enabled: Type.Optional(Enabled),
  priority: Type.Optional(Priority),
  conditions: Type.Optional(Conditions),
})

export const UpdateFlowSchema = Type.Object({
  name: Type.Optional(Name),
  trigger: Type.Optional(Trigger),
  steps: Type.Optional(StepsInput),
  enabled: Type.Optional(Enabled),
  priority: Type.Optional(Priority),
  conditions: Type.Optional(Type.Union([Conditions, Type.Null()])),
})

export const RestoreVersionSchema = Type.Object({
  current_version: Type.Integer({
    description: 'The version that the caller saw as the current one; nothing is restored over a later one.',
  }),
})

export const FlowParams = Type.Object({ id: Type.String() })
export const FlowVersionParams = Type.Object({
  id: Type.String(),
  version: Type.String({ description: 'Its number.' }),
})
export const RotateFlowSecretSchema = RotationBody

/** What a flow was with one save. */
export const FlowVersionSchema = Type.Object(
  {
    version: Type.Integer(),
    name: Name,
    trigger: Trigger,
    steps: Steps,
    enabled: Enabled,
    priority: Priority,
    conditions: Conditions,
    created_by: Type.String(),
    created_at: Type.String(),
  },
  { $id: 'FlowVersion' },
)

const JsonSchema = Type.Record(Type.String(), Type.Unknown(), { description: 'A JSON schema.' })

export const StepCatalogueSchema = Type.Object({
  steps: Type.Array(
    Type.Object({
      type: Type.Enum(stepTypes),
      description: Type.String(),
      config: JsonSchema,
      required_scope: Type.Union([Type.String(), Type.Null()], {
        description: 'What a key needs besides flows:write to save such a step.',
      }),
    }),
  ),
  conditions: Type.Array(Type.Object({ name: Type.String(), description: Type.String(), schema: JsonSchema })),
  triggers: Type.Array(Type.String()),
})

export const RunParams = Type.Object({ runId: Type.String() })

const run = {
  id: Type.String(),
  flow_id: Type.String(),
  flow_version: Type.Integer(),
  user_id: Type.String(),
  trigger: Trigger,
  state: Type.Enum([...runStates], {
    description:
      'ready, running and waiting are on their way; denied by a step, failed because one broke, expired after 15 minutes, ended with the flow.',
  }),
  waits_for: Type.Union([Type.String(), Type.Null()], { description: 'What the person has to do now.' }),
  blocked_at_step: Type.Union([Type.String(), Type.Null()], {
    description: 'Where it stopped: /steps/0, or /conditions when they could not be asked.',
  }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it stopped.' }),
  recovery: Type.Boolean({ description: 'Whether an owner skipped all but the steps of their own security.' }),
  started_at: Type.String(),
  finished_at: Type.Union([Type.String(), Type.Null()]),
}

/** A run as lists show it. */
export const FlowRunSchema = Type.Object(run, { $id: 'FlowRun' })

const StepPointer = Type.String({ description: 'Where the step stands in its version: /steps/2/config/then/0.' })

export const FlowRunDetailSchema = Type.Object(
  {
    ...run,
    client_id: Type.Union([Type.String(), Type.Null()]),
    ip: Type.String(),
    timeline: Type.Array(
      Type.Object({
        step: StepPointer,
        type: Type.Enum(stepTypes),
        outcome: Type.Enum([...stepOutcomes]),
        reason: Type.Union([Type.String(), Type.Null()]),
        at: Type.String(),
        duration_ms: Type.Integer(),
      }),
      { description: 'What happened at each step, in order.' },
    ),
  },
  { $id: 'FlowRunDetail' },
)

/** Whom and what a dry run is about. */
export const TestFlowSchema = Type.Object({
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_VERSION, description: 'One that is kept; without it the current one.' }),
  ),
  user_id: Type.Optional(Type.String({ maxLength: 60, description: 'Somebody there is; their data is what counts.' })),
  user: Type.Optional(
    Type.Object(
      {
        email: Type.Optional(Type.String({ maxLength: 254 })),
        email_verified: Type.Optional(Type.Boolean()),
        name: Type.Optional(Type.String({ maxLength: 200 })),
        mfa_enabled: Type.Optional(Type.Boolean()),
        metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        role_ids: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 200 })),
        organization_ids: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 200 })),
      },
      { description: 'Somebody there could be; over what is known of user_id.' },
    ),
  ),
  password: Type.Optional(Type.String({ maxLength: 1024, description: 'The one they type; nothing keeps it.' })),
  auth_methods: Type.Optional(Type.Array(Type.Enum([...authMethods]), { maxItems: 6 })),
  client_id: Type.Optional(Type.String({ maxLength: 2048 })),
  ip: Type.Optional(Type.String({ maxLength: 60, description: 'An IPv4 or IPv6 address.' })),
  new_device: Type.Optional(Type.Boolean()),
  at: Type.Optional(Type.String({ format: 'date-time', description: 'The moment; now when not given.' })),
})

export const TestFlowQuery = Type.Object({
  live_webhooks: Type.Optional(
    Type.Boolean({ description: 'Really asks the servers of webhook steps, with test: true in what they get.' }),
  ),
})

const Saw = Type.Array(
  Type.Object({
    pointer: Type.String(),
    condition: Type.String(),
    expected: Type.Unknown(),
    saw: Type.Unknown(),
    holds: Type.Boolean(),
  }),
  { description: 'Each condition with what it found.' },
)

export const FlowTestSchema = Type.Object(
  {
    flow_id: Type.String(),
    version: Type.Integer(),
    outcome: Type.Enum(['not_taken', 'passed', 'waiting', 'denied', 'failed'], {
      description:
        'not_taken: its conditions do not hold, or it is disabled. waiting: it passes once the person did what is asked.',
    }),
    taken: Type.Boolean({ description: 'Whether the flow would take this sign-in, if no other one comes before it.' }),
    saw: Saw,
    timeline: Type.Array(
      Type.Object({
        step: StepPointer,
        type: Type.Enum(stepTypes),
        outcome: Type.Enum([...stepOutcomes]),
        would: Type.String({ description: 'What it would do.' }),
        saw: Saw,
      }),
      { description: 'As if the person did whatever is asked of them.' },
    ),
  },
  { $id: 'FlowTest' },
)
