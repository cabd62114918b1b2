import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Lists contexts; no credential is among what it shows. */
export function ls(actions: Actions): Command {
  const command = new Command('ls').alias('list').description('List the contexts.')
  addGlobalFlags(command)
  return actions.on(command, async ({ contexts, printer, flags }) => {
    const { current, contexts: known } = await contexts.read()
    const items = Object.entries(known).map(([name, { url, credential }]) => ({
      name,
      current: name === current,
      url,
      credential: credential?.kind ?? null,
    }))
    if (flags.json) return printer.page({ data: items })
    if (items.length === 0) return printer.note('No context yet: mandate login --url https://id.example.com')
    printer.items(items, ['name', 'current', 'url', 'credential'])
  })
}
