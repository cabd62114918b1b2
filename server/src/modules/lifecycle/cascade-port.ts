import type { Tx } from '#/platform/db/db.ts'
import type { Cause, Causes } from './causes.ts'
import type { Counts } from './counts.ts'

/** The port through which modules end what hangs on something that ended, without knowing whose it is. */
export interface Lifecycle {
  /** Ends it, in the transaction that records why. `reason` stays with the tokens. Returns how much ended. */
  ended<C extends Cause>(tx: Tx, cause: C, subject: Causes[C], reason: string): Promise<Counts>
  /** Counts what `ended` would end. Changes nothing. */
  wouldEnd<C extends Cause>(cause: C, subject: Causes[C]): Promise<Counts>
  /** Lets what came from one session be of another from now on: the same person signed in again in its browser. */
  handOver(tx: Tx, from: string, to: string): Promise<void>
}

/** One thing that ends with others: done, and counted for a dry run. */
export interface Step<S> {
  /** The tables whose rows it ends. */
  readonly tables: readonly string[]
  readonly end: (tx: Tx, subject: S, reason: string) => Promise<Counts>
  readonly count: (subject: S) => Promise<Counts>
}
