import { AppError } from '#/platform/errors/app-error.ts'
import { userErrors } from './errors.ts'

/** The settings that decide who may sign up. */
interface SignUpSettings {
  current(): Promise<{
    readonly 'signup.mode': 'open' | 'invited' | 'domains' | 'off'
    readonly 'signup.domains': readonly string[]
  }>
}

interface SignUpRulesDeps {
  readonly settings: SignUpSettings
  /** Whether an organization waits for somebody with this address; organizations know, and they know users. */
  readonly isInvited: (emailCanonical: string) => Promise<boolean>
  /** Whether people with this address sign in where they work and nowhere else: then they get their account there. */
  readonly signsInElsewhere: (emailCanonical: string) => Promise<boolean>
}

/** Who may make themselves an account, by whichever way. Operators make accounts for anybody. */
export class SignUpRules {
  readonly #deps: SignUpRulesDeps
  constructor(deps: SignUpRulesDeps) {
    this.#deps = deps
  }

  /** Whether anybody may at all. */
  async areOpen(): Promise<boolean> {
    return (await this.#deps.settings.current())['signup.mode'] !== 'off'
  }

  /** Whether somebody with this address may, in its canonical form. */
  async allow(emailCanonical: string): Promise<boolean> {
    if (await this.#deps.signsInElsewhere(emailCanonical)) return false
    const { 'signup.mode': mode, 'signup.domains': domains } = await this.#deps.settings.current()
    if (mode === 'invited') return this.#deps.isInvited(emailCanonical)
    // The whole domain: whoever may have a name below one decides nothing about it.
    if (mode === 'domains') return domains.includes(emailCanonical.slice(emailCanonical.lastIndexOf('@') + 1))
    return mode === 'open'
  }

  /** Throws `sign_up_closed` for somebody who may not. */
  async require(emailCanonical: string): Promise<void> {
    if (!(await this.allow(emailCanonical))) throw new AppError(userErrors.sign_up_closed)
  }
}
