import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import type { BcryptQuestion } from './bcrypt-worker.ts'

// Cost 16 takes some five seconds in JavaScript.
const MAX_WAIT_MS = 60_000
const IDLE_MS = 60_000

/** A thread that works, or waits for work until it is let go. */
interface Idle {
  readonly worker: Worker
  readonly end: NodeJS.Timeout
}

/**
 * bcrypt, which Node does not bring, in threads: each try is arithmetic of 50 ms to seconds. There are as many as tries at
 * once, which `PasswordHasher` bounds, and they end after a minute without one.
 */
export class BcryptThreads {
  static #shared: BcryptThreads | undefined
  readonly #idle: Idle[] = []

  /** Those of this process. */
  static shared(): BcryptThreads {
    return (BcryptThreads.#shared ??= new BcryptThreads())
  }

  /** Whether a password is the one of a hash. Throws `unavailable` when nobody can tell. */
  async verify(password: Buffer, hash: string): Promise<boolean> {
    const worker = this.#take()
    try {
      const answer = once(worker, 'message', { signal: AbortSignal.timeout(MAX_WAIT_MS) })
      const question: BcryptQuestion = { password: password.toString('utf8'), hash }
      worker.postMessage(question, [])
      const [isSame] = (await answer) as [boolean]
      this.#keep(worker)
      return isSame
    } catch (cause) {
      void worker.terminate()
      throw new AppError(commonErrors.unavailable, { headers: { 'retry-after': '2' }, cause })
    }
  }

  #take(): Worker {
    const idle = this.#idle.pop()
    clearTimeout(idle?.end)
    const worker = idle?.worker ?? new Worker(new URL('./bcrypt-worker.ts', import.meta.url))
    worker.ref()
    return worker
  }

  #keep(worker: Worker): void {
    worker.unref()
    const end = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.worker === worker),
        1,
      )
      void worker.terminate()
    }, IDLE_MS).unref()
    this.#idle.push({ worker, end })
  }
}
