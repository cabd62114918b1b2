import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Forgets a context, its credential and its key. What the server issued ends with `logout`. */
export function rm(actions: Actions): Command {
  const command = new Command('rm')
    .alias('remove')
    .description('Forget a context and its credential.')
    .argument('<name>')
  addGlobalFlags(command)
  return actions.on(command, async ({ contexts, printer, flags }, [name = '']) => {
    await contexts.remove(name)
    if (flags.json) printer.json({ name, deleted: true })
    else printer.line(name)
  })
}
