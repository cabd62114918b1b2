import type { IncomingHttpHeaders } from 'node:http'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { Form } from './form.ts'
import { decodeUtf8, parseJson } from './json-body.ts'
import { boundaryOf, parseMultipart } from './multipart.ts'
import type { Part } from './multipart.ts'

/** The largest body in bytes where nothing else is said. */
export const BODY_LIMIT_BYTES = 64 * 1024

// Compared as a whole: a reader that trims, splits or guesses is how a body slips past its validation.
const JSON_TYPE = /^application\/json(?:; ?charset="?utf-8"?)?$/i
const PATCH_TYPE = /^application\/(?:merge-patch\+)?json(?:; ?charset="?utf-8"?)?$/i
// Providers send either (RFC 7644 §8.1).
const SCIM_TYPES = /^application\/(?:scim\+)?json(?:; ?charset="?utf-8"?)?$/i
const FORM_TYPE = /^application\/x-www-form-urlencoded(?:; ?charset="?utf-8"?)?$/i

/** What a body of JSON came with: a method, or in the way of SCIM whatever the method. */
type JsonMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'SCIM'

/** Parses the body of a JSON route; no body at all is undefined. A PATCH may name the type of RFC 7396 §4. */
export function readJson(
  body: Uint8Array | undefined,
  headers: IncomingHttpHeaders,
  method: JsonMethod = 'POST',
): unknown {
  if (body === undefined || body.length === 0) return undefined
  const types = method === 'SCIM' ? SCIM_TYPES : method === 'PATCH' ? PATCH_TYPE : JSON_TYPE
  checkType(headers, types, 'application/json')
  return parseJson(body)
}

/** Parses the body of a form route. */
export function readForm(body: Uint8Array | undefined, headers: IncomingHttpHeaders): Form {
  if (body === undefined || body.length === 0) return Form.empty
  checkType(headers, FORM_TYPE, 'application/x-www-form-urlencoded')
  return Form.parse(decodeUtf8(body))
}

/** Splits the body of a multipart route. */
export function readMultipart(body: Uint8Array | undefined, headers: IncomingHttpHeaders): Part[] {
  checkEncoding(headers)
  const boundary = boundaryOf(headers['content-type'] ?? '')
  if (boundary === undefined) throw wrongType('multipart/form-data', 'The body must be multipart/form-data.')
  return parseMultipart(body ?? new Uint8Array(), boundary)
}

function checkType(headers: IncomingHttpHeaders, expected: RegExp, name: string): void {
  checkEncoding(headers)
  if (!expected.test(headers['content-type'] ?? '')) throw wrongType(name, `The body must be ${name} in UTF-8.`)
}

const wrongType = (expected: string, message: string): AppError =>
  new AppError(commonErrors.unsupported_media_type, { message, details: { expected } })

function checkEncoding(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new AppError(commonErrors.unsupported_media_type, { message: 'Send the body without Content-Encoding.' })
  }
}
