import type { Measurements } from '#/platform/metrics/metrics.ts'

/** What a worker tells the supervisor. */
export type FromWorker =
  /** It listens. */
  | { readonly kind: 'ready' }
  /** It was asked for the metrics of the node. */
  | { readonly kind: 'ask-metrics'; readonly id: number }
  /** What it measured itself, as an answer to `measure`, or before it ends. */
  | { readonly kind: 'measured'; readonly id: number; readonly metrics: Measurements }
  /** It was asked for what all workers have of the gateway. */
  | { readonly kind: 'ask-gateway'; readonly id: number }
  /** What it has of the gateway itself, as an answer to `gateway`; only the gateway can read it. */
  | { readonly kind: 'gateway-share'; readonly id: number; readonly share: object }
  /** How many read the log along there. */
  | { readonly kind: 'readers'; readonly count: number }
  /** A line that it logged, while somebody reads along elsewhere. */
  | { readonly kind: 'line'; readonly line: string }

/** What the supervisor tells a worker. */
export type ToWorker =
  | { readonly kind: 'measure'; readonly id: number }
  /** The metrics of all workers, or null when they could not be added up. */
  | { readonly kind: 'node-metrics'; readonly id: number; readonly text: string | null }
  | { readonly kind: 'gateway'; readonly id: number }
  /** What the workers that said so in time have of the gateway. */
  | { readonly kind: 'gateway-shares'; readonly id: number; readonly shares: readonly object[] }
  /** Whether somebody reads the log along elsewhere. */
  | { readonly kind: 'relay'; readonly on: boolean }
  /** A line that another worker logged. */
  | { readonly kind: 'line'; readonly line: string }

/** The arguments of a worker's process; `sockets` say what it was given. */
export const workerArguments = (number: number, isFirst: boolean, sockets: readonly string[]): string[] => [
  '--worker',
  String(number),
  ...(isFirst ? ['--first'] : []),
  ...sockets,
]
