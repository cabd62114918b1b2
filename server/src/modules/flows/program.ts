import { compileCondition } from './condition.ts'
import type { CompiledCondition } from './condition.ts'
import type { FlowVersion } from './flow.ts'
import type { PlainStep, Step, StepOf } from './step-types.ts'

/** A step that does something, with the condition it asks, if it does. */
export interface StepInstruction {
  readonly kind: 'step'
  readonly step: PlainStep
  readonly pointer: string
  readonly check: CompiledCondition | undefined
}

/** A choice between two ways: the next instruction, or the one at `otherwise`. Both meet at `end`. */
export interface BranchInstruction {
  readonly kind: 'branch'
  readonly step: StepOf<'conditional'>
  readonly pointer: string
  readonly condition: CompiledCondition
  readonly otherwise: number
  readonly end: number
}

/** The end of one way, past the other. */
interface JumpInstruction {
  readonly kind: 'jump'
  readonly to: number
}

export type Instruction = StepInstruction | BranchInstruction | JumpInstruction

/**
 * A version of a flow, ready to run. Branches are laid out one after the other, so that a number says where a run stands;
 * a version never changes, and so the number keeps its meaning on every node and after a restart.
 */
export interface Program {
  readonly flowId: string
  readonly version: number
  readonly name: string
  readonly condition: CompiledCondition
  readonly instructions: readonly Instruction[]
}

/** Lays out a version. */
export function programOf({ flowId, version, name, conditions, steps }: FlowVersion): Program {
  const instructions: Instruction[] = []
  layOut(steps, '/steps', instructions)
  return { flowId, version, name, condition: compileCondition(conditions, '/conditions'), instructions }
}

function layOut(steps: readonly Step[], pointer: string, into: Instruction[]): void {
  for (const [i, step] of steps.entries()) {
    const at = `${pointer}/${i}`
    if (step.type === 'conditional') layOutBranch(step, at, into)
    else into.push({ kind: 'step', step, pointer: at, check: checkOf(step, at) })
  }
}

function layOutBranch(step: StepOf<'conditional'>, pointer: string, into: Instruction[]): void {
  const { condition, then, else: otherwise = [] } = step.config
  const branchAt = into.length
  into.push({ kind: 'jump', to: 0 })
  layOut(then, `${pointer}/config/then`, into)
  const jumpAt = into.length
  into.push({ kind: 'jump', to: 0 })
  layOut(otherwise, `${pointer}/config/else`, into)
  const end = into.length
  into[jumpAt] = { kind: 'jump', to: end }
  into[branchAt] = {
    kind: 'branch',
    step,
    pointer,
    condition: compileCondition(condition, `${pointer}/config/condition`),
    otherwise: jumpAt + 1,
    end,
  }
}

const checkOf = (step: PlainStep, pointer: string): CompiledCondition | undefined =>
  step.type === 'custom_check' ? compileCondition(step.config.condition, `${pointer}/config/condition`) : undefined
