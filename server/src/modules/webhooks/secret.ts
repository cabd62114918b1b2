import { randomBytes } from 'node:crypto'
import { invalid } from '#/platform/errors/invalid.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Webhook } from './webhook.ts'

const PREFIX = 'whsec_'
const RANDOM_BYTES = 32
const MIN_BYTES = 16
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Makes a signing secret in the form of Standard Webhooks. */
export const newSigningSecret = (): string => PREFIX + randomBytes(RANDOM_BYTES).toString('base64')

/**
 * The key that Standard Webhooks signs with: what stands behind `whsec_` in base64. A secret of another form is its own
 * key, as it always is for the header of ours.
 */
export function standardKey(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8')
}

/** Refuses a secret that is easily guessed, or that says it is base64 and is not. */
export function requireSoundSecret(secret: string): void {
  const isEncoded = secret.startsWith(PREFIX)
  const key = standardKey(secret)
  if (isEncoded && !isCanonical(secret.slice(PREFIX.length), key)) {
    throw invalid('/secret', 'must be base64 behind whsec_')
  }
  if (key.length < MIN_BYTES) throw invalid('/secret', `must hold at least ${MIN_BYTES} bytes`)
}

/** Decoders differ in what they forgive, so there is one spelling. */
const isCanonical = (text: string, key: Buffer): boolean => BASE64.test(text) && key.toString('base64') === text

const placeOf = (column: 'secret_sealed' | 'former_secret_sealed', row: string) => ({ table: 'webhooks', column, row })

export const sealSecret = (keyring: Pick<Keyring, 'seal'>, id: string, secret: string): string =>
  keyring.seal(secret, placeOf('secret_sealed', id))

export const sealFormerSecret = (keyring: Pick<Keyring, 'seal'>, id: string, secret: string): string =>
  keyring.seal(secret, placeOf('former_secret_sealed', id))

type Sealed = Pick<Webhook, 'id' | 'secretSealed' | 'formerSecretSealed' | 'formerUntil'>

export const currentSecret = (keyring: Pick<Keyring, 'open'>, { id, secretSealed }: Sealed): string =>
  keyring.open(secretSealed, placeOf('secret_sealed', id))

const MAX_OPENED = 256

/**
 * The secrets that sign. To open one costs as much as to sign with it, so those used last stay open: by the sealed text,
 * which changes with the secret, and the row that it belongs to.
 */
export class SigningSecrets {
  readonly #keyring: Pick<Keyring, 'open'>
  readonly #opened = new Map<string, string>()
  constructor(keyring: Pick<Keyring, 'open'>) {
    this.#keyring = keyring
  }

  /** Every secret of a subscription that signs now, the current one first. */
  of({ id, secretSealed, formerSecretSealed, formerUntil }: Sealed, now: number): string[] {
    const current = this.#open(secretSealed, 'secret_sealed', id)
    if (formerSecretSealed === null || formerUntil === null || formerUntil <= now) return [current]
    return [current, this.#open(formerSecretSealed, 'former_secret_sealed', id)]
  }

  #open(sealed: string, column: Parameters<typeof placeOf>[0], id: string): string {
    const key = `${id} ${column} ${sealed}`
    const secret = this.#opened.get(key) ?? this.#keyring.open(sealed, placeOf(column, id))
    // A Map keeps the order, so its first key is the one used longest ago.
    this.#opened.delete(key)
    this.#opened.set(key, secret)
    const [oldest = key] = this.#opened.keys()
    if (this.#opened.size > MAX_OPENED) this.#opened.delete(oldest)
    return secret
  }
}
