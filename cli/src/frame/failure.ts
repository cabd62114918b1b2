/** How a command ends. Scripts decide by these, so they never change their meaning. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  auth: 3,
  notFound: 4,
  conflict: 5,
  unreachable: 6,
  checksFailed: 7,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

interface FailureDetails {
  readonly exitCode: ExitCode
  /** Why it happened, where that is known. */
  readonly why?: string | undefined
  /** The command, or the thing to do, that comes next. */
  readonly next?: string | undefined
  /** The stable code and the page about it. */
  readonly code?: string | undefined
  readonly docsUrl?: string | undefined
  readonly requestId?: string | undefined
  /** What is wrong where, one sentence each. */
  readonly details?: readonly string[] | undefined
}

/** Why a command did not do what it was told: what, why, what to do next, and the code to look up. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly about: FailureDetails
  constructor(what: string, about: FailureDetails, options?: ErrorOptions) {
    super(what, options)
    this.about = about
  }
}

/** A command that was called in a way it can't be. */
export const usageError = (what: string, next?: string): Failure =>
  new Failure(what, { exitCode: exitCodes.usage, next, code: 'usage' })
