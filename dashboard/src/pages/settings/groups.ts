import type { JsonSchema } from '#/ui/form/schema.ts'

/** Settings that belong together, by the first part of their names. */
export interface SettingGroup {
  readonly name: string
  readonly settings: readonly (readonly [string, JsonSchema])[]
}

/** The settings of a schema in groups; one whose name has a single part is of the server itself. */
export function groupsOf(schema: JsonSchema): readonly SettingGroup[] {
  const groups = Map.groupBy(Object.entries(schema.properties ?? {}), ([name]) =>
    name.includes('.') ? (name.split('.')[0] ?? '') : 'server',
  )
  return [...groups].map(([name, settings]) => ({ name, settings }))
}

/** Whether a value is the default of its setting. */
export const isDefault = (schema: JsonSchema, value: unknown): boolean =>
  JSON.stringify(value ?? null) === JSON.stringify(schema.default ?? null)

/** A value in words that fit on a line. */
export const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '—'
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
