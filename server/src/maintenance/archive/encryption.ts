import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { MaintenanceFailure } from '#/maintenance/reporting/reports.ts'
import { reasonOf } from '#/platform/db/errors.ts'
import { damaged } from './damage.ts'

/** A key pair of age: what opens backups, and what they are encrypted to. */
export interface KeyPair {
  readonly identity: string
  readonly recipient: string
}

/** Makes a key pair of age. */
export async function newKeyPair(): Promise<KeyPair> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** What encrypts to these recipients. */
export function encrypterTo(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      throw new MaintenanceFailure(`"${recipient}" is no public key of age.`, {
        kind: 'usage',
        code: 'recipient_invalid',
        why: reasonOf(error),
        next: 'mandate backup keygen <file> makes a key pair and prints the public key, age1…',
      })
    }
  }
  return encrypter
}

/** Packs and encrypts text; the result is read as it is made. */
export async function encrypted(text: AsyncIterable<string>, encrypter: Encrypter): Promise<Readable> {
  const packed = Readable.from(text, { objectMode: false }).compose(createGzip({ level: 3 }))
  const bytes = Readable.toWeb(packed) as ReadableStream<Uint8Array>
  return Readable.fromWeb((await encrypter.encrypt(bytes)) as Parameters<typeof Readable.fromWeb>[0])
}

/** What a file holds, by the first of these identities that opens it. What was changed shows before it is handed over. */
export async function* decrypted(file: string, identities: readonly string[]): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const source = createReadStream(file)
  let plain: ReadableStream<Uint8Array>
  try {
    plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)
  } catch (error) {
    source.destroy()
    throw notOpened(file, error)
  }
  const packed = Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0])
  try {
    yield* packed.compose(createGunzip()) as AsyncIterable<Uint8Array>
  } catch (error) {
    throw isOfSystem(error) ? error : damaged('A part of it does not decrypt.', error)
  } finally {
    source.destroy()
  }
}

function notOpened(file: string, error: unknown): unknown {
  if (isOfSystem(error)) return error
  const reason = reasonOf(error)
  if (!reason.startsWith('no identity matched'))
    return damaged('It does not begin as a file that age encrypted does, or its beginning was changed.', error)
  return new MaintenanceFailure(`The identity does not open ${file}.`, {
    kind: 'usage',
    code: 'identity_wrong',
    why: 'It was encrypted to another public key.',
    next: 'Name the file of the identity whose public key the backup was made with: --identity <file>',
  })
}

/** Whether the system refused something: a file that is not there, or a disk that fails. */
const isOfSystem = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string'
