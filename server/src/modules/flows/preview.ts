import type { User } from '#/modules/users/index.ts'
import type { PasswordJudge } from './password-judge.ts'
import type { StepOutcome } from './run.ts'
import { minLengthOf } from './steps.ts'
import type { StepActions } from './steps.ts'
import type { PlainStep, StepOf } from './step-types.ts'
import { mayRedirectTo } from './targets.ts'
import type { TargetRules } from './targets.ts'

/** Whom a dry run is about: somebody there is, or somebody there could be. */
export interface Person extends Pick<User, 'id' | 'email' | 'emailVerified' | 'name' | 'mfaEnabled' | 'metadata'> {
  readonly known: User | undefined
}

/** What a step would do, and how the run would go on. */
export interface Previewed {
  readonly outcome: StepOutcome
  readonly would: string
}

interface PreviewDeps {
  readonly actions: Pick<StepActions, 'secondFactorWays'>
  readonly passwords: PasswordJudge
  readonly targets: TargetRules
}

interface Situation {
  readonly person: Person
  readonly password: string | undefined
  /** Whether the condition of the step holds, if it has one. */
  readonly holds: boolean
}

const passes = (would: string): Previewed => ({ outcome: 'passed', would })
const waits = (would: string): Previewed => ({ outcome: 'waiting', would })

/** Says what steps would do, and does none of it. */
export class Preview {
  readonly #deps: PreviewDeps
  constructor(deps: PreviewDeps) {
    this.#deps = deps
  }

  async of(step: PlainStep, situation: Situation): Promise<Previewed> {
    const { person, holds } = situation
    switch (step.type) {
      case 'require_email_verification':
        return person.emailVerified ? passes('The address is proven.') : waits('Waits for proof of the address.')
      case 'require_mfa_enrollment':
        return (await this.#hasFactor(person))
          ? passes('The person has a second factor.')
          : waits('Waits until a second factor is set up.')
      case 'require_mfa_challenge':
        return waits('Waits for a second factor, unless the sign-in presented one.')
      case 'require_password_strength':
        return this.#password(step, situation)
      case 'redirect':
        return this.#redirect(step)
      case 'webhook':
        return passes(`Asks ${new URL(step.config.url).host}; what it responds is taken as allow here.`)
      case 'set_metadata':
        return passes(`Sets flows.${step.config.key} to ${JSON.stringify(step.config.value)}.`)
      case 'assign_role':
        return this.#proven(person, step, `Gives the role ${step.config.role_id}.`)
      case 'add_to_org': {
        const { organization_id: id, role = 'member' } = step.config
        return this.#proven(person, step, `Adds to the organization ${id} as ${role}.`)
      }
      case 'custom_check':
        return holds ? passes('The condition holds.') : { outcome: 'denied', would: `Says: ${step.config.message}` }
      case 'delay':
        return passes(`Waits for ${step.config.seconds} seconds.`)
    }
  }

  async #hasFactor({ known, mfaEnabled }: Person): Promise<boolean> {
    return mfaEnabled || (known !== undefined && (await this.#deps.actions.secondFactorWays(known)).length > 0)
  }

  async #password(
    { config }: StepOf<'require_password_strength'>,
    { person, password }: Situation,
  ): Promise<Previewed> {
    if (password === undefined) return { outcome: 'skipped', would: 'Does nothing: no password comes along.' }
    const fault = await this.#deps.passwords.faultOf(password, person.email, minLengthOf(config))
    return fault === null
      ? passes('The password will do.')
      : waits(`Waits for a better password: this one is ${fault}.`)
  }

  async #redirect(step: StepOf<'redirect'>): Promise<Previewed> {
    if (await mayRedirectTo(step.config.url, this.#deps.targets)) return waits(`Leads to ${step.config.url} and back.`)
    return broken(step, 'The address is not allowed any more.')
  }

  #proven(person: Person, step: PlainStep, would: string): Previewed {
    return person.emailVerified ? passes(would) : broken(step, 'The address is not proven, so nothing is given.')
  }
}

const broken = ({ on_error: onError }: PlainStep, would: string): Previewed => ({
  outcome: onError === 'continue' ? 'continued' : 'failed',
  would,
})
