import { importPublicJwk, UnusableJwk } from '#/platform/crypto/jwk.ts'
import type { ClientKeys } from './client.ts'

const MAX_KEYS = 10

/** What is wrong with the keys a client wants to sign assertions with (RFC 7517); undefined when nothing is. */
export function jwksProblem(jwks: ClientKeys): string | undefined {
  const { keys } = jwks
  if (!Array.isArray(keys) || keys.length === 0) return 'must be an object with at least one key in keys'
  if (keys.length > MAX_KEYS) return `must not hold more than ${MAX_KEYS} keys`
  for (const [index, key] of keys.entries()) {
    const problem = keyProblem(key)
    if (problem) return `has no usable key at keys/${index}: ${problem}`
  }
  return distinctlyNamed(keys) ? undefined : 'must name each key by its own kid'
}

// The row is read on every token request: what does not make the key has no place in it.
const MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']

/** The keys without any member that neither makes nor names them. */
export const publicMembers = ({ keys }: ClientKeys): ClientKeys => ({
  keys: keys.map((key) => Object.fromEntries(Object.entries(key).filter(([name]) => MEMBERS.includes(name)))),
})

function distinctlyNamed(keys: ClientKeys['keys']): boolean {
  const ids = keys.map((key) => key['kid']).filter((kid) => kid !== undefined)
  return ids.every((kid) => typeof kid === 'string') && new Set(ids).size === ids.length
}

function keyProblem(key: unknown): string | undefined {
  try {
    importPublicJwk(key)
    return undefined
  } catch (error) {
    if (error instanceof UnusableJwk) return error.message
    throw error
  }
}
