import { Leases } from './leases.ts'
import { Steps } from './steps.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Lease } from './leases.ts'

/** What a job says when it fails; a pino logger fits. */
export interface JobLog {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

interface JobsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: JobLog
  /** How long a node that died keeps others from its job. */
  readonly leaseMs?: number
}

/** What a job does. The signal fires when it should end early: the server stops, or the lease was lost. */
export type Work = (signal: AbortSignal) => Promise<void>

/** Work that is not a matter of time but of what is there; it starts and stops with the jobs. */
export interface Worker {
  readonly name: string
  start(): void
  stop(): Promise<void>
  /** Works until nothing is left to do now. */
  drain(): Promise<void>
}

/** How one job stands. */
export interface JobState {
  readonly name: string
  readonly lateMs: number
  readonly failed: boolean
}

interface JobOptions {
  /** A cheap look whether there is anything to do, before the lease is written. */
  readonly due?: () => Promise<boolean>
}

interface Job {
  /** Its rows are worked off in steps. */
  readonly inSteps: boolean
  readonly name: string
  readonly periodMs: number
  readonly work: Work
  readonly due: (() => Promise<boolean>) | undefined
  running: Promise<unknown> | undefined
  timer: NodeJS.Timeout | undefined
  failures: number
}

const LEASE_MS = 60_000
const MAX_RETREAT_MS = 60_000
// Nodes tick a little apart; a job that is due in a moment counts as due.
const EARLY = 0.9

/** Work that recurs: each job runs on one node at a time, at most once a period over all nodes. */
export class Jobs {
  readonly #deps: JobsDeps
  readonly #leases: Leases
  readonly #jobs = new Map<string, Job>()
  readonly #workers = new Map<string, Worker>()
  readonly #stopping = new AbortController()

  constructor(deps: JobsDeps) {
    this.#deps = deps
    this.#leases = new Leases({ db: deps.db, clock: deps.clock, leaseMs: deps.leaseMs ?? LEASE_MS })
  }

  /** Declares a job, named `<module>.<what>`. It runs once `start` was called. */
  every(name: string, periodMs: number, work: Work, options: JobOptions = {}): void {
    this.#declare({ name, periodMs, work, inSteps: false }, options)
  }

  /** Declares a job that works off rows, however many have piled up. */
  inSteps(name: string, periodMs: number, work: (steps: Steps) => Promise<unknown>, options: JobOptions = {}): void {
    const inSteps = async (signal: AbortSignal): Promise<void> => void (await work(new Steps(this.#deps.db, signal)))
    this.#declare({ name, periodMs, work: inSteps, inSteps: true }, options)
  }

  /** The names of the jobs that take one thing after the other, as it comes. */
  get ownPace(): readonly string[] {
    return [...this.#jobs.values()].filter(({ inSteps }) => !inSteps).map(({ name }) => name)
  }

  /** Lets a worker start and stop with the jobs. */
  attach(worker: Worker): void {
    this.#assertNew(worker.name)
    this.#workers.set(worker.name, worker)
  }

  /** How late each job is and whether its last run failed, whichever node ran it. One with nothing to do is not late. */
  async states(): Promise<JobState[]> {
    const kept = await this.#leases.states()
    const now = this.#deps.clock.now()
    const states = [...this.#jobs.values()].map(async ({ name, due }): Promise<JobState> => {
      const { nextAt = now, failed = false } = kept.get(name) ?? {}
      const isLate = nextAt < now && (due === undefined || (await due()))
      return { name, lateMs: isLate ? now - nextAt : 0, failed }
    })
    return Promise.all(states)
  }

  /** Starts the timers; they keep no process alive. */
  start(): void {
    for (const job of this.#jobs.values()) this.#schedule(job, Math.min(job.periodMs, 1000))
    for (const worker of this.#workers.values()) worker.start()
  }

  /** Starts nothing more, tells running work to end, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    for (const job of this.#jobs.values()) clearTimeout(job.timer)
    const workers = [...this.#workers.values()].map((worker) => worker.stop())
    const running = [...this.#jobs.values()].flatMap((job) => job.running ?? [])
    await Promise.allSettled([...running, ...workers])
  }

  /**
   * Runs a job now, due or not, after a run of this process ended; a worker works until nothing is left. False when
   * another node is running it.
   */
  async runNow(name: string): Promise<boolean> {
    const worker = this.#workers.get(name)
    if (worker) return worker.drain().then(() => true)
    const job = this.#jobs.get(name)
    if (!job) throw new TypeError(`there is no job ${name}`)
    while (job.running) await job.running.catch(() => undefined)
    return this.#track(job, this.#run(job, 0))
  }

  #declare(job: Pick<Job, 'name' | 'periodMs' | 'work' | 'inSteps'>, { due }: JobOptions): void {
    this.#assertNew(job.name)
    this.#jobs.set(job.name, { ...job, due, running: undefined, timer: undefined, failures: 0 })
  }

  #assertNew(name: string): void {
    if (this.#jobs.has(name) || this.#workers.has(name)) throw new TypeError(`the job ${name} is declared twice`)
  }

  #schedule(job: Job, delayMs: number): void {
    if (this.#stopping.signal.aborted) return
    job.timer = setTimeout(() => void this.#tick(job), delayMs).unref()
  }

  async #tick(job: Job): Promise<void> {
    try {
      const due = job.due === undefined || (await job.due())
      if (due && !job.running) await this.#track(job, this.#run(job, Math.floor(job.periodMs * EARLY)))
      job.failures = 0
    } catch (error) {
      job.failures++
      this.#deps.log.error({ err: error, job: job.name, failures: job.failures }, 'a job failed')
    }
    const retreatMs = Math.min(MAX_RETREAT_MS, job.periodMs * 2 ** job.failures)
    this.#schedule(job, Math.max(job.periodMs, retreatMs))
  }

  async #track<T>(job: Job, running: Promise<T>): Promise<T> {
    job.running = running
    try {
      return await running
    } finally {
      job.running = undefined
    }
  }

  async #run(job: Job, periodMs: number): Promise<boolean> {
    const lease = await this.#leases.take(job.name, periodMs)
    if (!lease) return false
    const lost = new AbortController()
    const renewal = this.#keepRenewing(lease, lost)
    try {
      await job.work(AbortSignal.any([this.#stopping.signal, lost.signal]))
      await this.#leases.release(lease, null)
    } catch (error) {
      await this.#releaseAfterFailure(lease, error)
      throw error
    } finally {
      clearInterval(renewal)
    }
    return true
  }

  /** The work's own error is the one to report: a lease that can't be given back runs out by itself. */
  async #releaseAfterFailure(lease: Lease, error: unknown): Promise<void> {
    try {
      await this.#leases.release(lease, error instanceof Error ? error.message : String(error))
    } catch (cause) {
      this.#deps.log.warn({ err: cause, job: lease.job }, 'a lease could not be given back')
    }
  }

  #keepRenewing(lease: Lease, lost: AbortController): NodeJS.Timeout {
    const renew = async (): Promise<void> => {
      try {
        if (!(await this.#leases.renew(lease))) lost.abort()
      } catch (error) {
        this.#deps.log.warn({ err: error, job: lease.job }, 'a lease could not be renewed')
      }
    }
    return setInterval(() => void renew(), (this.#deps.leaseMs ?? LEASE_MS) / 3).unref()
  }
}
