import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { createWriteStream } from 'node:fs'
import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { addFilters, AUDIT_LOGS, filtersOf } from './filters.ts'

/** Writes the log as a file, as it comes, at any size. */
export function exportEntries(actions: Actions): Command {
  const command = new Command('export').description('Write entries as a file, newest first.')
  command.addOption(new Option('--format <format>', 'of the file').choices(['csv', 'jsonl']).default('jsonl'))
  command.addOption(new Option('-o, --output <file>', 'a new file (0600); standard output when left out'))
  command.addOption(new Option('--search <text>', 'text anywhere in an entry'))
  addFilters(command)
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, terminal, printer }) => {
    const { format, output, search } = command.opts<{ format: string; output?: string; search?: string }>()
    const body = { ...filtersOf(command), format, ...(search === undefined ? {} : { search }) }
    const response = await (await connect()).send('POST', `${AUDIT_LOGS}/export`, { body })
    if (!response.body) return
    const source = Readable.fromWeb(response.body)
    try {
      if (output === undefined) await pipeline(source, terminal.out, { end: false })
      else await pipeline(source, createWriteStream(output, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      throw new Failure('The export was not written to its end.', {
        exitCode: exitCodes.failed,
        why: (error as Error).message,
        next: output === undefined ? undefined : 'Name a file that does not exist, and try again.',
      })
    }
    if (output !== undefined) printer.note(`→ ${output}`)
  })
}
