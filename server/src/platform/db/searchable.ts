import type { IdPrefix } from '#/platform/ids.ts'
import { folded } from './dialect.ts'
import { sql } from './sql.ts'
import type { Sql } from './sql.ts'

/** Every kind of thing that search finds, by its name on the wire. */
export const searchKinds = [
  'user',
  'agent',
  'app',
  'organization',
  'role',
  'permission',
  'resource',
  'api_key',
  'webhook',
  'sso_connection',
  'sso_domain',
  'flow',
  'vault_provider',
  'oauth_provider',
  'upstream',
  'rule',
  'invitation',
  'token',
  'session',
  'consent',
  'policy',
  'vault_connection',
  'vault_grant',
  'delivery',
  'flow_run',
  'audit_entry',
  'signing_key',
] as const
export type SearchKind = (typeof searchKinds)[number]

/** How search finds the rows of one table. The module that owns the table describes them; search reads nothing else of them. */
export interface Searchable {
  readonly kind: SearchKind
  /** What their ids begin with; null for ids of another form. */
  readonly prefix: IdPrefix | null
  /** The scope that reading one takes. */
  readonly scope: string
  readonly table: Sql
  readonly id?: Sql
  /** Which rows of the table, by a column that its indexes of names begin with. */
  readonly where?: Sql
  /** What a row is called. */
  readonly label: Sql
  /** What tells two of the same name apart. */
  readonly detail?: Sql
  /** The id of what it belongs to, where there is no page without that. */
  readonly parent?: Sql
  /** What the beginning of is looked for; each has an index on `folded` of it. None where only the id finds a row. */
  readonly names: readonly Sql[]
}

const FOLDED_CHARACTERS = 100
const LAST = '\u{10FFFF}'

/** How names are compared: ASCII letters in either case, which is what both engines can do alike. */
const foldedText = (text: string): string =>
  [...text]
    .slice(0, FOLDED_CHARACTERS)
    .join('')
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Whether a column begins with a text, answered by a range of its index. */
export function beginsWith(column: Sql, text: string): Sql {
  const wanted = foldedText(text)
  return sql`${folded(column)} >= ${wanted} AND ${folded(column)} <= ${wanted + LAST}`
}
