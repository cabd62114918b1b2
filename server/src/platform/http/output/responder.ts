import type { ServerResponse } from 'node:http'
import { writeReply } from './write-response.ts'
import type { AnswerContext } from './write-response.ts'
import type { Envelope, Envelopes } from './envelopes.ts'
import { isOurFault, toProblem } from './problem.ts'
import type { Problem } from './problem.ts'

/** The part of the logger that this folder needs. */
export interface HttpLogger {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
}

interface ResponderDeps {
  readonly envelopes: Envelopes
  readonly logger: HttpLogger
}

/** Answers what went wrong, in the words of the place, and writes down what was our fault. */
export class Responder {
  readonly #deps: ResponderDeps

  constructor(deps: ResponderDeps) {
    this.#deps = deps
  }

  /** Answers the status that was sent. */
  async fail(thrown: unknown, envelope: Envelope, response: ServerResponse, context: AnswerContext): Promise<number> {
    const problem = toProblem(thrown)
    this.#log(problem, thrown, context.requestId)
    try {
      const reply = await this.#deps.envelopes.respond(problem, envelope, context.requestId, context.request)
      writeReply(response, reply, context)
      return reply.status
    } catch (error) {
      return this.#lastResort(error, response, context)
    }
  }

  /** When even the error page fails, the plain envelope still stands. */
  #lastResort(error: unknown, response: ServerResponse, context: AnswerContext): number {
    const problem = toProblem(error)
    this.#log(problem, error, context.requestId)
    writeReply(response, this.#deps.envelopes.extended(problem, context.requestId), context)
    return problem.status
  }

  #log(problem: Problem, thrown: unknown, requestId: string): void {
    const detail = (thrown as { detail?: unknown } | undefined)?.detail
    const fields = { request_id: requestId, code: problem.code, err: thrown, ...(detail ? { detail } : {}) }
    if (isOurFault(problem)) this.#deps.logger.error(fields, 'request failed')
    else if (detail) this.#deps.logger.warn(fields, 'request refused')
  }
}
