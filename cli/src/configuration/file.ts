import { usageError } from '#/frame/failure.ts'
import type { Terminal } from '#/frame/terminal.ts'
import { contentsOf, parseJson } from '#/operations/values.ts'
import type { Members } from './kind.ts'
import { kinds, singles } from './kinds.ts'
import type { Configuration } from './plan.ts'
import { withoutNulls } from './references.ts'
import type { State } from './state.ts'

/** Reads a file of configuration, or standard input. */
export async function readConfiguration(file: string, terminal: Pick<Terminal, 'input'>): Promise<Configuration> {
  const value = parseJson(await contentsOf(file === '-' ? '-' : `@${file}`, terminal), file)
  const isFile = isObject(value) && Object.values(value).every(isObject)
  if (!isFile) throw usageError(`${file} holds no configuration.`, 'mandate export says what one looks like.')
  return value as Configuration
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Everything a server has, as a file that makes another one like it. Secrets are named, not told. */
export function configurationOf({ singles: settings, objects }: State): Configuration {
  const file: Record<string, Record<string, unknown>> = {}
  for (const { name } of singles) file[name] = withoutMasks(settings.get(name) ?? {})
  for (const kind of kinds) {
    const known = [...(objects.get(kind.name) ?? [])].filter(([, { ignored }]) => !ignored)
    const entries = known.map(([key, { members, raw }]) => [
      key,
      withoutNulls({ ...members, ...secretsOf(kind.name, key, raw) }),
    ])
    if (entries.length > 0) file[kind.name] = Object.fromEntries(entries)
  }
  return file
}

/** The variables that secrets of an object are to be in, where the server has some. */
function secretsOf(kind: string, key: string, raw: Members): Members {
  const variable = `env:MANDATE_SECRET_${`${kind}_${key}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`
  if (raw['has_secret'] === true) return { client_secret: variable }
  const oidc = raw['oidc']
  if (!isObject(oidc) || oidc['has_secret'] !== true) return {}
  const { has_secret: _told, redirect_uri: _derived, ...rest } = oidc
  return { oidc: { ...rest, client_secret: variable } }
}

/** A setting that is kept secret is shown as a mask, which is no value. */
const withoutMasks = (settings: Members): Members =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => !/^[*•]+$/.test(String(value))))
