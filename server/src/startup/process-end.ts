import type { Logger } from '#/platform/log/log.ts'

interface StopOptions {
  readonly log: Pick<Logger, 'info' | 'error'>
  /** Ends in good order; answers the exit code. */
  readonly stop: () => Promise<number>
  /** What is done at once when somebody asks again. Without it asking again changes nothing. */
  readonly giveUp?: () => void
}

/** npm and a terminal may each pass the same Ctrl-C on; a person needs longer to press it again. */
const SAME_SIGNAL_MS = 300

/** Ends the process in good order when one of these signals comes. */
export function stopOnSignal(signals: readonly NodeJS.Signals[], { log, stop, giveUp }: StopOptions): void {
  let stoppingSince: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) giveUp?.()
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping: requests in flight finish first')
    stop().then((code) => process.exit(code), dieOf(log))
  }
  for (const signal of signals) process.on(signal, onSignal)
}

/** A state nobody thought of is not one to go on in: whoever supervises the process starts a fresh one. */
export function dieOnUnhandled(log: Pick<Logger, 'error'>): void {
  process.on('uncaughtException', dieOf(log))
  process.on('unhandledRejection', dieOf(log))
}

const dieOf =
  (log: Pick<Logger, 'error'>) =>
  (error: unknown): void => {
    log.error({ err: error }, 'the process ends after an error that nobody handled')
    process.exit(1)
  }
