import type { Option } from 'commander'
import type { Terminal } from '#/frame/terminal.ts'
import type { Entry } from './person.ts'

/** What the flags of a format were given. */
export type FormatFlags = Readonly<Record<string, string | readonly string[] | undefined>>

/** An export of another system: the flags it takes, and its people one after the other. */
export interface Format {
  readonly name: string
  readonly about: string
  readonly options: readonly Option[]
  read(input: AsyncIterable<Uint8Array>, context: ReadContext): AsyncIterable<Entry>
}

interface ReadContext {
  readonly flags: FormatFlags
  readonly terminal: Pick<Terminal, 'input'>
  readonly now: () => number
}

/** A flag that was given once. */
export function flagOf(flags: FormatFlags, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}
