import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Makes a context the current one. */
export function use(actions: Actions): Command {
  const command = new Command('use').description('Make a context the current one.').argument('<name>')
  addGlobalFlags(command)
  return actions.on(command, async ({ contexts, printer, flags }, [name = '']) => {
    await contexts.use(name)
    if (flags.json) printer.json({ name, current: true })
    else printer.line(name)
  })
}
