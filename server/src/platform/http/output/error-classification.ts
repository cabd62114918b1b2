import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { oauthErrorStatus } from '#/protocol/oauth.ts'
import type { OAuthErrorCode } from '#/protocol/oauth.ts'
import { AppError, commonErrors, errorStatus } from '#/platform/errors/app-error.ts'
import type { ErrorClass } from '#/platform/errors/app-error.ts'
import { MalformedForm } from '#/platform/http/input/form.ts'
import { MalformedJson } from '#/platform/http/input/json-body.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'

/** What went wrong, in the words of both envelopes; whoever answers picks the words of its area. */
export interface Problem {
  readonly status: number
  /** The class in the extended envelope. */
  readonly error: ErrorClass
  /** The stable code in the extended envelope. */
  readonly code: string
  /** The code on `/oauth/*` and the status it has there. */
  readonly oauthError: OAuthErrorCode
  readonly oauthStatus: number
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  /** The member of the body that is wrong; empty for the request as a whole. */
  readonly pointer: string
  readonly headers: Readonly<Record<string, string>>
}

const RETRY_AFTER_SECONDS = '2'

/** Module errors on `/oauth/*`: grants translate theirs on purpose, this catches the rest. */
const oauthErrorOf: Readonly<Record<ErrorClass, OAuthErrorCode>> = {
  invalid_request: 'invalid_request',
  unauthorized: 'invalid_token',
  forbidden: 'access_denied',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  conflict: 'invalid_request',
  gone: 'invalid_request',
  precondition_failed: 'invalid_request',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: 'invalid_request',
  rate_limited: 'rate_limited',
  internal_error: 'server_error',
  bad_gateway: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  gateway_timeout: 'temporarily_unavailable',
}

const classOfStatus = new Map<number, ErrorClass>(
  Object.entries(errorStatus).map(([name, status]) => [status, name as ErrorClass]),
)

/** Any thrown value as a problem; what we don't know becomes an internal error that says nothing. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof AppError) return fromAppError(thrown)
  if (thrown instanceof OAuthError) return fromOAuthError(thrown)
  if (thrown instanceof DatabaseUnavailable) {
    return fromAppError(new AppError(commonErrors.unavailable, { headers: { 'retry-after': RETRY_AFTER_SECONDS } }))
  }
  if (thrown instanceof MalformedJson || thrown instanceof MalformedForm) {
    return fromAppError(new AppError(commonErrors.invalid_request, { message: thrown.message }))
  }
  return fromAppError(frameworkError(thrown) ?? new AppError(commonErrors.internal_error))
}

function fromAppError(error: AppError): Problem {
  const { error: name, code } = error.code
  const status = errorStatus[name]
  return {
    status,
    error: name,
    code,
    oauthError: name !== 'unsupported_media_type' && isOAuthCode(code) ? code : oauthErrorOf[name],
    // RFC 6749 §5.2 answers 400 for a request it can't read, and a wrong content type is just that.
    oauthStatus: name === 'unsupported_media_type' ? 400 : status,
    message: error.message,
    details: error.details,
    pointer: error.pointer,
    headers: error.headers,
  }
}

const isOAuthCode = (code: string): code is OAuthErrorCode => Object.hasOwn(oauthErrorStatus, code)

function fromOAuthError(error: OAuthError): Problem {
  const name = classOfStatus.get(error.status) ?? (error.status >= 500 ? 'internal_error' : 'invalid_request')
  return {
    status: errorStatus[name],
    error: name,
    code: error.error,
    oauthError: error.error,
    oauthStatus: error.status,
    message: error.message,
    details: {},
    pointer: '',
    headers: error.headers,
  }
}

/** What fastify and node:http refuse before a route is reached. */
function frameworkError(thrown: unknown): AppError | undefined {
  const { code, statusCode } = (thrown ?? {}) as { code?: unknown; statusCode?: unknown }
  if (typeof code !== 'string') return undefined
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError(commonErrors.unsupported_media_type)
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new AppError(commonErrors.not_found)
  if (code === 'FST_ERR_BAD_URL') return badRequest('The path is not valid percent-encoded UTF-8.')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH')
    return badRequest('The body is not as long as Content-Length says.')
  return statusCode === 400 ? badRequest('The request could not be read.') : undefined
}

const badRequest = (message: string): AppError => new AppError(commonErrors.invalid_request, { message })

/** Whether the cause lies with us, so that the log must hold it. Who asks another server logs what came of that. */
export const isOurFault = ({ status, error }: Problem): boolean =>
  status >= 500 && error !== 'bad_gateway' && error !== 'gateway_timeout'
