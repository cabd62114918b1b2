import { Option } from 'commander'
import { openFile } from '#/frame/named-files.ts'
import { flagOf } from '#/commands/import/format.ts'
import type { Format } from '#/commands/import/format.ts'
import { isMembers, leftOf, metadataOf, nameOf, textOf } from '#/commands/import/person.ts'
import type { Entry, Members } from '#/commands/import/person.ts'
import { lineObjectsOf } from '#/commands/import/read/objects.ts'
import type { Found } from '#/commands/import/read/objects.ts'

const DATABASE = 'auth0|'

/** The export job of Auth0 (a person a line), and the file of hashes that its support sends on request. */
export const auth0: Format = {
  name: 'auth0',
  about: 'the export of Auth0, a person a line',
  options: [new Option('--passwords <file>', 'the export of password hashes that Auth0 sends on request')],
  async *read(input, { flags }) {
    const file = flagOf(flags, 'passwords')
    const hashes = file === undefined ? new Map<string, string>() : await hashesOf(file)
    for await (const found of lineObjectsOf(input)) yield entryOf(found, hashes)
  },
}

/** Hashes by the id of their person. They are kept in memory while the people are read: some 20 MB for 100,000. */
async function hashesOf(file: string): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for await (const { value } of lineObjectsOf(await openFile(file))) {
    const [id, hash] = [idOf(value), textOf(value['passwordHash'])]
    if (id !== undefined && hash !== undefined) hashes.set(id, hash)
  }
  return hashes
}

/** `auth0|5f…`, which the file of hashes writes as `{"_id": {"$oid": "5f…"}}`. */
function idOf(value: Members): string | undefined {
  const inner = value['_id']
  const oid = isMembers(inner) ? textOf(inner['$oid']) : textOf(inner)
  return textOf(value['user_id']) ?? (oid === undefined ? undefined : `${DATABASE}${oid}`)
}

function entryOf({ position, value }: Found, hashes: ReadonlyMap<string, string>): Entry {
  const email = textOf(value['email']) ?? ''
  const id = idOf(value)
  const left = leftOf(value, { multifactor: 'second factors', phone_number: 'phone numbers' })
  if (id !== undefined && !id.startsWith(DATABASE)) left.push('sign-in by providers')
  return {
    position,
    left,
    person: {
      email,
      name: nameOf(email, value['name']) ?? nameOf(email, value['given_name'], value['family_name']),
      password_hash: textOf(value['passwordHash']) ?? (id === undefined ? undefined : hashes.get(id)),
      email_verified: value['email_verified'] === true,
      disabled: value['blocked'] === true,
      metadata: metadataOf({
        auth0_id: id,
        user_metadata: value['user_metadata'],
        app_metadata: value['app_metadata'],
      }),
    },
  }
}
