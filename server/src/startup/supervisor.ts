import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Metrics } from '#/platform/metrics/metrics.ts'
import { workerArguments } from './worker-messages.ts'
import type { ChildProcess } from 'node:child_process'
import type { Logger } from '#/platform/log/log.ts'
import type { Measurements } from '#/platform/metrics/metrics.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'
import type { NodePlaces, WorkerSockets } from './worker-sockets.ts'

interface SupervisorDeps {
  readonly workers: number
  /** The file that a worker runs. */
  readonly program: string
  /** What Node itself is told for a worker. */
  readonly nodeFlags: readonly string[]
  readonly places: NodePlaces
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** One process that answers requests. */
interface Member {
  readonly number: number
  readonly process: ChildProcess
  /** True once it listens, false when it ended before. */
  readonly ready: Promise<boolean>
  /** Its exit code, 1 for one that a signal ended. */
  readonly ended: Promise<number>
  /** The first process of the node, whose failure to start is that of the node. */
  readonly isFirst: boolean
  /** It was asked to end. */
  isLeaving: boolean
  readyAt: number | undefined
  readers: number
  measured: Measurements
}

const MEASURE_WITHIN_MS = 2000
const SHARE_WITHIN_MS = 1000
/** A worker that ends sooner than this after its start has a cause that the next one will meet too. */
const SETTLED_MS = 10_000
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000

/**
 * The process that starts the workers and replaces those that end. It has no database and no secret, and takes no
 * connection: it holds the sockets of the workers, among which the kernel shares out connections (`SO_REUSEPORT`), so that
 * one worker finds what waits for another that it replaces. What they share is in the database, but for metrics and the
 * lines of the log, which pass through here.
 */
export class Supervisor {
  readonly #deps: SupervisorDeps
  /** Those that take connections, by number. */
  readonly #serving = new Map<number, Member>()
  /** All that run, also those that are about to serve or to end. */
  readonly #running = new Set<Member>()
  /** Where the worker of each number listens, and the next one of that number. */
  readonly #sockets = new Map<number, WorkerSockets>()
  readonly #measuring = new Map<number, (metrics: Measurements) => void>()
  readonly #sharing = new Map<number, (share: object) => void>()
  /** How often in a row a worker of this number ended early. */
  readonly #failures = new Map<number, number>()
  readonly #replacing = new Set<number>()
  /** What workers counted that ended. */
  #past: Measurements = []
  #lastId = 0
  #isStopping = false
  #isRestarting = false

  constructor(deps: SupervisorDeps) {
    this.#deps = deps
  }

  /**
   * Starts the first worker, which migrates the schema and makes what a first start makes, and then the others. Answers the
   * exit code of the first one when it could not start, having said why.
   */
  async start(): Promise<number | undefined> {
    const first = this.#fork(1, true)
    this.#serving.set(1, first)
    if (!(await first.ready)) return first.ended
    for (let number = 2; number <= this.#deps.workers; number++) this.#serving.set(number, this.#fork(number))
    return undefined
  }

  /** Asks every worker to end in good order; answers 0 when all of them did. */
  async stop(): Promise<number> {
    this.#isStopping = true
    this.#letGo()
    const codes = await Promise.all([...this.#running].map((member) => this.#end(member)))
    return codes.some((code) => code !== 0) ? 1 : 0
  }

  /** Ends every worker at once. */
  kill(): void {
    for (const member of this.#running) member.process.kill('SIGKILL')
  }

  /** Replaces one worker after the other, each once the next one listens: no request is refused. */
  async restart(): Promise<void> {
    if (this.#isRestarting || this.#isStopping) return
    this.#isRestarting = true
    for (let number = 1; number <= this.#deps.workers && !this.#isStopping; number++) {
      if (!(await this.#replace(number))) {
        this.#deps.log.error({ worker: number }, 'the restart ends here: a new worker did not start')
        break
      }
    }
    this.#isRestarting = false
  }

  async #replace(number: number): Promise<boolean> {
    const old = this.#serving.get(number)
    this.#replacing.add(number)
    const next = this.#fork(number)
    const isReady = await next.ready
    this.#replacing.delete(number)
    if (isReady) this.#serving.set(number, next)
    else if (old && !this.#running.has(old)) void this.#startAgain(number)
    if (isReady && old) await this.#end(old)
    return isReady
  }

  /** Leaves the sockets to the workers, with whom they close. */
  #letGo(numbers: Iterable<number> = this.#sockets.keys()): void {
    for (const number of [...numbers]) {
      this.#sockets.get(number)?.close()
      this.#sockets.delete(number)
    }
  }

  #socketsOf(number: number): WorkerSockets {
    const sockets = this.#sockets.get(number) ?? this.#deps.places.bind()
    this.#sockets.set(number, sockets)
    return sockets
  }

  #end(member: Member): Promise<number> {
    member.isLeaving = true
    member.process.kill('SIGTERM')
    return member.ended
  }

  #fork(number: number, isFirst = false): Member {
    const { descriptors, parameters } = this.#socketsOf(number)
    const child = fork(this.#deps.program, workerArguments(number, isFirst, parameters), {
      execArgv: [...this.#deps.nodeFlags],
      stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...descriptors],
    })
    const ready = Promise.withResolvers<boolean>()
    const ended = Promise.withResolvers<number>()
    const member: Member = {
      ...{ number, process: child, isFirst, ready: ready.promise, ended: ended.promise },
      ...{ isLeaving: false, readyAt: undefined, readers: 0, measured: [] },
    }
    this.#running.add(member)
    child.on('message', (it) => {
      const message = it as FromWorker
      if (message.kind === 'ready') {
        member.readyAt = performance.now()
        if (this.#isRelaying()) tell(member, { kind: 'relay', on: true })
        this.#deps.log.info({ worker: number, pid: child.pid }, 'a worker listens')
        ready.resolve(true)
      } else void this.#take(member, message)
    })
    const over = (code: number | null, signal: string | null): void => {
      ready.resolve(false)
      // One that is told to leave before it listens ends by the signal itself, which is as it should be.
      const isObeyed = member.isLeaving && signal === 'SIGTERM'
      void this.#ended(member, signal).finally(() => ended.resolve(code ?? (isObeyed ? 0 : 1)))
    }
    child.on('exit', over)
    child.on('error', () => {
      // One that never began has no exit; of one that ends while it is told something, the exit says what there is to say.
      if (child.pid === undefined) over(null, null)
    })
    return member
  }

  async #take(member: Member, message: Exclude<FromWorker, { kind: 'ready' }>): Promise<void> {
    switch (message.kind) {
      case 'ask-metrics': {
        const text = await this.#addUp().catch(() => null)
        return tell(member, { kind: 'node-metrics', id: message.id, text })
      }
      case 'measured': {
        member.measured = message.metrics
        return this.#measuring.get(message.id)?.(message.metrics)
      }
      case 'ask-gateway': {
        const shares = await Promise.all([...this.#running].map((other) => this.#shareOf(other)))
        return tell(member, { kind: 'gateway-shares', id: message.id, shares: shares.flatMap((share) => share ?? []) })
      }
      case 'gateway-share': {
        return this.#sharing.get(message.id)?.(message.share)
      }
      case 'readers': {
        member.readers = message.count
        return this.#relay()
      }
      case 'line': {
        for (const other of this.#running) if (other !== member && other.readers > 0) tell(other, message)
      }
    }
  }

  #isRelaying(): boolean {
    return [...this.#running].some(({ readers }) => readers > 0)
  }

  #relay(): void {
    const on = this.#isRelaying()
    for (const member of this.#running) tell(member, { kind: 'relay', on })
  }

  async #addUp(): Promise<string> {
    const parts = await Promise.all([...this.#running].map((member) => this.#measure(member)))
    return Metrics.addUp([this.#past, ...parts])
  }

  /** What a worker has counted; one that doesn't answer in time has what it had when it was asked before. */
  async #measure(member: Member): Promise<Measurements> {
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<Measurements>()
    const late = setTimeout(() => resolve(member.measured), MEASURE_WITHIN_MS)
    this.#measuring.set(id, resolve)
    tell(member, { kind: 'measure', id })
    const metrics = await promise
    clearTimeout(late)
    this.#measuring.delete(id)
    return metrics
  }

  /** What a worker has of the gateway; undefined for one that doesn't say so in time. */
  async #shareOf(member: Member): Promise<object | undefined> {
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<object | undefined>()
    const late = setTimeout(() => resolve(undefined), SHARE_WITHIN_MS)
    this.#sharing.set(id, resolve)
    tell(member, { kind: 'gateway', id })
    const share = await promise
    clearTimeout(late)
    this.#sharing.delete(id)
    return share
  }

  async #ended(member: Member, signal: string | null): Promise<void> {
    const { number, readers, readyAt, isFirst, isLeaving } = member
    this.#running.delete(member)
    this.#past = await Metrics.keepCounts([this.#past, member.measured])
    if (readers > 0) this.#relay()
    if (isLeaving || this.#isStopping || this.#serving.get(number) !== member) return
    if (isFirst && readyAt === undefined) return
    const isSettled = readyAt !== undefined && performance.now() - readyAt > SETTLED_MS
    this.#failures.set(number, isSettled ? 0 : (this.#failures.get(number) ?? 0) + 1)
    this.#deps.log.error({ worker: number, signal }, 'a worker ended unasked: another one takes its place')
    if (!this.#replacing.has(number)) void this.#startAgain(number)
  }

  /** At once for one that ran for a while; one that ends early again and again is started less and less often. */
  async #startAgain(number: number): Promise<void> {
    // Until the next one listens, connections go to the others, and none waits where nobody takes it.
    this.#letGo([number])
    const failures = this.#failures.get(number) ?? 0
    if (failures > 0) await sleep(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)))
    if (!this.#isStopping) this.#serving.set(number, this.#fork(number))
  }
}

function tell({ process: child }: Member, message: ToWorker): void {
  if (child.connected) child.send(message)
}
