import { createHash, generateKeyPairSync, createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { usageError } from '#/frame/failure.ts'
import { readPrivate, writePrivate } from '#/frame/private-files.ts'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

interface ProofRequest {
  readonly method: string
  readonly url: string
  readonly now: number
  /** The token that the proof comes with, at a resource. */
  readonly accessToken?: string | undefined
  readonly nonce?: string | undefined
}

/** The key of a sign-in, which never leaves this machine: tokens are worth nothing without a proof by it (RFC 9449). */
export class ProofKey {
  readonly #privateKey: KeyObject
  readonly #jwk: object
  private constructor(privateKey: KeyObject) {
    this.#privateKey = privateKey
    this.#jwk = createPublicKey(privateKey).export({ format: 'jwk' })
  }

  static generate(): ProofKey {
    return new ProofKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  }

  /** Reads a key from its file, which nobody else may read. */
  static async read(file: string): Promise<ProofKey> {
    const text = await readPrivate(file)
    if (text === undefined) throw usageError(`The key of this sign-in is gone: ${file}`, 'mandate login')
    try {
      return new ProofKey(createPrivateKey({ key: JSON.parse(text) as Record<string, unknown>, format: 'jwk' }))
    } catch {
      throw usageError(`${file} is not a key.`, 'mandate login')
    }
  }

  async write(file: string): Promise<void> {
    await writePrivate(file, `${JSON.stringify(this.#privateKey.export({ format: 'jwk' }))}\n`)
  }

  /** The proof for one request (RFC 9449 §4.2). */
  proof({ method, url, now, accessToken, nonce }: ProofRequest): string {
    const { origin, pathname } = new URL(url)
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: `${origin}${pathname}`,
      iat: Math.floor(now / 1000),
      ...(accessToken === undefined ? {} : { ath: createHash('sha256').update(accessToken).digest('base64url') }),
      ...(nonce === undefined ? {} : { nonce }),
    }
    const input = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: this.#jwk })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(input), { key: this.#privateKey, dsaEncoding: 'ieee-p1363' })
    return `${input}.${signature.toString('base64url')}`
  }
}
