import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'

const IDLE_MS = 60_000
/** Steps of niceness: a quarter of a processor that somebody else wants as well, and all of one that nobody does. */
const GIVES_WAY_BY = 5
const NICEST = 19

/** Whoever waits for the answer of a thread. */
interface Asking {
  readonly resolve: (answer: never) => void
  readonly reject: (error: unknown) => void
}

/** A thread that waits for a question until it is let go. */
interface Idle {
  readonly worker: Worker
  readonly end: NodeJS.Timeout
}

interface ThreadsOptions {
  /** How long an answer may take, in milliseconds. */
  readonly longestMs: number
  /** How long a thread waits for another question: a minute, when not given. */
  readonly idleMs?: number
  /** What each thread finds as its `workerData`. */
  readonly data?: unknown
}

/**
 * Threads that answer questions which take long, one at a time each. There are as many as questions at once, which whoever
 * asks bounds; a thread begins with a question for which none is free, and ends after a while without one.
 */
export class Threads<Question> {
  readonly #file: URL
  readonly #options: ThreadsOptions
  readonly #all = new Set<Worker>()
  readonly #idle: Idle[] = []
  readonly #asking = new Map<Worker, Asking>()
  #isClosed = false

  /** What is in `file` posts one message for each that it gets. */
  constructor(file: URL, options: ThreadsOptions) {
    this.#file = file
    this.#options = options
  }

  /** How many there are, free or not. */
  get count(): number {
    return this.#all.size
  }

  /** How many of them wait for a question. */
  get free(): number {
    return this.#idle.length
  }

  /** What the thread posts for a question. Throws `unavailable` when it breaks or takes too long. */
  async ask<Answer>(question: Question): Promise<Answer> {
    if (this.#isClosed) throw new AppError(commonErrors.unavailable)
    const worker = this.#take()
    const { longestMs } = this.#options
    const late = setTimeout(() => this.#fail(worker, new Error(`no answer within ${longestMs} ms`)), longestMs)
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        this.#asking.set(worker, { resolve, reject })
        worker.postMessage(question, [])
      })
      this.#keep(worker)
      return answer
    } catch (cause) {
      void worker.terminate()
      throw new AppError(commonErrors.unavailable, { headers: { 'retry-after': '2' }, cause })
    } finally {
      clearTimeout(late)
      this.#asking.delete(worker)
    }
  }

  /** Answers nothing more, and waits until every thread has ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const worker of this.#asking.keys()) this.#fail(worker, new Error('closed'))
    for (const { end } of this.#idle.splice(0)) clearTimeout(end)
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  #take(): Worker {
    const idle = this.#idle.pop()
    clearTimeout(idle?.end)
    const worker = idle?.worker ?? this.#begin()
    worker.ref()
    return worker
  }

  /** One that breaks while nobody waits for it would end the process, or be asked in vain. */
  #begin(): Worker {
    // What the process was told to run is not for its threads.
    const worker = new Worker(this.#file, { workerData: this.#options.data, execArgv: [] })
    this.#all.add(worker)
    worker.on('message', (answer) => this.#asking.get(worker)?.resolve(answer as never))
    worker.on('error', (error) => {
      this.#fail(worker, error)
      this.#letGo(worker)
    })
    worker.once('exit', () => {
      this.#fail(worker, new Error('the thread ended'))
      this.#all.delete(worker)
    })
    return worker
  }

  #fail(worker: Worker, error: unknown): void {
    this.#asking.get(worker)?.reject(error)
  }

  #keep(worker: Worker): void {
    worker.unref()
    const end = setTimeout(() => this.#letGo(worker), this.#options.idleMs ?? IDLE_MS).unref()
    this.#idle.push({ worker, end })
  }

  #letGo(worker: Worker): void {
    const at = this.#idle.findIndex((idle) => idle.worker === worker)
    const [idle] = at === -1 ? [] : this.#idle.splice(at, 1)
    clearTimeout(idle?.end)
    void worker.terminate()
  }
}

/**
 * Lets the thread that calls this give way to the threads of event loops where processors are short. Linux schedules each
 * thread by a priority of its own; elsewhere nothing happens.
 */
export function giveWay(): void {
  try {
    const [pid, , thread] = readlinkSync('/proc/thread-self').split('/')
    // With the /proc of another PID namespace the number would be somebody else's.
    if (Number(pid) === process.pid) setPriority(Number(thread), Math.min(NICEST, getPriority() + GIVES_WAY_BY))
  } catch {
    // No /proc, or a sandbox that forbids it: it goes on as it was.
  }
}
