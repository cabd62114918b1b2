/** What is wrong with a member, as the API says it. */
export interface FieldError {
  readonly pointer: string
  readonly message: string
}

/** Somebody who is to become a user, in the words of the API. */
export interface Person {
  readonly email: string
  readonly name?: string | undefined
  readonly password_hash?: string | undefined
  readonly email_verified?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly tier?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** What an export says of one person, or why it says nothing of use. */
export interface Entry {
  /** The line of the file, or of people in JSON the how manieth. */
  readonly position: number
  readonly person?: Person
  /** Why nobody can be made of it. */
  readonly errors?: readonly FieldError[]
  /** Why nobody is to be made of it: it is no person. */
  readonly skipped?: string
  /** What of it stays behind, for the note at the end. */
  readonly left?: readonly string[]
}

/** Members of JSON. */
export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members, also where an export has them as JSON in a text; none where it has something else. */
export function membersOf(value: unknown): Members {
  if (isMembers(value)) return value
  try {
    const parsed: unknown = JSON.parse(textOf(value) ?? '{}')
    return isMembers(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** A name of its parts; undefined where there is none, or where it is the address again. */
export function nameOf(email: string, ...parts: readonly unknown[]): string | undefined {
  const name = parts
    .map(textOf)
    .filter((part) => part !== undefined)
    .join(' ')
    .trim()
  return name === '' || name.toLowerCase() === email.toLowerCase() ? undefined : name
}

/** Metadata without what is empty; undefined when nothing is left. */
export function metadataOf(members: Members): Members | undefined {
  const kept = Object.entries(members).filter(([, value]) => hasContent(value))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Those of some members that an export has and an import leaves behind, by name. */
export const leftOf = (found: Members, names: Readonly<Record<string, string>>): string[] =>
  Object.entries(names).flatMap(([member, what]) => (hasContent(found[member]) ? [what] : []))

function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'object' ? Object.keys(value).length > 0 : true
}
