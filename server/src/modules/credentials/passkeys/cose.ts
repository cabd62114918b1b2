import { createPublicKey } from 'node:crypto'

/** A COSE key as the library decodes it: numbers for names (RFC 9052 §7). */
interface CoseKey {
  get(label: number): unknown
}

/** Algorithms a passkey may sign with: ES256, EdDSA, RS256, by their COSE numbers (RFC 9053 §2, RFC 8812 §2). */
export const algorithms: readonly number[] = [-7, -8, -257]

const MIN_RSA_LENGTH = 2048

/** Whether a key is one of its algorithm and well made: a point on its curve, an RSA modulus of some length. */
export function isSoundKey(key: CoseKey): boolean {
  try {
    const jwk = jwkOf(key)
    if (!jwk) return false
    const { modulusLength = MIN_RSA_LENGTH } = createPublicKey({ key: jwk, format: 'jwk' }).asymmetricKeyDetails ?? {}
    return modulusLength >= MIN_RSA_LENGTH
  } catch {
    return false
  }
}

/** The key in the one form that fits its algorithm: type, curve and algorithm agree, or it is none (RFC 9053 §7). */
function jwkOf(key: CoseKey): Record<string, string> | undefined {
  const [type, algorithm, curve] = [key.get(1), key.get(3), key.get(-1)]
  const text = (label: number): string => Buffer.from(key.get(label) as Uint8Array).toString('base64url')
  if (algorithm === -7 && type === 2 && curve === 1) return { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }
  if (algorithm === -8 && type === 1 && curve === 6) return { kty: 'OKP', crv: 'Ed25519', x: text(-2) }
  if (algorithm === -257 && type === 3) return { kty: 'RSA', n: text(-1), e: text(-2) }
  return undefined
}
