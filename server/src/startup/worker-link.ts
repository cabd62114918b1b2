import { parseArgs } from 'node:util'
import type { LogLines } from '#/platform/log/lines.ts'
import type { Metrics } from '#/platform/metrics/metrics.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'
import type { InheritedSockets } from './worker-sockets.ts'

const METRICS_WITHIN_MS = 5000
const GATEWAY_WITHIN_MS = 2000

/** What joins a worker to its supervisor: metrics and figures of the gateway of all workers, and the lines of their logs. */
export class WorkerLink {
  /** Counts from one; a worker that takes the place of another has its number. */
  readonly number: number
  /** Whether this is the first process of the node, which prepares the data and tells the operator where the server is. */
  readonly isFirst: boolean
  /** Where it is to listen. */
  readonly sockets: InheritedSockets
  readonly #asked = new Map<number, (text: string | null) => void>()
  readonly #askedForGateway = new Map<number, (shares: readonly object[]) => void>()
  #lastId = 0
  #metrics: Metrics | undefined
  #isBehind = false

  private constructor(number: number, isFirst: boolean, sockets: InheritedSockets) {
    this.number = number
    this.isFirst = isFirst
    this.sockets = sockets
  }

  /** The link of a process that was started with `workerArguments`; none for one that is the only one. */
  static of(args: readonly string[]): WorkerLink | undefined {
    const { values } = parseArgs({
      args: [...args],
      options: {
        worker: { type: 'string' },
        first: { type: 'boolean', default: false },
        main: { type: 'string', multiple: true, default: [] },
        management: { type: 'string', multiple: true, default: [] },
      },
    })
    if (values.worker === undefined) return undefined
    const sockets = { main: values.main.map(Number), management: values.management.map(Number) }
    return new WorkerLink(Number(values.worker), values.first, sockets)
  }

  /** Joins the log: lines of other workers come to those who read along here, ours go to those who read along there. */
  joinLog(lines: LogLines): void {
    lines.onReaders = (count) => this.#tell({ kind: 'readers', count })
    this.#onMessage((message) => {
      if (message.kind === 'line') lines.offer(message.line)
      else if (message.kind === 'relay') lines.relay = message.on ? this.#relay : undefined
    })
  }

  joinMetrics(metrics: Metrics): void {
    this.#metrics = metrics
    this.#onMessage((message) => {
      if (message.kind === 'measure') void this.#measure(message.id)
      else if (message.kind === 'node-metrics') this.#asked.get(message.id)?.(message.text)
    })
  }

  /** The metrics of all workers as one text. Rejects when the supervisor has no answer. */
  readonly nodeMetrics = async (): Promise<string> => {
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const timer = setTimeout(() => resolve(null), METRICS_WITHIN_MS)
    this.#asked.set(id, resolve)
    this.#tell({ kind: 'ask-metrics', id })
    const text = await promise
    clearTimeout(timer)
    this.#asked.delete(id)
    if (text === null) throw new Error('the metrics of the workers could not be added up')
    return text
  }

  /** Tells the supervisor what this process has of the gateway when it asks. */
  joinGateway(share: () => Promise<object>): void {
    this.#onMessage((message) => {
      if (message.kind === 'gateway') {
        const { id } = message
        share().then(
          (own) => this.#tell({ kind: 'gateway-share', id, share: own }),
          // Whoever asks does without it, as without a worker that is too busy to say.
          () => undefined,
        )
      } else if (message.kind === 'gateway-shares') this.#askedForGateway.get(message.id)?.(message.shares)
    })
  }

  /** What all workers have of the gateway. Rejects when the supervisor has no answer. */
  readonly gatewayShares = async (): Promise<readonly object[]> => {
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<readonly object[]>()
    const timer = setTimeout(() => resolve([]), GATEWAY_WITHIN_MS)
    this.#askedForGateway.set(id, resolve)
    this.#tell({ kind: 'ask-gateway', id })
    const shares = await promise
    clearTimeout(timer)
    this.#askedForGateway.delete(id)
    if (shares.length === 0) throw new Error('no worker said what it has of the gateway')
    return shares
  }

  /** Says that this worker listens. */
  ready(): void {
    this.#tell({ kind: 'ready' })
  }

  /** Hands over what was counted until now, since this worker ends. */
  async leave(): Promise<void> {
    await this.#measure(0)
  }

  async #measure(id: number): Promise<void> {
    if (this.#metrics) this.#tell({ kind: 'measured', id, metrics: await this.#metrics.measure() })
  }

  /** Lines that come faster than the supervisor takes them are left out, as for every slow reader. */
  readonly #relay = (line: string): void => {
    if (this.#isBehind) return
    this.#isBehind = !this.#tell({ kind: 'line', line }, () => {
      this.#isBehind = false
    })
  }

  /** Without a supervisor, which takes its workers along when it ends, there is nobody to tell. */
  #tell(message: FromWorker, onSent: () => void = () => undefined): boolean {
    return process.connected && process.send?.(message, undefined, undefined, onSent) === true
  }

  #onMessage(take: (message: ToWorker) => void): void {
    process.on('message', (message) => take(message as ToWorker))
  }
}
