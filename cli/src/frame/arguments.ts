import type { Command } from 'commander'
import { flagsWithValue } from './global-flags.ts'

/** The first word that is neither a flag nor the value of one: the noun. */
export function nounIn(args: readonly string[]): { readonly noun: string; readonly at: number } | undefined {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') return undefined
    if (flagsWithValue.has(arg)) at++
    else if (!arg.startsWith('-')) return { noun: arg, at }
  }
  return undefined
}

const FLAG = /^--[A-Za-z0-9][A-Za-z0-9_.-]*/

/** Flags in the API's own spelling (`--client_name`, `--oauth.default_scope`) become the one of this program. */
export function withHyphens(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.map((arg, i) => (end >= 0 && i >= end ? arg : arg.replace(FLAG, (flag) => flag.replaceAll(/[_.]/g, '-'))))
}

/** `--active=false` and `--active false` become what a flag without a value is called: `--no-active`. */
export function withSwitches(args: readonly string[], switches: ReadonlySet<string>): string[] {
  const made: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '--') return [...made, ...args.slice(i)]
    const [flag = '', joined] = arg.split('=', 2)
    const value = joined ?? args[i + 1]
    if (!switches.has(flag) || (value !== 'true' && value !== 'false')) made.push(arg)
    else {
      made.push(value === 'true' ? flag : `--no-${flag.slice(2)}`)
      if (joined === undefined) i++
    }
  }
  return made
}

/** The flags of a command and all below it that are either there or not. */
export function switchesOf(command: Command): Set<string> {
  const own = command.options.flatMap((option) => (option.isBoolean() && option.long ? [option.long] : []))
  return new Set([...own, ...command.commands.flatMap((each) => [...switchesOf(each)])])
}
