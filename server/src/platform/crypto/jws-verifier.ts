import { verifyJwsAside } from './jws.ts'

interface Cohort {
  readonly members: Promise<boolean>[]
  readonly over: Promise<unknown>
}

/**
 * Verifies beside the event loop, and lets what begins in one turn of it end in one: what then follows for each, such as
 * reads and writes, travels together with that of its neighbours. A lone caller waits for no one.
 */
export class JwsVerifier {
  #cohort: Cohort | undefined

  /** What `verifyJws` says, later. */
  async verify(...given: Parameters<typeof verifyJwsAside>): Promise<boolean> {
    const verdict = verifyJwsAside(...given)
    const { members, over } = (this.#cohort ??= this.#open())
    members.push(verdict)
    await over
    return verdict
  }

  #open(): Cohort {
    const members: Promise<boolean>[] = []
    const closed = new Promise<void>((resolve) => {
      setImmediate(() => {
        this.#cohort = undefined
        resolve()
      })
    })
    return { members, over: closed.then(() => Promise.allSettled(members)) }
  }
}
