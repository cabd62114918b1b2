import type { UsersImportBody } from '@mandate/sdk'
import type { CsvRow } from './csv-file.ts'

/** What a column can be. */
export const fields = [
  'email',
  'name',
  'given_name',
  'family_name',
  'password_hash',
  'email_verified',
  'disabled',
  'tier',
  'metadata',
  'ignore',
] as const
export type Field = (typeof fields)[number]

export type Person = UsersImportBody['users'][number]

/** A person of a row, or what is wrong with the row. */
export interface Mapped {
  readonly line: number
  readonly person: Person
  readonly problems: readonly Problem[]
}

/** What is wrong before the server is asked. */
export interface Problem {
  readonly field: Field | 'row'
  readonly kind: 'columns' | 'truth'
}

// What columns are called elsewhere; what is called otherwise is metadata or left out, as its reader says.
const usual: ReadonlyMap<string, Field> = new Map(
  Object.entries<Field>({
    email: 'email',
    e_mail: 'email',
    mail: 'email',
    email_address: 'email',
    name: 'name',
    full_name: 'name',
    display_name: 'name',
    given_name: 'given_name',
    first_name: 'given_name',
    family_name: 'family_name',
    last_name: 'family_name',
    password_hash: 'password_hash',
    hash: 'password_hash',
    encrypted_password: 'password_hash',
    email_verified: 'email_verified',
    verified: 'email_verified',
    disabled: 'disabled',
    blocked: 'disabled',
    banned: 'disabled',
    tier: 'tier',
  }),
)

/** What the columns of a file probably are. A field belongs to one column, the first that is called like it. */
export function guess(columns: readonly string[]): Field[] {
  const taken = new Set<Field>()
  return columns.map((column) => {
    const field =
      usual.get(
        column
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_'),
      ) ?? 'ignore'
    if (field === 'ignore' || taken.has(field)) return 'ignore'
    taken.add(field)
    return field
  })
}

/** Fields other than metadata that were given to more than one column. */
export const repeated = (mapping: readonly Field[]): Field[] =>
  fields.filter(
    (field) => field !== 'metadata' && field !== 'ignore' && mapping.filter((each) => each === field).length > 1,
  )

/** The person of a row. */
export function personOf({ line, cells }: CsvRow, columns: readonly string[], mapping: readonly Field[]): Mapped {
  const problems: Problem[] = []
  if (cells.length !== columns.length) problems.push({ field: 'row', kind: 'columns' })
  const cellOf = (field: Field): string => (cells[mapping.indexOf(field)] ?? '').trim()
  const flag = (field: 'email_verified' | 'disabled'): boolean | undefined => {
    const value = truth(cellOf(field))
    if (value === 'unknown') problems.push({ field, kind: 'truth' })
    return value === 'unknown' ? undefined : value
  }
  const metadata = Object.fromEntries(
    columns.flatMap((column, i) => (mapping[i] === 'metadata' && cells[i] ? [[column, cells[i]] as const] : [])),
  )
  const person: Person = {
    email: cellOf('email'),
    name: cellOf('name') || [cellOf('given_name'), cellOf('family_name')].filter(Boolean).join(' ') || undefined,
    password_hash: cellOf('password_hash') || undefined,
    email_verified: flag('email_verified'),
    disabled: flag('disabled'),
    tier: cellOf('tier') || undefined,
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
  return { line, person, problems }
}

function truth(text: string): boolean | undefined | 'unknown' {
  const word = text.toLowerCase()
  if (word === '') return undefined
  if (['true', 't', 'yes', 'y', '1'].includes(word)) return true
  return ['false', 'f', 'no', 'n', '0'].includes(word) ? false : 'unknown'
}
