import type { ServerResponse } from 'node:http'
import { writeReply } from './write-response.ts'
import type { AnswerContext, Sender } from './write-response.ts'
import { Repetitions } from '#/platform/repetitions.ts'
import type { Envelope, Envelopes } from './error-response.ts'
import { isOurFault, toProblem } from './error-classification.ts'
import type { Problem } from './error-classification.ts'

/** The part of the logger that this folder needs. */
export interface HttpLogger {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

interface ResponderDeps {
  readonly envelopes: Envelopes
  readonly logger: HttpLogger
}

/** A line about a request that was refused, or that the database could not serve. */
interface RefusalLine {
  readonly level: 'error' | 'warn'
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

const MINUTE_MS = 60_000

/** Answers what went wrong, in the words of the place, and writes down what operators should know of. */
export class Responder {
  readonly #deps: ResponderDeps
  readonly #refusals = new Repetitions<RefusalLine>({
    periodMs: MINUTE_MS,
    pass: ([line, ...more], count) => {
      const { level, message, fields } = more.at(-1) ?? line
      this.#deps.logger[level](count === 1 ? fields : { ...fields, repeated: count }, message)
    },
  })

  constructor(deps: ResponderDeps) {
    this.#deps = deps
  }

  /** Answers what was sent. */
  async fail(thrown: unknown, envelope: Envelope, response: ServerResponse, context: AnswerContext): Promise<Sent> {
    const problem = toProblem(thrown)
    this.#log(problem, thrown, context)
    try {
      const reply = await this.#deps.envelopes.respond(problem, envelope, context.requestId, context.request)
      writeReply(response, reply, context)
      return { status: reply.status, code: problem.code }
    } catch (error) {
      return this.#lastResort(error, response, context)
    }
  }

  /** Writes down what was held back, before the process ends. */
  flush(): void {
    this.#refusals.flush()
  }

  /** When even the error page fails, the plain envelope still stands. */
  #lastResort(error: unknown, response: ServerResponse, context: AnswerContext): Sent {
    const problem = toProblem(error)
    this.#log(problem, error, context)
    writeReply(response, this.#deps.envelopes.extended(problem, context.requestId), context)
    return { status: problem.status, code: problem.code }
  }

  /** What is our fault is written down each time. What anybody can repeat is once, and then as a count a minute. */
  #log(problem: Problem, thrown: unknown, { requestId, sender }: AnswerContext): void {
    const { code, status } = problem
    const detail = (thrown as { detail?: unknown } | undefined)?.detail
    const about = { request_id: requestId, code, ...senderFields(sender), ...(detail ? { detail } : {}) }
    if (code === 'unavailable') {
      const reason = thrown instanceof Error ? thrown.message : ''
      this.#refusals.note(`${code} ${reason}`, {
        level: 'error',
        message: 'request failed',
        fields: { ...about, err: thrown },
      })
    } else if (isOurFault(problem)) this.#deps.logger.error({ ...about, err: thrown }, 'request failed')
    else if (detail || status === 429) {
      const key = `${code} ${sender?.ip} ${about.client_id}`
      this.#refusals.note(key, { level: 'warn', message: 'request refused', fields: about })
    }
  }
}

/** The status that was sent, and for a failure its code. */
export interface Sent {
  readonly status: number
  readonly code?: string
}

/** Who sent a request, as fields of a log line. */
export function senderFields(sender: Sender | undefined): SenderFields {
  if (!sender) return {}
  const { ip, notes } = sender
  const { caller, namedClient } = notes
  if (!caller) return { ip, ...(namedClient === undefined ? {} : { client_id: namedClient }) }
  if (caller.type === 'agent') return { ip, client_id: caller.id }
  return caller.id.startsWith('usr_') ? { ip, user_id: caller.id } : { ip, api_key_id: caller.id }
}

interface SenderFields {
  readonly ip?: string
  readonly client_id?: string
  readonly user_id?: string
  readonly api_key_id?: string
}
