import { configKeys } from '#/platform/config/environment.ts'
import { SettingsSchema } from '#/modules/system/setting-keys.ts'
import { code, markdownPage, markdownTable } from './markdown.ts'

interface Described {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Described[]
  readonly items?: Described
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly description?: string
  readonly secret?: boolean
}

/** What the environment decides at start, and what operators change while the server runs. */
export function configurationPage(): string {
  const settings = Object.entries(SettingsSchema.properties as unknown as Record<string, Described>)
  return markdownPage('Configuration', 'Nothing has to be configured: `npm start` runs with the defaults below.', [
    '## Environment variables',
    'Read once, when the server starts. A variable that begins with `MANDATE_` and is not in this list keeps the server from starting, so that a typing error does not go unnoticed. Values of secrets are never shown, not even in an error.',
    markdownTable(['Variable', 'Value', 'Default', 'What it does'], configKeys.map(rowOf)),
    '## Runtime settings',
    'Read with `GET /api/v1/admin/config` and changed with `PATCH /api/v1/admin/config`, a merge patch: `null` goes back to the default. They live in the database; every node follows within a second, and every change is in the audit log.',
    markdownTable(['Setting', 'Value', 'Default', 'What it does'], settings.map(rowOf)),
  ])
}

const rowOf = ([name, schema]: readonly [string, Described]): string[] => [
  code(name),
  `${valueOf(schema)}${schema.secret ? ', secret' : ''}`,
  schema.default === undefined ? '' : code(schema.default),
  schema.description ?? '',
]

function valueOf({ type, enum: words, anyOf, items, minimum, maximum }: Described): string {
  if (words) return words.map(code).join(', ')
  if (anyOf) return anyOf.map(valueOf).join(' or ')
  if (type === 'array') return `list of ${valueOf(items ?? {})}`
  if (type === 'integer' && minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  return type === 'null' ? code(null) : (type ?? 'any')
}
