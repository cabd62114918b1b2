import { usageError } from '#/frame/failure.ts'

/** What Firebase hashes the passwords of a project with. */
export interface FirebaseParameters {
  readonly signerKey: string
  readonly saltSeparator: string
  readonly rounds: number
  readonly memCost: number
}

/**
 * A hash of Firebase as the server takes it. Firebase encrypts its signer key by a key that scrypt made of the password; the
 * key stream is what remains when the signer key is taken off, and proves the password as well. So the signer key stays here.
 */
export function firebaseHash(hash: string, salt: string, parameters: FirebaseParameters): string {
  const { signerKey, saltSeparator, rounds, memCost } = parameters
  const [sealed, key] = [bytes(hash), bytes(signerKey)]
  if (key.length < sealed.length)
    throw usageError('The signer key is shorter than the hashes it made.', 'Copy all of it.')
  const stream = Buffer.from(sealed.map((byte, i) => byte ^ (key[i] ?? 0)))
  const whole = Buffer.concat([bytes(salt), bytes(saltSeparator)])
  return `$firebase-scrypt$ln=${memCost},r=${rounds}$${whole.toString('base64')}$${stream.toString('base64')}`
}

// Standard or URL-safe: exports have both.
const bytes = (text: string): Buffer => Buffer.from(text, 'base64')
