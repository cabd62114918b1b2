/** Why a request of ours did not get an answer. `refused` means that nothing was sent. */
export type OutboundFailure = 'refused' | 'unreachable' | 'timeout' | 'too_large' | 'too_many_redirects'

/** A request of ours that was not allowed, or failed. Its message is for operators and the log, never for strangers. */
export class OutboundError extends Error {
  readonly reason: OutboundFailure
  constructor(reason: OutboundFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}

/** The error of a destination that we don't go to. */
export const refusal = (message: string): OutboundError => new OutboundError('refused', message)
