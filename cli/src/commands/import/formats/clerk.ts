import type { Format } from '#/commands/import/format.ts'
import { isMembers, leftOf, metadataOf, nameOf, textOf } from '#/commands/import/person.ts'
import type { Entry, Members } from '#/commands/import/person.ts'
import { isJson } from '#/commands/import/read/beginning.ts'
import { objectsOf } from '#/commands/import/read/objects.ts'
import { rowsOf } from '#/commands/import/read/rows.ts'
import { firebaseHash } from './firebase-hash.ts'

/** Clerk: the CSV of its dashboard, or the users of its API as JSON. */
export const clerk: Format = {
  name: 'clerk',
  about: 'the export of Clerk, as CSV or JSON',
  options: [],
  async *read(input) {
    const { json, text } = await isJson(input)
    if (json) for await (const { position, value } of objectsOf(text, 'data')) yield ofApi(position, value)
    else
      for await (const { line, values, error } of rowsOf(text)) {
        yield error === undefined
          ? ofTable(line, values)
          : { position: line, errors: [{ pointer: '', message: error }] }
      }
  },
}

function ofTable(position: number, row: ReadonlyMap<string, string>): Entry {
  const value = Object.fromEntries(row)
  const verified = (value['verified_email_addresses'] ?? '').split(/[\s,|;]+/)
  const email = textOf(value['primary_email_address']) ?? verified[0] ?? ''
  return {
    position,
    left: leftOf(value, {
      totp_secret: 'second factors',
      primary_phone_number: 'phone numbers',
      username: 'user names',
    }),
    person: {
      email,
      name: nameOf(email, value['first_name'], value['last_name']),
      password_hash: hashOf(value),
      email_verified: verified.includes(email),
      metadata: metadataOf({ clerk_id: value['id'] }),
    },
  }
}

function ofApi(position: number, value: Members): Entry {
  const addresses = [value['email_addresses']].flat().filter(isMembers)
  const primary = addresses.find(({ id }) => id === value['primary_email_address_id']) ?? addresses[0] ?? {}
  const email = textOf(primary['email_address']) ?? ''
  const verification = primary['verification']
  return {
    position,
    left: leftOf(value, {
      totp_enabled: 'second factors',
      two_factor_enabled: 'second factors',
      phone_numbers: 'phone numbers',
      external_accounts: 'sign-in by providers',
      passkeys: 'passkeys',
      username: 'user names',
    }),
    person: {
      email,
      name: nameOf(email, value['first_name'], value['last_name']),
      password_hash: hashOf(value),
      email_verified: isMembers(verification) && verification['status'] === 'verified',
      disabled: value['banned'] === true || value['locked'] === true,
      metadata: metadataOf({
        clerk_id: value['id'],
        external_id: value['external_id'],
        public_metadata: value['public_metadata'],
        private_metadata: value['private_metadata'],
        unsafe_metadata: value['unsafe_metadata'],
      }),
    },
  }
}

// pbkdf2_sha256$iterations$salt$hash, as Django writes it: the salt is text.
const DJANGO = /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([A-Za-z0-9+/=]+)$/

/** The digest as the server takes it. Of a kind that nobody knows here, it goes as it is, and the server says so. */
function hashOf(value: Members): string | undefined {
  const digest = textOf(value['password_digest'])
  if (digest === undefined) return undefined
  const [, algorithm, iterations, salt = '', hash = ''] = DJANGO.exec(digest) ?? []
  if (algorithm !== undefined) {
    return `$pbkdf2-${algorithm}$i=${iterations}$${Buffer.from(salt).toString('base64')}$${hash}`
  }
  if (value['password_hasher'] !== 'scrypt_firebase') return digest
  const [sealed = '', firebaseSalt = '', signerKey = '', saltSeparator = '', rounds, memCost] = digest.split('$')
  return firebaseHash(sealed, firebaseSalt, {
    signerKey,
    saltSeparator,
    rounds: Number(rounds),
    memCost: Number(memCost),
  })
}
