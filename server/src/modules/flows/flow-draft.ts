import type { Static } from 'typebox'
import { invalid } from '#/platform/errors/invalid.ts'
import { given, ifGiven, mergePatch } from '#/platform/merge-patch.ts'
import { checkCondition } from './check-condition.ts'
import type { Findings, NamedThing } from './check-condition.ts'
import { checkSteps, stepsIn } from './check-steps.ts'
import type { PlacedStep } from './check-steps.ts'
import type { FlowDefinition } from './flow.ts'
import type { CreateFlowSchema, UpdateFlowSchema } from './schemas.ts'

export type CreateFlow = Static<typeof CreateFlowSchema>
export type UpdateFlow = Static<typeof UpdateFlowSchema>

/** A definition whose form is right, with what it leads to and names, for whoever checks that. */
export interface Draft {
  readonly definition: FlowDefinition
  readonly steps: readonly PlacedStep[]
  readonly named: readonly NamedThing[]
}

/** A new flow as it was asked for. Throws what is wrong with it, each with its place. */
export const newDraft = (input: CreateFlow): Draft =>
  checked({
    name: input.name,
    trigger: input.trigger,
    steps: input.steps,
    enabled: input.enabled ?? true,
    priority: input.priority ?? 0,
    conditions: input.conditions ?? {},
  })

/** A flow after a merge patch. */
export const patchedDraft = (before: FlowDefinition, patch: UpdateFlow): Draft => {
  const { name, trigger, steps, enabled, priority, conditions } = before
  const fields = given<Unchecked>({
    name: patch.name,
    trigger: patch.trigger,
    steps: patch.steps,
    enabled: patch.enabled,
    priority: patch.priority,
    conditions: ifGiven(patch.conditions, (changes) => (changes === null ? {} : mergePatch(conditions, changes))),
  })
  return checked({ name, trigger, steps, enabled, priority, conditions, ...fields })
}

/** A definition that was saved once, looked at by the rules of today. */
export const draftOf = ({ name, trigger, steps, enabled, priority, conditions }: FlowDefinition): Draft =>
  checked({ name, trigger, steps, enabled, priority, conditions })

type Unchecked = Omit<FlowDefinition, 'steps' | 'conditions'> & {
  readonly steps: readonly unknown[]
  readonly conditions: Readonly<Record<string, unknown>>
}

function checked({ steps, conditions, ...rest }: Unchecked): Draft {
  const findings: Findings = { errors: [], named: [] }
  const sound = checkSteps(steps, findings)
  checkCondition(conditions, '/conditions', findings)
  if (findings.errors.length > 0) throw invalid(findings.errors.slice(0, 100))
  const top = stepsIn(sound, '/steps')
  return {
    definition: { ...rest, steps: top, conditions },
    steps: sound,
    named: findings.named,
  }
}
