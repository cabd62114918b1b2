// RFC 6749 §3.3: scope tokens of printable ASCII without quote and backslash, one space between them.
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/
const MAX_LENGTH = 4096

/** The scopes of a `scope` parameter, each once, in the order given; undefined when it breaks the syntax. */
export function parseScope(text: string): string[] | undefined {
  if (text.length > MAX_LENGTH || !SCOPE.test(text)) return undefined
  return [...new Set(text.split(' '))]
}

/** The scopes of a value we stored, where an empty text means none. */
export const scopesOf = (stored: string): string[] => (stored === '' ? [] : stored.split(' '))

/** Scopes as the wire and the tables carry them. */
export const formatScope = (scopes: readonly string[]): string => scopes.join(' ')

/** Whether every scope of `part` is in `whole`. */
export function isSubset(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((scope) => whole.includes(scope))
}

/** The scopes of `left` that `right` also has, in the order of `left`. */
export function intersect(left: readonly string[], right: readonly string[]): string[] {
  return left.filter((scope) => right.includes(scope))
}

/**
 * Scopes that only an operator hands out: `admin*`, `vault:*`, `revocations:*` and anything that looks like a wildcard.
 * Compared without case, so that no resource server is fooled by `Admin`.
 */
export function isReservedScope(scope: string): boolean {
  const name = scope.toLowerCase()
  return /^(admin|(vault|revocations)(:|$))/.test(name) || name.includes('*')
}

/** A scope value with each scope once; one that breaks the syntax stays as it is, for the check to find. */
export function normalScope(text: string): string {
  const scopes = parseScope(text)
  return scopes ? formatScope(scopes) : text
}
