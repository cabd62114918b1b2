import { Command, Option } from 'commander'
import { changesForMachines, planLines } from '#/configuration/describe.ts'
import { readConfiguration } from '#/configuration/file.ts'
import { planOf } from '#/configuration/plan.ts'
import { readState } from '#/configuration/state.ts'
import type { Actions } from '#/frame/actions.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** `mandate plan`: what `apply` would change; ends with 7 when the server is not as the file says. */
export function plan(actions: Actions): Command {
  const command = new Command('plan').description(
    'Show what apply would change; ends with 7 when there is a difference.',
  )
  command.argument('<file>', 'a file of configuration, or - for standard input')
  command.addOption(new Option('--prune', 'with what the file does not know'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, flags, terminal }, [file = '-']) => {
    const { prune = false } = command.opts<{ prune?: boolean }>()
    const configuration = await readConfiguration(file, terminal)
    const found = planOf(configuration, await readState(await connect()), prune)
    if (flags.json) printer.json(changesForMachines(found))
    else for (const line of planLines(found, terminal.styles)) printer.line(line)
    if (found.changes.length === 0) return printer.note('The server is as the file says.')
    const what = `${found.changes.length} ${found.changes.length === 1 ? 'difference' : 'differences'}.`
    throw new Failure(what, { exitCode: exitCodes.checksFailed, next: `mandate apply ${file}`, code: 'drift' })
  })
}
