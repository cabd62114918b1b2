import { systemActor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { UserStore } from './store.ts'
import type { UnprovenUser } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { User } from './user.ts'
import type { Users } from './users.ts'

interface UnprovenUserCleanupDeps {
  readonly db: Db
  readonly clock: Clock
  readonly users: Users
}

const KEPT_MS = 7 * 24 * 3_600_000
const BATCH = 50
const actor = systemActor('unproven-user-cleanup')

/**
 * Removes accounts that somebody signed up for with an address that nobody proved for a week, so that nobody's address
 * stays taken by a stranger. People with a system role stay, and so do disabled ones: their address is meant to be shut.
 */
export class UnprovenUserCleanup {
  readonly #deps: UnprovenUserCleanupDeps
  readonly #store: UserStore
  constructor(deps: UnprovenUserCleanupDeps) {
    this.#deps = deps
    this.#store = new UserStore(deps.db)
  }

  /** Works one person per transaction until none is left or the signal fires; answers how many went. */
  async run(signal?: AbortSignal): Promise<number> {
    let total = 0
    let last: UnprovenUser = { id: '', since: 0 }
    for (;;) {
      const before = this.#deps.clock.now() - KEPT_MS
      const due = await this.#store.listUnproven(before, last, BATCH)
      for (const { id } of due) {
        if (signal?.aborted) return total
        if (await this.#remove(id, before).catch(refusalIsNo)) total++
      }
      last = due.at(-1) ?? last
      if (due.length < BATCH) return total
    }
  }

  /** Deletes as ever, unless the person proved the address or was given a role a moment ago. */
  #remove(id: string, before: number): Promise<boolean> {
    const { db, users } = this.#deps
    return db.tx(async (tx) => {
      // Owners first, in the order that every deletion takes them.
      await this.#store.holdOwners(tx)
      const user = await this.#store.hold(tx, id)
      if (!user || !isDue(user, before)) return false
      await users.delete(id, actor, tx)
      return true
    })
  }
}

/** Somebody whom nothing may delete, such as the only owner of an organization, keeps nobody else here. */
function refusalIsNo(error: unknown): false {
  if (error instanceof AppError) return false
  throw error
}

const isDue = ({ unprovenSince, systemRole, disabledAt }: User, before: number): boolean =>
  unprovenSince !== null && unprovenSince < before && systemRole === null && disabledAt === null
