import { Option } from 'commander'
import { usageError } from '#/frame/failure.ts'
import { flagOf } from '#/commands/import/format.ts'
import type { Format } from '#/commands/import/format.ts'
import { leftOf, metadataOf, nameOf, textOf } from '#/commands/import/person.ts'
import type { Entry } from '#/commands/import/person.ts'
import { objectsOf } from '#/commands/import/read/objects.ts'
import type { Found } from '#/commands/import/read/objects.ts'
import { contentsOf } from '#/operations/values.ts'
import { firebaseHash } from './firebase-hash.ts'
import type { FirebaseParameters } from './firebase-hash.ts'

/** `firebase auth:export users.json --format=json`. */
export const firebase: Format = {
  name: 'firebase',
  about: 'firebase auth:export, as JSON',
  options: [
    new Option('--signer-key <key|@file>', 'base64_signer_key of the project'),
    new Option('--salt-separator <text>', 'base64_salt_separator').default('Bw=='),
    new Option('--rounds <number>', 'rounds').default('8'),
    new Option('--mem-cost <number>', 'mem_cost').default('14'),
  ],
  async *read(input, { flags, terminal }) {
    const key = flagOf(flags, 'signerKey')
    const parameters = {
      signerKey: key === undefined ? '' : (await contentsOf(key, terminal)).trim(),
      saltSeparator: flagOf(flags, 'saltSeparator') ?? '',
      rounds: numberOf('--rounds', flagOf(flags, 'rounds')),
      memCost: numberOf('--mem-cost', flagOf(flags, 'memCost')),
    }
    for await (const found of objectsOf(input)) yield entryOf(found, parameters)
  },
}

function entryOf({ position, value }: Found, parameters: FirebaseParameters): Entry {
  const email = textOf(value['email']) ?? ''
  const hash = textOf(value['passwordHash'])
  if (hash !== undefined && parameters.signerKey === '') {
    throw usageError(
      'The passwords of this project are hashed with its signer key.',
      '--signer-key @file: see docs/guides/import.md',
    )
  }
  const left = leftOf(value, {
    providerUserInfo: 'sign-in by providers',
    mfaInfo: 'second factors',
    phoneNumber: 'phone numbers',
  })
  return {
    position,
    left,
    person: {
      email,
      name: nameOf(email, value['displayName']),
      password_hash: hash === undefined ? undefined : firebaseHash(hash, textOf(value['salt']) ?? '', parameters),
      email_verified: value['emailVerified'] === true,
      disabled: value['disabled'] === true,
      metadata: metadataOf({ firebase_id: value['localId'], custom_claims: claimsOf(value['customAttributes']) }),
    },
  }
}

/** Claims are JSON inside of JSON. */
function claimsOf(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text
  } catch {
    return text
  }
}

function numberOf(flag: string, text = ''): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw usageError(`${flag} takes a whole number, not "${text}".`)
}
