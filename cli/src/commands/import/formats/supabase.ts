import type { Format } from '#/commands/import/format.ts'
import { leftOf, membersOf, metadataOf, nameOf, textOf } from '#/commands/import/person.ts'
import type { Entry, Members } from '#/commands/import/person.ts'
import { isJson } from '#/commands/import/read/beginning.ts'
import { lineObjectsOf } from '#/commands/import/read/objects.ts'
import { rowsOf } from '#/commands/import/read/rows.ts'
import { firebaseHash } from './firebase-hash.ts'

/** Supabase: the table auth.users, as CSV or JSON. */
export const supabase: Format = {
  name: 'supabase',
  about: 'the table auth.users of Supabase, as CSV or JSON',
  options: [],
  async *read(input, { now }) {
    const { json, text } = await isJson(input)
    if (json) for await (const { position, value } of lineObjectsOf(text)) yield entryOf(position, value, now())
    else
      for await (const { line, values, error } of rowsOf(text)) {
        yield error === undefined
          ? entryOf(line, Object.fromEntries(values), now())
          : { position: line, errors: [{ pointer: '', message: error }] }
      }
  },
}

function entryOf(position: number, value: Members, now: number): Entry {
  if (textOf(value['deleted_at']) !== undefined) return { position, skipped: 'was deleted there' }
  if (isTrue(value['is_anonymous'])) return { position, skipped: 'is an anonymous user' }
  const email = textOf(value['email']) ?? ''
  const profile = membersOf(value['raw_user_meta_data'])
  const until = Date.parse(textOf(value['banned_until']) ?? '')
  const hash = textOf(value['encrypted_password'])
  return {
    position,
    left: leftOf(value, { phone: 'phone numbers', raw_app_meta_data: 'raw_app_meta_data' }),
    person: {
      email,
      name: nameOf(email, profile['full_name']) ?? nameOf(email, profile['name']),
      password_hash: hash === undefined ? undefined : hashOf(hash),
      email_verified: textOf(value['email_confirmed_at']) !== undefined,
      disabled: until > now,
      metadata: metadataOf({ supabase_id: value['id'], user_metadata: profile }),
    },
  }
}

// What Supabase made of an import from Firebase: $fbscrypt$v=1,n=14,r=8,p=1,ss=…,sk=…$salt$hash.
const FROM_FIREBASE = /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=1,ss=([^,$]*),sk=([^,$]*)\$([^$]*)\$([^$]*)$/

function hashOf(hash: string): string {
  const [, n, r, saltSeparator = '', signerKey = '', salt = '', sealed = ''] = FROM_FIREBASE.exec(hash) ?? []
  if (n === undefined) return hash
  return firebaseHash(sealed, salt, { signerKey, saltSeparator, rounds: Number(r), memCost: Number(n) })
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 't'
