import { Envelopes } from '#/platform/http/output/error-response.ts'
import type { Envelope } from '#/platform/http/output/error-response.ts'
import { AppError, commonErrors, errorStatus } from '#/platform/errors/app-error.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'
import { toProblem } from '#/platform/http/output/error-classification.ts'

const REQUEST_ID = 'req_1k4hx0ry37q2m9x4k1vd8hz3n6t0c5wrbyg'
const fields = [{ pointer: '/name', message: 'is not a known field' }]

/** One error for each status, worded by the envelopes that word the real ones. */
export class ErrorExamples {
  readonly #envelopes: Envelopes
  readonly #codes: readonly ErrorCode[]

  constructor(baseUrl: string, codes: readonly ErrorCode[]) {
    this.#envelopes = new Envelopes(baseUrl)
    this.#codes = [...Object.values(commonErrors), ...codes]
  }

  /** The body of an error with a status, in the words of its place. */
  example(envelope: Exclude<Envelope, 'page'>, status: number): unknown {
    const code = this.#codes.find(({ error }) => errorStatus[error] === status) ?? commonErrors.internal_error
    const details = code === commonErrors.invalid_request ? { errors: fields } : {}
    const problem = toProblem(new AppError(code, { details }))
    if (envelope === 'extended') return this.#envelopes.extended(problem, REQUEST_ID).body
    return this.#envelopes[envelope](problem).body
  }
}
