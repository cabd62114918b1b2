/** A key that signs, and the algorithm and name that an assertion says of it. */
export interface SigningKey {
  readonly key: CryptoKey
  readonly alg: Algorithm
  readonly kid: string | undefined
}

/** The algorithms that the server takes assertions by; of RSA the first is meant where the key does not say. */
const algorithms = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  EdDSA: { name: 'Ed25519' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const
type Algorithm = keyof typeof algorithms
const names = Object.keys(algorithms) as Algorithm[]
const ofType: Readonly<Record<string, Algorithm>> = { EC: 'ES256', OKP: 'EdDSA', RSA: 'PS256' }

/**
 * The private key in a file: a JWK, or PKCS #8 as PEM. It can sign and be read by nobody any more, not by this page either;
 * undefined when the text is no such key.
 */
export async function signingKeyOf(text: string): Promise<SigningKey | undefined> {
  const pem = /-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----/.exec(text)?.[1]
  if (pem !== undefined) return keyOfPem(pem)
  try {
    return await keyOfJwk(JSON.parse(text) as JsonWebKey & { readonly kid?: unknown })
  } catch {
    return undefined
  }
}

async function keyOfJwk({
  alg: said,
  kid,
  ...jwk
}: JsonWebKey & { readonly kid?: unknown }): Promise<SigningKey | undefined> {
  const alg = names.find((name) => name === said) ?? ofType[jwk.kty ?? '']
  if (alg === undefined || jwk.d === undefined) return undefined
  // What a key is said to be for is the server's to judge.
  const { use: _, key_ops: __, ext: ___, ...bare } = jwk
  const key = await crypto.subtle.importKey('jwk', bare, algorithms[alg], false, ['sign'])
  return { key, alg, kid: typeof kid === 'string' ? kid : undefined }
}

/** PEM says not which algorithm it is for: the one that takes it. */
async function keyOfPem(base64: string): Promise<SigningKey | undefined> {
  for (const alg of names) {
    try {
      const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0))
      const key = await crypto.subtle.importKey('pkcs8', bytes, algorithms[alg], false, ['sign'])
      return { key, alg, kid: undefined }
    } catch {
      // Another kind of key.
    }
  }
  return undefined
}
