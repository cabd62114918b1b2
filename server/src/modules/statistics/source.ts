import type { Metric } from './metrics.ts'

/** What a source found behind a position, and the position it has come to. */
export interface Step {
  readonly position: string
  readonly happenings: readonly { readonly metric: Metric; readonly at: number; readonly count: number }[]
  /** Nothing more waits behind it. */
  readonly isLast: boolean
}

/** Something that happens, in an order that never changes, so that it can be counted step by step and each once. */
export interface Source {
  readonly name: string
  /** The next step behind a position, with so many rows at most where it can tell; undefined when there is none. */
  after(position: string | undefined, rows: number): Promise<Step | undefined>
}
