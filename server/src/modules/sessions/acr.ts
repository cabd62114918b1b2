import { MULTI_FACTOR } from './methods.ts'

/**
 * How strongly a person signed in (OpenID Connect Core §2 `acr`), from the weakest on: one factor; two of them; a passkey,
 * which no look-alike site can use (`phr`, OpenID EAP ACR Values §3).
 */
export const acrValues = ['urn:mandate:acr:1fa', 'urn:mandate:acr:2fa', 'phr'] as const
export type Acr = (typeof acrValues)[number]

// RFC 8176 §2: proof that somebody holds a key in hardware, or in software that may copy it.
const PASSKEY_METHODS = ['hwk', 'swk']

/** The strongest class that a sign-in by these methods is of. */
export function acrOf(methods: readonly string[]): Acr {
  if (methods.some((method) => PASSKEY_METHODS.includes(method))) return 'phr'
  return methods.includes(MULTI_FACTOR) ? 'urn:mandate:acr:2fa' : 'urn:mandate:acr:1fa'
}

/** The first of some classes, best first, that a sign-in by these methods is of, or is stronger than. */
export function acrAmong(wanted: readonly Acr[], methods: readonly string[]): Acr | undefined {
  const strength = acrValues.indexOf(acrOf(methods))
  return wanted.find((acr) => acrValues.indexOf(acr) <= strength)
}
