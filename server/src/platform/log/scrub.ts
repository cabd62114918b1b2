/** Names whose values are credentials, however they are spelled: `set-cookie`, `refresh_token`, `clientSecret`. */
const SECRET_NAME = /(authorization|cookie|dpop|password|passphrase|secret|token|assertion|verifier|master_?key)$/i
const REDACTED = '[redacted]'
const DEEPEST = 6
const MAX_LENGTH = 8192

/** What can be recognised as a credential inside a text, with what is left of it. */
const secretTexts: readonly (readonly [RegExp, string])[] = [
  [/\b(mandate_[a-z]+_|urn:ietf:params:oauth:request_uri:)[\w.-]{16,}/g, `$1${REDACTED}`],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, REDACTED],
  [/\b((?:Bearer|Basic|DPoP) )[\w.~+/=-]{8,}/gi, `$1${REDACTED}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s/@]+@/gi, `$1:${REDACTED}@`],
  // A query may carry a code or a token.
  [/((?:https?:\/\/|^\/)[^\s?"']*)\?[^\s"']*/gi, `$1?${REDACTED}`],
]

// Escapes of JSON stop at 0x1f: what is left could still steer a terminal or break a line (HT8).
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029]/g

/** What most values are: ids, names, addresses. None of it can be a credential but what carries one of these marks. */
const PLAIN = /^(?!.*(?:mandate_|eyJ|urn:))[\w.:-]{0,64}$/

/** A text as it may stand in the log. */
export function scrubText(text: string): string {
  if (PLAIN.test(text)) return text
  const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
  const clean = secretTexts.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), short)
  return clean.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The fields of a log line without credentials: by the name of a field, and by the look of a text. */
export const scrubFields = (fields: object): Record<string, unknown> => scrubMembers(fields, 0)

function scrubMembers(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      scrubText(name),
      SECRET_NAME.test(name) && member !== null && member !== undefined ? REDACTED : scrub(member, depth + 1),
    ]),
  )
}

function scrub(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return '[deep]'
  if (value instanceof Error) return scrubError(value, depth)
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1))
  return scrubMembers(value, depth)
}

/** Only what says what happened: an error of a driver may carry the statement, its values or the whole connection. */
function scrubError(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: scrubText(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    stack: scrubText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: scrub(error.cause, depth + 1) }),
  }
}
