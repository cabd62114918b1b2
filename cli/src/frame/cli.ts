import type { Contexts } from '#/connection/contexts.ts'
import type { Located } from '#/connection/locate.ts'
import type { Server } from '#/connection/server.ts'
import type { GlobalFlags } from './global-flags.ts'
import type { Printer } from './output/printer.ts'
import type { Prompts } from './prompts.ts'
import type { Terminal } from './terminal.ts'

/** What every command works with. */
export interface Cli {
  readonly flags: GlobalFlags
  readonly terminal: Terminal
  readonly printer: Printer
  readonly prompts: Prompts
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  readonly contexts: Contexts
  /** Where the server is and how to come in, as flags, environment and contexts say. */
  locate(): Promise<Located>
  /** The server, with the credential of the caller. */
  connect(): Promise<Server>
  /** Ends when somebody interrupts a command that would go on. */
  readonly interrupted: AbortSignal
}
