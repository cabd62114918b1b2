import type { Field } from './operation.ts'

/** How a member of the API is spelled as a flag: `grant_types` is `--grant-types`. */
export const flagOf = (name: string): string => name.replaceAll(/[_.]/g, '-')

/** Other names of flags, beside the one of the API: one of many (`--grant-type`), and `--name` for what people read. */
export function aliasesOf(field: Field, all: readonly Field[]): string[] {
  const taken = new Set(all.map(({ name }) => flagOf(name)))
  const wanted = [
    ...(field.name === 'client_name' || field.name === 'display_name' ? ['name'] : []),
    ...(field.kind === 'list' || field.kind === 'words' ? singularsOf(field.name) : []),
  ]
  return wanted.filter((name) => !taken.has(name))
}

function singularsOf(name: string): string[] {
  if (name === 'scope') return ['scopes']
  return name.endsWith('s') ? [flagOf(name.slice(0, -1))] : []
}
