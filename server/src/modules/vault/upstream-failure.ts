/**
 * A provider said no, or could not be asked. `denied`: the person refused. `over`: the grant is over and only the person
 * can give another. `failed`: anything else. The message is for the log; nothing of it reaches a caller.
 */
export class UpstreamFailure extends Error {
  readonly reason: 'denied' | 'over' | 'failed'
  constructor(reason: 'denied' | 'over' | 'failed', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}
