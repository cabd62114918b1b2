import { actorOf } from '#/platform/audit/event.ts'
import { Repetitions } from '#/platform/repetitions.ts'
import { adminAccessRefused } from './events.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { RequestContext } from '#/platform/request-context.ts'

interface AdminRefusalsDeps {
  readonly db: Db
  readonly events: Events
  readonly log: { error(fields: object, message: string): void }
}

/** A request of administration by somebody known, which was refused. */
export interface RefusedRequest {
  /** The name of the route. */
  readonly route: string
  readonly code: string
  readonly context: RequestContext
}

const MINUTE_MS = 60_000

/**
 * Records who was refused what on routes of administration. The first of an actor at once, what follows within a minute as
 * one entry at its end: whoever is refused a thousand times a second fills no log.
 */
export class AdminRefusals {
  readonly #deps: AdminRefusalsDeps
  readonly #writing = new Set<Promise<void>>()
  readonly #repetitions = new Repetitions<RefusedRequest>({
    periodMs: MINUTE_MS,
    pass: (refused, count) => this.#write(refused, count),
  })

  constructor(deps: AdminRefusalsDeps) {
    this.#deps = deps
  }

  /** Notes a refusal; one of nobody known is left to the limits. */
  note(refused: RefusedRequest): void {
    const { caller } = refused.context.notes
    if (caller) this.#repetitions.note(caller.id, refused)
  }

  /** Records what was held back, and resolves when everything is written. */
  async settled(): Promise<void> {
    this.#repetitions.flush()
    await Promise.all(this.#writing)
  }

  #write(refused: readonly [RefusedRequest, ...RefusedRequest[]], count: number): void {
    const writing = this.#record(refused, count).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, 'a refusal was not recorded'),
    )
    this.#writing.add(writing)
    void writing.finally(() => this.#writing.delete(writing))
  }

  async #record([first, ...more]: readonly [RefusedRequest, ...RefusedRequest[]], count: number): Promise<void> {
    const { context } = more.at(-1) ?? first
    const { caller } = context.notes
    if (!caller) return
    await this.#deps.events.recordAlone(this.#deps.db, adminAccessRefused, {
      actor: actorOf(caller.type, caller.id, context),
      target: null,
      result: 'denied',
      data: {
        routes: [...new Set([first, ...more].map(({ route }) => route))],
        codes: [...new Set([first, ...more].map(({ code }) => code))],
        count,
      },
    })
  }
}
