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

/** What the HTTP client or the network threw, in our words. */
export function failureOf(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const { code = '' } = error as { code?: string }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new OutboundError('too_large', 'the headers are too large', error)
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new OutboundError('timeout', 'the server took too long', error)
  return new OutboundError('unreachable', 'the server did not answer', error)
}
