import { Option } from 'commander'
import type { Command } from 'commander'
import { aliasesOf, flagOf } from './names.ts'
import type { Field, Operation } from './operation.ts'
import { isSecret } from './values.ts'

/** What the flags of a call said, member by member, as it was typed. */
export type Said = ReadonlyMap<Field, readonly string[]>

/** All members that an operation takes as flags. */
export const fieldsOf = ({ query = [], body = [] }: Operation): Field[] => [...query, ...body]

/** Adds a flag for each member that an operation takes. */
export function addFieldFlags(command: Command, operation: Operation): void {
  const all = fieldsOf(operation)
  for (const field of all) {
    for (const option of optionsOf(field, flagOf(field.name))) command.addOption(option.helpGroup('Fields:'))
    for (const alias of aliasesOf(field, all))
      for (const option of optionsOf(field, alias)) command.addOption(option.hideHelp())
  }
}

function optionsOf(field: Field, flag: string): Option[] {
  if (field.kind === 'boolean') {
    const [yes, no] = [new Option(`--${flag}`, describe(field)), new Option(`--no-${flag}`, describe(field))]
    // Help names the one that changes something.
    return [yes.hideHelp(field.default === true), no.hideHelp(field.default !== true)]
  }
  const option = new Option(`--${flag} <${placeholderOf(field)}>`, describe(field))
  return [option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value])]
}

function placeholderOf(field: Field): string {
  if (field.kind === 'list' || field.kind === 'words') return 'a,b'
  if (field.kind === 'json') return 'json|@file'
  if (field.kind === 'integer' || field.kind === 'number') return 'n'
  return isSecret(field) ? 'text|@file|-' : 'text'
}

function describe({ about, values, required }: Field): string {
  const allowed = values && values.length > 0 ? `One of: ${values.join(', ')}.` : undefined
  return [about, allowed, required ? 'Required.' : undefined].filter(Boolean).join(' ')
}

/** Reads the flags of a command back as members of the API. */
export function saidIn(command: Command, operation: Operation): Said {
  const values = command.opts<Record<string, unknown>>()
  const all = fieldsOf(operation)
  const said = new Map<Field, readonly string[]>()
  for (const field of all) {
    const names = [flagOf(field.name), ...aliasesOf(field, all)].map((name) => new Option(`--${name}`).attributeName())
    const given = names.flatMap((name) => {
      const value = values[name]
      if (value === undefined || command.getOptionValueSource(name) === 'default') return []
      return Array.isArray(value) ? (value as string[]) : [String(value)]
    })
    if (given.length > 0) said.set(field, given)
  }
  return said
}

/** The names under which commander keeps the flags of an operation, which are not global ones then. */
export const ownAttributes = (operation: Operation): ReadonlySet<string> =>
  new Set(fieldsOf(operation).map(({ name }) => new Option(`--${flagOf(name)}`).attributeName()))
