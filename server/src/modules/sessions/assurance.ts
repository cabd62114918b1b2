import { MULTI_FACTOR } from './methods.ts'
import type { User } from '#/modules/users/index.ts'
import type { Owed, Session } from './session.ts'
import type { SessionSettings } from './settings.ts'

/**
 * The one rule on assurance: a session opens things when its person has no second factor, or has presented it in this
 * session. People who run the server have to have one where the setting says so. User and setting are read with every
 * request, so a factor, a role or a setting that came later binds the sessions from before.
 */
export class Assurance {
  readonly #settings: SessionSettings
  constructor(settings: SessionSettings) {
    this.#settings = settings
  }

  /** What a sign-in by these methods owes. */
  async owedBy(methods: readonly string[], user: User): Promise<Owed | null> {
    if (methods.includes(MULTI_FACTOR)) return null
    if (user.mfaEnabled) return 'second_factor'
    return user.systemRole !== null && (await this.#requiresOfOperators()) ? 'enrollment' : null
  }

  /** What a session owes. One that waits for a factor does not open by the factor being taken away. */
  async owedIn({ methods, pending }: Pick<Session, 'methods' | 'pending'>, user: User): Promise<Owed | null> {
    return (await this.owedBy(methods, user)) ?? (pending ? 'second_factor' : null)
  }

  async #requiresOfOperators(): Promise<boolean> {
    const { 'operators.require_second_factor': required } = await this.#settings.current()
    return required ?? (await this.#settings.mode()) === 'production'
  }
}
