import { MULTI_FACTOR } from './methods.ts'
import type { User } from '#/modules/users/index.ts'
import type { Owed, Session } from './session.ts'
import type { SessionSettings } from './settings.ts'
import type { FlowOutcome, FlowWait, SignInGate } from './sign-in-gate.ts'

/**
 * The one rule on assurance: a session opens things when its person has no second factor, or has presented it in this
 * session. People who run the server have to have one where the setting says so. User and setting are read with every
 * request, so a factor, a role or a setting that came later binds the sessions from before. The auth flow of a sign-in
 * comes after the factor: what a step of it asks for is owed until the flow passed, whichever node ends it.
 */
export class Assurance {
  readonly #settings: SessionSettings
  readonly #gate: () => SignInGate
  constructor(settings: SessionSettings, gate: () => SignInGate) {
    this.#settings = settings
    this.#gate = gate
  }

  /** What a sign-in by these methods owes. */
  async owedBy(methods: readonly string[], user: User): Promise<Owed | null> {
    if (methods.includes(MULTI_FACTOR)) return null
    if (user.mfaEnabled) return 'second_factor'
    return user.systemRole !== null && (await this.#requiresOfOperators()) ? 'enrollment' : null
  }

  /** What a session owes. */
  async owedIn(session: Session, user: User): Promise<Owed | null> {
    const factor = await this.factorOwedIn(session, user)
    if (factor !== null || session.flowTrigger === null) return factor
    return owedByFlow(unmet(waitOf(await this.#gate().read(session)), session, user))
  }

  /** What a session owes before its flow. One that waits for a factor does not open by the factor being taken away. */
  async factorOwedIn(session: Session, user: User): Promise<Owed | null> {
    const { methods, pending, flowTrigger, factorOwed } = session
    const isWaiting = flowTrigger === null ? pending : factorOwed
    return (await this.owedBy(methods, user)) ?? (isWaiting ? 'second_factor' : null)
  }

  async #requiresOfOperators(): Promise<boolean> {
    const { 'operators.require_second_factor': required } = await this.#settings.current()
    return required ?? (await this.#settings.mode()) === 'production'
  }
}

/** What a run waits for. */
export const waitOf = (outcome: FlowOutcome | null): FlowWait | null =>
  outcome?.kind === 'waits' ? outcome.wait : null

/** What of a wait is still to do: the flow goes on with the next request that says so. */
export function unmet(wait: FlowWait | null, { methods }: Session, { emailVerified }: User): FlowWait | null {
  if (wait?.type === 'mfa_enrollment' && methods.includes(MULTI_FACTOR)) return null
  return wait?.type === 'email_verification' && emailVerified ? null : wait
}

/** What the step of a flow asks for that waits. Its factors are presented, or set up, where those of sessions are. */
export function owedByFlow(wait: FlowWait | null): Owed {
  if (wait?.type === 'mfa_challenge') return 'second_factor'
  return wait?.type === 'mfa_enrollment' ? 'enrollment' : 'flow'
}
