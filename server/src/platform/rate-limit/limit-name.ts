import { hash } from 'node:crypto'

/**
 * How a name is stored: what stands before the first colon says what is counted and stays readable, the rest is hashed,
 * because it may hold an address, an e-mail or anything of any length a request carried.
 */
export function storedName(name: string): string {
  const kind = kindOf(name)
  return `${kind}:${hash('sha256', name.slice(kind.length + 1), 'base64url')}`
}

/** What is counted under a name: `client-auth` of `client-auth:<of whom>`. */
export function kindOf(name: string): string {
  const colon = name.indexOf(':')
  if (colon === -1) throw new TypeError('a limit is named <what>:<of whom>')
  return name.slice(0, colon)
}
