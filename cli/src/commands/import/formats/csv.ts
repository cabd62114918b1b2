import { Option } from 'commander'
import { usageError } from '#/frame/failure.ts'
import type { Format, FormatFlags } from '#/commands/import/format.ts'
import { metadataOf, nameOf, textOf } from '#/commands/import/person.ts'
import type { Entry, FieldError } from '#/commands/import/person.ts'
import { rowsOf } from '#/commands/import/read/rows.ts'
import type { Row } from '#/commands/import/read/rows.ts'

/** What a column can stand for, with the names that are understood without being told. */
const fields: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'e-mail', 'email address', 'email_address', 'mail'],
  name: ['name', 'full name', 'full_name', 'display name', 'display_name'],
  given_name: ['given_name', 'given name', 'first_name', 'first name', 'firstname'],
  family_name: ['family_name', 'family name', 'last_name', 'last name', 'lastname'],
  password_hash: ['password_hash', 'password hash', 'hash', 'encrypted_password'],
  email_verified: ['email_verified', 'email verified', 'verified'],
  disabled: ['disabled', 'blocked', 'banned'],
  tier: ['tier'],
  metadata: ['metadata'],
}

const BEFORE_METADATA = 'metadata.'

/** A table of people: a column `email`, and what else there is. */
export const csv: Format = {
  name: 'csv',
  about: 'a table with a header',
  options: [
    new Option('--map <column=field...>', `what a column is: ${Object.keys(fields).join(', ')}, metadata.<name>`),
  ],
  async *read(input, { flags }) {
    const mapped = mappingOf(flags)
    for await (const row of rowsOf(input)) yield entryOf(row, mapped)
  },
}

/** Columns that were given a field by hand, in lower case. */
function mappingOf(flags: FormatFlags): ReadonlyMap<string, string> {
  const said = [flags['map'] ?? []].flat()
  return new Map(
    said.map((each) => {
      const at = each.lastIndexOf('=')
      const [column, field] = [each.slice(0, at).trim().toLowerCase(), each.slice(at + 1).trim()]
      if (at < 1 || !(Object.hasOwn(fields, field) || field.startsWith(BEFORE_METADATA))) {
        throw usageError(
          `--map ${each} is no column=field.`,
          `Fields: ${Object.keys(fields).join(', ')}, metadata.<name>`,
        )
      }
      return [column, field]
    }),
  )
}

function fieldOf(column: string, mapped: ReadonlyMap<string, string>): string | undefined {
  const said = mapped.get(column)
  if (said !== undefined) return said
  if (column.startsWith(BEFORE_METADATA)) return column
  const known = Object.entries(fields).find(([, names]) => names.includes(column))?.[0]
  // A field that was given to another column by hand is not taken by a second one.
  return known !== undefined && ![...mapped.values()].includes(known) ? known : undefined
}

function entryOf({ line, values, error }: Row, mapped: ReadonlyMap<string, string>): Entry {
  if (error !== undefined) return { position: line, errors: [{ pointer: '', message: error }] }
  const found = new Map<string, string>()
  const left: string[] = []
  for (const [column, value] of values) {
    const field = fieldOf(column, mapped)
    if (field === undefined) {
      if (value !== '') left.push(`column ${column}`)
    } else if (!found.has(field) || found.get(field) === '') found.set(field, value)
  }
  if (!found.has('email')) throw usageError('No column is the address.', 'Name it: --map "E-mail address=email"')
  const errors: FieldError[] = []
  const email = (found.get('email') ?? '').trim()
  const flag = (field: string): boolean | undefined => {
    const value = truth(found.get(field) ?? '')
    if (value === 'unknown') errors.push({ pointer: `/${field}`, message: 'Say true or false.' })
    return value === 'unknown' ? undefined : value
  }
  const person = {
    email,
    name: nameOf(email, found.get('name')) ?? nameOf(email, found.get('given_name'), found.get('family_name')),
    password_hash: textOf(found.get('password_hash')),
    email_verified: flag('email_verified'),
    disabled: flag('disabled'),
    tier: textOf(found.get('tier')),
    metadata: metadataFrom(found, errors),
  }
  return errors.length > 0 ? { position: line, errors, person } : { position: line, person, left }
}

function truth(text: string): boolean | undefined | 'unknown' {
  const word = text.trim().toLowerCase()
  if (word === '') return undefined
  if (['true', 't', 'yes', 'y', '1'].includes(word)) return true
  return ['false', 'f', 'no', 'n', '0'].includes(word) ? false : 'unknown'
}

function metadataFrom(found: ReadonlyMap<string, string>, errors: FieldError[]): ReturnType<typeof metadataOf> {
  const members = [...found]
    .filter(([field]) => field.startsWith(BEFORE_METADATA))
    .map(([field, value]) => [field.slice(BEFORE_METADATA.length), value] as const)
  const whole = textOf(found.get('metadata'))
  if (whole === undefined) return metadataOf(Object.fromEntries(members))
  try {
    const parsed: unknown = JSON.parse(whole)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return metadataOf({ ...parsed, ...Object.fromEntries(members) })
  } catch {
    // What is no JSON is told like JSON that is no object.
  }
  errors.push({ pointer: '/metadata', message: 'This should be an object of JSON.' })
  return undefined
}
