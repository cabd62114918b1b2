import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { addFilters, COLUMNS, filtersOf } from './filters.ts'
import { follow } from './follow.ts'

const EVERY_MS = 1000

/** Shows the last entries and those that come, oldest first. */
export function tail(actions: Actions): Command {
  const command = new Command('tail').description('Show the last entries and follow those that come.')
  command.addOption(new Option('-n, --lines <n>', 'how many of before').default('10'))
  command.addOption(new Option('--no-follow', 'end after those'))
  addFilters(command)
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, interrupted }) => {
    const { lines, follow: goesOn } = command.opts<{ lines: string; follow: boolean }>()
    const before = Number(lines)
    if (!Number.isInteger(before) || before < 0 || before > 200)
      throw usageError('--lines takes a number from 0 to 200.')
    const signal = goesOn ? interrupted : AbortSignal.abort()
    const server = await connect()
    for await (const entry of follow(server, { filters: filtersOf(command), before, signal, everyMs: EVERY_MS }))
      printer.streamed(entry, COLUMNS)
  })
}
