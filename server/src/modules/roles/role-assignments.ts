import { AssignmentStore } from './assignment-store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Counts, OfRole, Step } from '#/modules/lifecycle/index.ts'

/**
 * Who had a role that is deleted. That may be a million people, so their rows stay for `AssignmentStore.deleteLeftovers`:
 * every question about them asks for the role too, and without the role they count for nothing.
 */
export class RoleAssignments implements Step<OfRole> {
  readonly tables = ['user_roles']
  readonly #clock: Clock
  readonly #store: AssignmentStore
  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#clock = clock
    this.#store = new AssignmentStore(db)
  }

  async end(tx: Tx, { roleId }: OfRole): Promise<Counts> {
    return { role_assignments: await this.#store.countOfRole(roleId, this.#clock.now(), tx) }
  }

  async count({ roleId }: OfRole): Promise<Counts> {
    return { role_assignments: await this.#store.countOfRole(roleId, this.#clock.now()) }
  }
}
