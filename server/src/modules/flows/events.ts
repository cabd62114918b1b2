import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const flow = {
  id: Type.String(),
  name: Type.String(),
  trigger: Type.String(),
  version: Type.Integer(),
  enabled: Type.Boolean(),
}
const webhook = { webhook: true }

export const flowCreated = eventType('flow.created', 'There is a new auth flow.', Type.Object(flow), webhook)
export const flowUpdated = eventType(
  'flow.updated',
  'An auth flow has a new version. Sign-ins that are on their way go on by the one they began with.',
  Type.Object({ ...flow, changed: Type.Array(Type.String(), { description: 'Names of the fields' }) }),
  webhook,
)
export const flowDeleted = eventType(
  'flow.deleted',
  'An auth flow was deleted, and the sign-ins that waited in it ended.',
  Type.Object({ ...flow, counts: CountsSchema }),
  webhook,
)
export const flowSecretRotated = eventType(
  'flow.secret_rotated',
  'The calls of an auth flow are signed with a new secret.',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    old_secret_until: Type.Union([Type.String(), Type.Null()], { description: 'Null: it stopped at once.' }),
  }),
  webhook,
)
export const flowTested = eventType(
  'flow.tested',
  'Somebody tried out an auth flow, with calls that went out marked as a test.',
  Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer() }),
)

const run = {
  run_id: Type.String(),
  flow_id: Type.String(),
  flow_version: Type.Integer(),
  user_id: Type.String(),
  trigger: Type.String(),
}
const step = {
  step: Type.String({ description: 'Where it stands in the version: /steps/0' }),
  type: Type.String(),
  reason: Type.String(),
}

export const flowRunPassed = eventType(
  'flow_run.passed',
  'A sign-in went through its auth flow.',
  Type.Object(run),
  webhook,
)
export const flowRunDenied = eventType(
  'flow_run.denied',
  'A step of an auth flow refused a sign-in.',
  Type.Object({ ...run, ...step }),
  webhook,
)
export const flowRunFailed = eventType(
  'flow_run.failed',
  'A step of an auth flow broke, and so the sign-in ended.',
  Type.Object({ ...run, ...step }),
  webhook,
)
export const flowRunExpired = eventType(
  'flow_run.expired',
  'A sign-in was not finished within the time that its auth flow leaves.',
  Type.Object({
    ...run,
    waited_for: Type.Union([Type.String(), Type.Null()], {
      description: 'What the person had yet to do; null when they left before the flow, or a node died in a step.',
    }),
  }),
  webhook,
)
export const flowStepIgnored = eventType(
  'flow_run.error_ignored',
  'A step of an auth flow broke, and the sign-in went on, because the step says so.',
  Type.Object({ ...run, ...step }),
  webhook,
)
export const flowRecoveryUsed = eventType(
  'flow_run.recovery_used',
  'An owner signs in by ?recovery: of the auth flow, only the steps of their own security hold.',
  Type.Object(run),
  webhook,
)

/** What this module tells. */
export const flowEvents = [
  flowCreated,
  flowUpdated,
  flowDeleted,
  flowSecretRotated,
  flowTested,
  flowRunPassed,
  flowRunDenied,
  flowRunFailed,
  flowRunExpired,
  flowStepIgnored,
  flowRecoveryUsed,
]
