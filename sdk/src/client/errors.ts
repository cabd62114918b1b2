import type { ErrorCodes } from '#/generated/error-codes.ts'

/** What goes wrong before a server has said anything that this client understands. */
type LocalCode = 'network_error' | 'timeout' | 'unexpected_response'

/** The code of an error. A newer server may have others, so any string is one. */
export type MandateErrorCode = keyof ErrorCodes | LocalCode | (string & Record<never, never>)

/** What is wrong with one member of a request. */
export interface FieldError {
  /** A JSON pointer into the body, or the name of a parameter; empty for the request as a whole. */
  readonly pointer: string
  readonly message: string
}

interface ErrorInit {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly docsUrl?: string | undefined
  readonly requestId?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** A request that failed: what the server said of it, or why there was no telling. */
export class MandateError extends Error {
  override readonly name = 'MandateError'
  /** The HTTP status; 0 when there was no response. */
  readonly status: number
  readonly code: MandateErrorCode
  /** The page that explains the code. */
  readonly docsUrl: string | undefined
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined
  /** What the server said beyond the message. */
  readonly details: Readonly<Record<string, unknown>>
  /** When the server wants to be asked again, at the earliest. */
  readonly retryAfterMs: number | undefined

  constructor({ status, code, message, docsUrl, requestId, details, retryAfterMs, cause }: ErrorInit) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.docsUrl = docsUrl
    this.requestId = requestId
    this.details = details ?? {}
    this.retryAfterMs = retryAfterMs
  }

  /** What is wrong where, for a request that is not valid: the first twenty. */
  get errors(): readonly FieldError[] {
    const { errors } = this.details
    return Array.isArray(errors) ? (errors as FieldError[]) : []
  }
}

/** A connection that failed or broke. */
export const networkError = (cause: unknown): MandateError =>
  new MandateError({ status: 0, code: 'network_error', message: 'the server could not be reached', cause })

/** Reads the error that a response is. */
export async function errorOf(response: Response, now: number): Promise<MandateError> {
  const body = parsed(await response.text().catch(() => ''))
  const details = isRecord(body['details']) ? body['details'] : {}
  const said = typeof body['code'] === 'string'
  // A browser says 0 for a redirect that is not followed.
  const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
  const unsaid = isRedirect ? 'redirected, which no API of it does' : `responded with status ${response.status}`
  return new MandateError({
    status: response.status,
    code: said ? String(body['code']) : 'unexpected_response',
    message: said ? String(body['message']) : `the server ${unsaid}`,
    docsUrl: typeof body['docs_url'] === 'string' ? body['docs_url'] : undefined,
    requestId: stringOf(details['request_id']) ?? response.headers.get('x-request-id') ?? undefined,
    details,
    retryAfterMs: retryAfter(response.headers.get('retry-after'), now),
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const at = /^\d+$/.test(header) ? now + Number(header) * 1000 : Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
