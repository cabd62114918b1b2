import { MandateError } from '@mandate/sdk'

/** What is wrong with a form: by the names of its fields, and as a whole. */
export interface FormErrors {
  readonly fields: Readonly<Record<string, string>>
  /** What no field of the form is about. */
  readonly whole: string | undefined
}

interface FieldError {
  readonly pointer: string
  readonly message: string
}

/**
 * Sorts what the server refused by the fields of a form, whose names are the members of the body: `/redirect_uris/0` is about
 * `redirect_uris`. A field that the form does not have is named in the message for the whole.
 */
export function formErrors(error: unknown, fields: readonly string[]): FormErrors {
  if (!(error instanceof MandateError)) return { fields: {}, whole: messageOf(error) }
  const found = (error.details['errors'] ?? []) as readonly FieldError[]
  const byField = new Map<string, string>()
  const others: string[] = []
  for (const { pointer, message } of found) {
    const name = nameOf(pointer, fields)
    if (name === undefined) others.push(pointer === '' ? message : `${pointer.slice(1)}: ${message}`)
    else if (!byField.has(name)) byField.set(name, message)
  }
  const whole = byField.size === 0 || others.length > 0 ? [error.message, ...others].join(' ') : undefined
  return { fields: Object.fromEntries(byField), whole }
}

/** The field whose name is the longest beginning of a pointer. */
function nameOf(pointer: string, fields: readonly string[]): string | undefined {
  const parts = pointer.split('/').slice(1).map(unescaped)
  for (let length = parts.length; length > 0; length--) {
    const name = parts.slice(0, length).join('.')
    if (fields.includes(name)) return name
  }
  return undefined
}

/** RFC 6901 §4. */
const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** What an error says to a person. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether the server wants a fresh proof of who somebody is before it does this. */
export const wantsProof = (error: unknown): error is MandateError =>
  error instanceof MandateError && error.code === 'reauthentication_required'

/** Whether something is not there, or is not there any more. */
export const isMissing = (error: unknown): boolean => error instanceof MandateError && error.status === 404
