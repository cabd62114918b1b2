import Type from 'typebox'
import type { IncomingMessage } from 'node:http'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import type { Problem } from './error-classification.ts'
import { errorStatus } from '#/platform/errors/app-error.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { rateLimitHeaders } from '#/platform/errors/too-many-requests.ts'

/** How a place of the server words its errors. */
export type Envelope = 'extended' | 'oauth' | 'scim' | 'page'

/** The envelope of a route: pages speak to people, wherever they are mounted. */
export function envelopeOf({ area, route }: MountedRoute): Envelope {
  if (route.page || area === 'pages') return 'page'
  return area === 'oauth' || area === 'scim' ? area : 'extended'
}

/** The error of `/api/v1` and the system routes: all five members, always. */
export const ErrorSchema = Type.Object(
  {
    error: Type.String({ description: 'The class of the error; it fixes the status.' }),
    code: Type.String({ description: 'The stable code of exactly this error.' }),
    message: Type.String(),
    docs_url: Type.String({ description: 'The page of this server that explains the code.' }),
    details: Type.Object(
      {
        request_id: Type.String(),
        errors: Type.Optional(
          Type.Array(Type.Object({ pointer: Type.String(), message: Type.String() }), {
            description:
              'What is wrong where, with every 400: the first twenty. An empty pointer means the request as a whole.',
          }),
        ),
        error_count: Type.Optional(Type.Integer({ description: 'How many there are, when errors was cut.' })),
      },
      { additionalProperties: true },
    ),
  },
  { $id: 'Error' },
)

/** The error of `/oauth/*` (RFC 6749 §5.2). */
export const OAuthErrorSchema = Type.Object(
  { error: Type.String(), error_description: Type.String(), error_uri: Type.String() },
  { $id: 'OAuthError' },
)

const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
/** The media type of SCIM (RFC 7644 §8.1). */
export const SCIM_TYPE = 'application/scim+json'

/** The error of `/scim/v2/*` (RFC 7644 §3.12). */
export const ScimErrorSchema = Type.Object(
  {
    schemas: Type.Array(Type.String()),
    status: Type.String({ description: 'The status, as a text.' }),
    scimType: Type.Optional(Type.String({ description: 'What a 400 or 409 is about.' })),
    detail: Type.String(),
  },
  { $id: 'ScimError' },
)

/** The request that failed, as it arrived: nothing of it has been checked. */
export type FailedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Draws an error page; the branding module has the real one. */
export type RenderErrorPage = (problem: Problem, requestId: string, request: FailedRequest) => Reply | Promise<Reply>

const MAX_ERRORS = 20

const NO_REQUEST: FailedRequest = { headers: {} }

/** Turns a problem into the answer of its place. */
export class Envelopes {
  readonly #docs: string
  readonly #renderErrorPage: RenderErrorPage

  constructor(baseUrl: string, renderErrorPage: RenderErrorPage = plainErrorPage) {
    this.#docs = `${baseUrl}/docs/errors#`
    this.#renderErrorPage = renderErrorPage
  }

  async respond(problem: Problem, envelope: Envelope, requestId: string, request = NO_REQUEST): Promise<Reply> {
    if (envelope === 'oauth') return this.oauth(problem)
    if (envelope === 'scim') return this.scim(problem)
    if (envelope === 'extended') return this.extended(problem, requestId)
    const page = await this.#renderErrorPage(problem, requestId, request)
    return new Reply(page.status, page.body, { ...headersOf(problem, problem.status), ...page.headers }, page.cookies)
  }

  /** The extended envelope. */
  extended(problem: Problem, requestId: string): Reply {
    const headers = headersOf(problem, problem.status)
    // RFC 9110 §11.6.1: a 401 names a way in. `Bearer` opens no dialogue in browsers.
    if (problem.status === 401) headers['www-authenticate'] ??= 'Bearer'
    return new Reply(
      problem.status,
      {
        error: problem.error,
        code: problem.code,
        message: problem.message,
        docs_url: this.#docs + problem.code,
        details: { ...cut(withErrors(problem)), request_id: requestId },
      },
      headers,
    )
  }

  /** The envelope of RFC 6749 §5.2. */
  oauth(problem: Problem): Reply {
    const headers = headersOf(problem, problem.oauthStatus)
    if (problem.oauthStatus === 401 && problem.oauthError === 'invalid_token') {
      headers['www-authenticate'] ??= 'Bearer error="invalid_token"'
    }
    return new Reply(
      problem.oauthStatus,
      {
        error: problem.oauthError,
        error_description: describe(problem),
        error_uri: this.#docs + problem.oauthError,
      },
      headers,
    )
  }

  /** The envelope of RFC 7644 §3.12. */
  scim(problem: Problem): Reply {
    const headers = { ...headersOf(problem, problem.status), 'content-type': SCIM_TYPE }
    const scimType = problem.details['scim_type'] ?? (problem.status === 400 ? 'invalidSyntax' : undefined)
    return new Reply(
      problem.status,
      {
        schemas: [SCIM_ERROR],
        status: String(problem.status),
        ...(scimType === undefined ? {} : { scimType }),
        detail: sentences(problem),
      },
      problem.status === 401 ? { 'www-authenticate': 'Bearer', ...headers } : headers,
    )
  }
}

/** A sentence, with each field that is wrong. */
function sentences(problem: Problem): string {
  const { errors = [] } = cut(problem.details)
  const fields = errors as readonly FieldError[]
  return [problem.message, ...fields.map(({ pointer, message }) => `${pointer.replace(/^\//, '')} ${message}`)].join(
    ' ',
  )
}

/** A request that is not valid says what is wrong where, also when whoever threw named one rule. */
function withErrors({ status, details, pointer, message }: Problem): Problem['details'] {
  if (status !== errorStatus.invalid_request || details['errors'] !== undefined) return details
  return { ...details, errors: [{ pointer, message }] }
}

/**
 * A caller that sends a thousand wrong fields gets no answer larger than its request. One member is named before another
 * is named twice, so that a long list doesn't hide what else is wrong.
 */
function cut(details: Problem['details']): Problem['details'] {
  const errors = details['errors'] as readonly FieldError[] | undefined
  if (errors === undefined || errors.length <= MAX_ERRORS) return details
  const members = Map.groupBy(errors, ({ pointer }) => pointer.split('/')[1])
  const firsts = new Set([...members.values()].map(([first]) => first))
  const shown = [...firsts, ...errors.filter((it) => !firsts.has(it))].slice(0, MAX_ERRORS)
  return { ...details, errors: shown, error_count: errors.length }
}

function headersOf(problem: Problem, status: number): Record<string, string> {
  const headers = lowerCased(problem.headers)
  if (status === 503) headers['retry-after'] ??= '2'
  return status === 429 ? { ...rateLimitHeaders(Number(headers['retry-after'] ?? 1)), ...headers } : headers
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

// RFC 6749 §5.2 allows printable ASCII without the quote and the backslash here.
const NOT_ALLOWED = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g

/** The message, with each named field, in the characters RFC 6749 allows. */
function describe(problem: Problem): string {
  return sentences(problem).replaceAll('"', "'").replace(NOT_ALLOWED, '?')
}

function plainErrorPage(problem: Problem, requestId: string): Reply {
  const text = `${problem.message}\n\nRequest ${requestId}\n`
  return new Reply(problem.status, text, { 'content-type': 'text/plain; charset=utf-8' })
}
