import type { Static, TSchema } from 'typebox'
import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { conditionSchemas, combinators, flowTriggers } from './condition-types.ts'
import type { Seen } from './condition.ts'
import type { DryRun } from './dry-run.ts'
import type { Flow, FlowDefinition, FlowVersion } from './flow.ts'
import { stateAt } from './run.ts'
import type { FlowRun } from './run.ts'
import type {
  FlowRunDetailSchema,
  FlowRunSchema,
  FlowSchema,
  FlowTestSchema,
  FlowVersionSchema,
  StepCatalogueSchema,
} from './schemas.ts'
import { scopesOfSteps, stepKinds, stepTypes } from './step-types.ts'

type StepView = Static<typeof FlowSchema>['steps'][number]

const definitionView = ({ name, trigger, steps, enabled, priority, conditions }: FlowDefinition) => ({
  name,
  trigger,
  steps: steps.map((step): StepView => ({ ...step, config: { ...step.config } })),
  enabled,
  priority,
  conditions: { ...conditions },
})

/** A flow as the admin API shows it at a moment. */
export const flowView = (flow: Flow, now: number): Static<typeof FlowSchema> => ({
  id: flow.id,
  ...definitionView(flow),
  version: flow.version,
  old_secret_until: flow.formerUntil !== null && flow.formerUntil > now ? toIso(flow.formerUntil) : null,
  created_at: toIso(flow.createdAt),
  updated_at: toIso(flow.updatedAt),
})

export const flowVersionView = (version: FlowVersion): Static<typeof FlowVersionSchema> => ({
  version: version.version,
  ...definitionView(version),
  created_by: version.createdBy,
  created_at: toIso(version.createdAt),
})

/** What a flow can be made of. */
export const stepCatalogueView = (): Static<typeof StepCatalogueSchema> => ({
  steps: stepTypes.map((type) => ({
    type,
    description: stepKinds[type].description,
    config: { ...stepKinds[type].config },
    required_scope: scopesOfSteps[type] ?? null,
  })),
  conditions: [
    ...Object.entries<TSchema & { description?: string }>(conditionSchemas).map(([name, schema]) => ({
      name,
      description: schema.description ?? '',
      schema: { ...schema },
    })),
    ...Object.entries(combinators).map(([name, description]) => ({
      name,
      description,
      schema: name === 'not' ? { type: 'object' } : { type: 'array', items: { type: 'object' }, minItems: 1 },
    })),
  ],
  triggers: [...flowTriggers],
})

/** A run as lists show it at a moment. */
export const flowRunView = (run: FlowRun, now: number): Static<typeof FlowRunSchema> => {
  const state = stateAt(run, now)
  const last = run.timeline.at(-1)
  return {
    id: run.id,
    flow_id: run.flowId,
    flow_version: run.flowVersion,
    user_id: run.userId,
    trigger: run.trigger,
    state,
    waits_for: state === 'waiting' ? (run.wait?.type ?? null) : null,
    blocked_at_step: run.stoppedAt,
    reason: run.stoppedAt === null ? null : (last?.reason ?? run.origin.conditionFault ?? null),
    recovery: run.origin.recovery,
    started_at: toIso(run.createdAt),
    finished_at: toIsoOrNull(run.finishedAt),
  }
}

export const flowRunDetailView = (run: FlowRun, now: number): Static<typeof FlowRunDetailSchema> => ({
  ...flowRunView(run, now),
  client_id: run.origin.clientId,
  ip: run.origin.ip,
  timeline: run.timeline.map(({ step, type, outcome, reason, at, durationMs }) => ({
    step,
    type,
    outcome,
    reason,
    at: toIso(at),
    duration_ms: durationMs,
  })),
})

/** What conditions saw. */
const sawView = (seen: readonly Seen[]) => seen.map((one) => ({ ...one }))

/** What a flow would do with a sign-in. */
export const dryRunOfFlowView = ({
  version,
  taken,
  saw,
  timeline,
  outcome,
}: DryRun): Static<typeof FlowTestSchema> => ({
  flow_id: version.flowId,
  version: version.version,
  outcome,
  taken,
  saw: sawView(saw),
  timeline: timeline.map((tried) => ({
    step: tried.step,
    type: tried.type,
    outcome: tried.outcome,
    would: tried.would,
    saw: sawView(tried.saw),
  })),
})
