import { AppError } from '#/platform/errors/app-error.ts'
import type { Program } from './program.ts'
import type { PasswordFault } from './run.ts'
import { minLengthOf } from './steps.ts'

/** The rule for new passwords, which throws what is wrong with one. */
export interface PasswordRule {
  check(password: string, email: string): Promise<void>
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
    if ([...password.normalize('NFC')].length < minLength) return 'too_short'
    try {
      await this.#rule.check(password, email)
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
      if (instruction.kind !== 'step' || instruction.step.type !== 'require_password_strength') continue
      faults[instruction.pointer] = await this.faultOf(password, email, minLengthOf(instruction.step.config))
    }
    return faults
  }
}
