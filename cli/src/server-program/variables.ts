import { Option } from 'commander'
import type { Command } from 'commander'

/** A flag that is a variable of the server. */
export type VariableFlag = readonly [flag: string, variable: string, about: string]

/** Where the server has its data. */
export const dataFlags: readonly VariableFlag[] = [
  ['--data-dir <folder>', 'MANDATE_DATA_DIR', 'where data and keys are kept'],
  ['--database-url <url>', 'MANDATE_DATABASE_URL', 'sqlite:<file> or postgres://…'],
]

/** Adds flags that are variables of the server to a command. */
export function addVariableFlags(command: Command, flags: readonly VariableFlag[]): void {
  for (const [flag, variable, about] of flags) command.addOption(new Option(flag, `${about} (${variable})`))
}

/** The environment of the server: that of this process, with what the flags of a command say. */
export function environmentOf(
  command: Command,
  flags: readonly VariableFlag[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const said = command.opts<Record<string, unknown>>()
  const chosen = flags.flatMap(([flag, variable]) => {
    const value = said[new Option(flag).attributeName()]
    return typeof value === 'string' ? [[variable, value]] : []
  })
  return { ...definedIn(env), ...Object.fromEntries(chosen) }
}

const definedIn = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
