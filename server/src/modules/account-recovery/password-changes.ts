import { AppError } from '#/platform/errors/app-error.ts'
import { endedAccess } from '#/modules/lifecycle/index.ts'
import { sessionErrors } from '#/modules/sessions/index.ts'
import { passwordChanged } from './events.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { SessionPrincipal } from '#/modules/sessions/index.ts'
import type { Passwords } from '#/modules/credentials/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { SecurityNotices } from './security-notices.ts'

interface PasswordChangesDeps {
  readonly db: Db
  readonly events: Events
  readonly users: Users
  readonly passwords: Passwords
  readonly lifecycle: Lifecycle
  readonly notices: SecurityNotices
}

/** Choosing another password while signed in. */
export class PasswordChanges {
  readonly #deps: PasswordChangesDeps
  constructor(deps: PasswordChangesDeps) {
    this.#deps = deps
  }

  /**
   * Sets the password of somebody who has proven who they are. Every session and token of theirs ends with the old one,
   * and so do links on their way; the caller opens a new session for the browser at hand. Throws `not_signed_in` when
   * the password became another one meanwhile: what proved the old one proves nothing any more.
   */
  change(user: User, password: string, actor: Actor): Promise<User> {
    return this.#change(user, password, actor, { pointer: '/new_password' })
  }

  /** The same for somebody whose sign-in waits for a stronger password: the session that waits goes on. */
  during({ user, session, actor }: SessionPrincipal): (password: string) => Promise<void> {
    return async (password) => {
      await this.#change(user, password, actor, { pointer: '/password', keptSessionId: session.id })
    }
  }

  async #change(
    { id, email, passwordHash: old }: User,
    password: string,
    actor: Actor,
    { pointer, ...kept }: { readonly pointer: string; readonly keptSessionId?: string },
  ): Promise<User> {
    const { db, users, passwords, lifecycle, events, notices } = this.#deps
    const passwordHash = await passwords.hashNew(password, email, pointer)
    return db.tx(async (tx) => {
      const held = await users.hold(tx, id)
      if (held?.passwordHash !== old) throw new AppError(sessionErrors.not_signed_in)
      const user = await users.setPasswordHash(tx, id, passwordHash)
      const counts = await lifecycle.ended(
        tx,
        'passwordChanged',
        { by: 'user', userId: id, ...kept },
        'password_changed',
      )
      const data = { user_id: id, ...endedAccess(counts) }
      await events.record(tx, passwordChanged, { actor, target: { type: 'user', id }, data })
      await notices.passwordChanged(tx, user, actor)
      return user
    })
  }
}
