import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { addFilters, COLUMNS, filtersOf } from './filters.ts'
import { follow, latest } from './follow.ts'

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
    const filters = filtersOf(command)
    const server = await connect()
    const onSkipped = (count: number): void => printer.warn(`${count} entries were passed over: they came too fast.`)
    const entries = goesOn
      ? follow(server, { filters, before, signal: interrupted, onSkipped })
      : await latest(server, filters, before)
    for await (const entry of entries) printer.streamed(entry, COLUMNS)
  })
}
