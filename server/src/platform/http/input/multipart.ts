import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { decodeUtf8 } from './json-body.ts'

/** One field of a `multipart/form-data` body. */
export interface Part {
  readonly name: string
  /** What the sender calls the file; undefined for a field that is none. It names nothing on this server. */
  readonly filename: string | undefined
  readonly content: Uint8Array
}

const TYPE = /^multipart\/form-data; ?boundary=(?:([\w'()+./:=?-]{1,70})|"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])")$/i
const MAX_PARTS = 10
const MAX_HEADER_BYTES = 2048
const DISPOSITION = /^form-data((?:; ?(?:name|filename)="[^"\r\n]*")+)$/i
const BLANK_LINE = Buffer.from('\r\n\r\n')

/** The boundary a content type names (RFC 2046 §5.1.1); undefined when it is not `multipart/form-data`. */
export function boundaryOf(contentType: string): string | undefined {
  const [, plain, quoted] = TYPE.exec(contentType) ?? []
  return plain ?? quoted
}

/**
 * Splits a body of `multipart/form-data` (RFC 7578). The body is in memory and within the limit of its route, so there
 * is nothing to stream and no file to forget. What is not as browsers write it is refused rather than guessed at.
 */
export function parseMultipart(body: Uint8Array, boundary: string): Part[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const opening = delimiter.subarray(2)
  if (!bytes.subarray(0, opening.length).equals(opening)) throw malformed('does not begin with its boundary')
  const parts: Part[] = []
  let at = opening.length
  while (bytes.toString('latin1', at, at + 2) === '\r\n') {
    if (parts.length === MAX_PARTS) throw malformed(`has more than ${MAX_PARTS} parts`)
    const end = bytes.indexOf(delimiter, at)
    if (end === -1) throw malformed('does not end with its boundary')
    parts.push(partOf(bytes.subarray(at + 2, end)))
    at = end + delimiter.length
  }
  const rest = bytes.toString('latin1', at)
  if (rest !== '--' && rest !== '--\r\n') throw malformed('does not end with its boundary')
  return parts
}

function partOf(bytes: Buffer): Part {
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(BLANK_LINE)
  if (end === -1) throw malformed('has a part whose headers are missing or too long')
  const headers = decodeUtf8(bytes.subarray(0, end)).split('\r\n').map(headerOf)
  const dispositions = headers.filter(([name]) => name === 'content-disposition').map(([, value]) => value)
  const [, parameters] = DISPOSITION.exec(dispositions.length === 1 ? (dispositions[0] as string) : '') ?? []
  const given = [...(parameters ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name.toLowerCase(), value] as const,
  )
  const values = new Map(given)
  const name = values.get('name')
  if (name === undefined || values.size !== given.length) throw malformed('has a part without one name')
  // RFC 7578 §4.7: nobody encodes parts any more; what a decoder would do to them is a way past a check.
  if (headers.some(([header]) => header === 'content-transfer-encoding')) throw malformed('has an encoded part')
  return { name, filename: values.get('filename'), content: bytes.subarray(end + BLANK_LINE.length) }
}

function headerOf(line: string): readonly [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\0\r\n]*)$/.exec(line) ?? []
  if (name === undefined || value === undefined) throw malformed('has a part with a malformed header')
  return [name.toLowerCase(), value.trimEnd()]
}

const malformed = (what: string): AppError =>
  new AppError(commonErrors.invalid_request, { message: `The body ${what}.` })
