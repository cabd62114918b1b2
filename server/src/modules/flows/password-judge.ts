import { AppError } from '#/platform/errors/app-error.ts'
import type { FlowFacts } from './condition.ts'
import type { BranchInstruction, Instruction, Program } from './program.ts'
import type { PasswordFault } from './run.ts'
import { minLengthOf } from './steps.ts'

/** The rule for new passwords, which throws what is wrong with one; a step may ask for a longer one. */
export interface PasswordRule {
  check(password: string, email: string, pointer: string | undefined, minLength: number): Promise<void>
}

const faultOfCode: Readonly<Record<string, PasswordFault>> = {
  password_too_short: 'too_short',
  password_too_common: 'too_common',
}

/** Judges passwords for steps: by their own length, and by the rule for every new one. */
export class PasswordJudge {
  readonly #rule: PasswordRule
  constructor(rule: PasswordRule) {
    this.#rule = rule
  }

  async faultOf(password: string, email: string, minLength: number): Promise<PasswordFault | null> {
    try {
      await this.#rule.check(password, email, undefined, minLength)
      return null
    } catch (error) {
      const fault = error instanceof AppError ? faultOfCode[error.code.code] : undefined
      if (fault === undefined) throw error
      return fault
    }
  }

  /** What a password lacks at each step of a flow that judges one. */
  async judgeFor(program: Program, password: string, email: string): Promise<Record<string, PasswordFault | null>> {
    const faults: Record<string, PasswordFault | null> = {}
    for (const instruction of program.instructions) {
      const minLength = minLengthAt(instruction)
      if (instruction.kind !== 'step' || minLength === undefined) continue
      faults[instruction.pointer] = await this.faultOf(password, email, minLength)
    }
    return faults
  }

  /**
   * Throws what a password lacks at the steps that a sign-in comes to, as its conditions stand now. Where one can't be
   * asked, the run will fail, whatever the password.
   */
  async require(program: Program, password: string, facts: FlowFacts): Promise<void> {
    for (let at = 0; ;) {
      const instruction = program.instructions[at]
      if (!instruction) return
      if (instruction.kind === 'jump') at = instruction.to
      else if (instruction.kind === 'branch') {
        const next = await nextAfter(instruction, at, facts)
        if (next === undefined) return
        at = next
      } else {
        const minLength = minLengthAt(instruction)
        if (minLength !== undefined) await this.#rule.check(password, facts.email, undefined, minLength)
        at++
      }
    }
  }
}

/** How long a password has to be at an instruction that judges one. */
const minLengthAt = (instruction: Instruction): number | undefined =>
  instruction.kind === 'step' && instruction.step.type === 'require_password_strength'
    ? minLengthOf(instruction.step.config)
    : undefined

/** Where a sign-in goes on at a branch; undefined when nobody can say. */
async function nextAfter(
  { condition, otherwise }: BranchInstruction,
  at: number,
  facts: FlowFacts,
): Promise<number | undefined> {
  try {
    return (await condition(facts)) ? at + 1 : otherwise
  } catch {
    return undefined
  }
}
