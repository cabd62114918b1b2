/** The class of an admin error, its HTTP status fixed (docs/decisions/api.md). */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
} as const

export type ErrorClass = keyof typeof errorStatus

/** One stable error code: its class, a sentence for the answer, and one for the reference page on what to do. */
export interface ErrorCode {
  readonly code: string
  readonly error: ErrorClass
  readonly message: string
  readonly help: string
  /** The member of the body that is wrong, for a code that is always about one. */
  readonly pointer?: string
}

/** Declares error codes; modules keep theirs in `errors.ts` and list them for `/docs/errors`. */
export function errorCodes<K extends string>(codes: Record<K, Omit<ErrorCode, 'code'>>): Record<K, ErrorCode> {
  const entries = Object.entries<Omit<ErrorCode, 'code'>>(codes)
  return Object.fromEntries(entries.map(([code, rest]) => [code, { code, ...rest }])) as Record<K, ErrorCode>
}

export interface FieldError {
  /** JSON pointer into the body, or the name of a parameter. */
  readonly pointer: string
  readonly message: string
}

interface AppErrorOptions {
  message?: string
  details?: Record<string, unknown>
  /** The member that is wrong, where it has another name than the code says. */
  pointer?: string
  headers?: Record<string, string>
  cause?: unknown
}

/** Thrown by modules: the code fixes status and docs page; `message` may replace the sentence with a more exact one. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  /** The member of the body that is wrong; empty for the request as a whole. */
  readonly pointer: string
  readonly headers: Record<string, string>
  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? code.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details ?? {}
    this.pointer = options.pointer ?? code.pointer ?? ''
    this.headers = options.headers ?? {}
  }
}

/** The codes every route can answer with; modules declare their own beside what they own. */
export const commonErrors = errorCodes({
  invalid_request: {
    error: 'invalid_request',
    message: 'The request is not valid.',
    help: 'details.errors names each field that is wrong and what it must be. Unknown fields are refused.',
  },
  invalid_cursor: {
    error: 'invalid_request',
    message: 'The cursor is not one this list gave out.',
    help: 'Pass next_cursor back unchanged, or leave cursor out to start from the newest entry.',
    pointer: '/cursor',
  },
  unauthorized: {
    error: 'unauthorized',
    message: 'This route needs a valid credential.',
    help: 'Send Authorization: Bearer with an admin API key that is neither expired nor revoked, or sign in.',
  },
  forbidden: { error: 'forbidden', message: 'You may not do this.', help: 'Ask an owner for the role or scope.' },
  insufficient_scope: {
    error: 'forbidden',
    message: 'The credential does not carry the scope this route needs.',
    help: 'details.required_scope names the scope. Use a key that carries it.',
  },
  csrf_failed: {
    error: 'forbidden',
    message: 'The request did not prove that it comes from our own page.',
    help: 'Send the X-CSRF-Token header from the session, and send requests from the origin of the server itself.',
  },
  not_found: { error: 'not_found', message: 'There is no such object.', help: 'Check the id in the path.' },
  route_not_found: { error: 'not_found', message: 'No route has this path.', help: '/docs lists every route.' },
  method_not_allowed: {
    error: 'method_not_allowed',
    message: 'This path does not take that method.',
    help: 'The Allow header lists the methods it takes.',
  },
  conflict: { error: 'conflict', message: 'The object is not in a state that allows this.', help: 'Read it again.' },
  idempotency_key_reused: {
    error: 'conflict',
    message: 'This Idempotency-Key was used with another body.',
    help: 'Use a new Idempotency-Key for a new request; repeat the same body to get the first answer again.',
  },
  idempotency_in_progress: {
    error: 'conflict',
    message: 'A request with this Idempotency-Key is still being worked on.',
    help: 'Wait for the seconds in Retry-After and repeat the same request.',
  },
  payload_too_large: {
    error: 'payload_too_large',
    message: 'The body is larger than this route takes.',
    help: 'details.limit_bytes is the largest body.',
  },
  unsupported_media_type: {
    error: 'unsupported_media_type',
    message: 'The body has a content type this route does not take.',
    help: 'Send Content-Type: application/json in UTF-8, without compression.',
  },
  headers_too_large: {
    error: 'invalid_request',
    message: 'The headers of the request are too large.',
    help: 'Answered with 431. Send fewer or shorter headers and cookies, together at most 16 KiB.',
  },
  request_timeout: {
    error: 'invalid_request',
    message: 'The request took too long to arrive.',
    help: 'Answered with 408. Send the headers and the body without long pauses.',
  },
  rate_limited: {
    error: 'rate_limited',
    message: 'Too many attempts.',
    help: 'Wait for the seconds in Retry-After.',
  },
  internal_error: {
    error: 'internal_error',
    message: 'Something failed on our side.',
    help: 'Report details.request_id to the operator; the log has the cause under that id.',
  },
  unavailable: {
    error: 'unavailable',
    message: 'The server can not serve this right now.',
    help: 'Try again after the seconds in Retry-After.',
  },
})
