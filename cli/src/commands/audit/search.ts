import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { addFilters, AUDIT_LOGS, COLUMNS, filtersOf } from './filters.ts'

/** Finds entries that hold a text, newest first. */
export function search(actions: Actions): Command {
  const command = new Command('search').description('Find entries that hold a text, newest first.').argument('[text]')
  command.addOption(new Option('--limit <n>', 'how many at most').default('50'))
  addFilters(command)
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, flags }, [text]) => {
    const most = Number(command.opts<{ limit: string }>().limit)
    if (!Number.isInteger(most) || most < 1) throw usageError('--limit takes a whole number from 1.')
    const query = { ...filtersOf(command), ...(text === undefined ? {} : { search: text }), limit: Math.min(most, 200) }
    const found = []
    // A page may hold fewer than it could, or none, while there is more behind it.
    for await (const page of (await connect()).pages(AUDIT_LOGS, query)) {
      found.push(...page.data)
      if (found.length >= most) break
    }
    const items = found.slice(0, most)
    if (flags.json) for (const item of items) printer.streamed(item, COLUMNS)
    else printer.items(items, COLUMNS)
    if (items.length === 0) printer.note('Nothing found.')
  })
}
