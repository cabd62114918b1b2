import { pino } from 'pino'
import { LogOutput } from './output.ts'
import { prettyLine } from './pretty.ts'
import { scrubFields, scrubText } from './scrub.ts'
import type { DestinationStream } from 'pino'
import type { LogLevel, LogLines } from './lines.ts'

/** What services log with: fields first, then the sentence. A line about a request carries its `request_id`. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

interface LoggerOptions {
  readonly level: LogLevel
  /** JSON lines, lines for people, or the latter on a terminal only. */
  readonly format: 'auto' | 'json' | 'pretty'
  /** Where lines go; standard output when not given. */
  readonly destination?: DestinationStream
  /** The number of the worker whose lines these are, where there are several. */
  readonly worker?: number | undefined
  /** Where others read along. */
  readonly lines?: LogLines
}

/** The log: one JSON line per input, without credentials. */
export function createLogger({ level, format, destination, worker, lines }: LoggerOptions): Logger {
  const pretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY)
  return pino(
    {
      level,
      base: worker === undefined ? null : { worker },
      // Errors are taken apart while scrubbing.
      serializers: { err: (value: unknown) => value },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: scrubFields },
      hooks: {
        logMethod(args, method) {
          method.apply(
            this,
            args.map((part: unknown) => (typeof part === 'string' ? scrubText(part) : part)) as typeof args,
          )
        },
      },
    },
    readAlong(pretty ? prettyDestination(destination ?? process.stdout) : (destination ?? new LogOutput()), lines),
  )
}

const prettyDestination = (stream: DestinationStream): DestinationStream => ({
  write: (line) => stream.write(prettyLine(line, process.stdout.isTTY && process.stdout.hasColors())),
})

const readAlong = (stream: DestinationStream, lines: LogLines | undefined): DestinationStream =>
  lines === undefined
    ? stream
    : {
        write: (line) => {
          stream.write(line)
          lines.publish(line)
        },
      }

/**
 * Lets the server live on when whoever read its output is gone: a broken pipe must not end logins. It shows as a reset
 * when something was left unread.
 */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error
    })
  }
}
