import { Command, Option } from 'commander'
import { applyChanges } from '#/configuration/apply.ts'
import { changesForMachines, nameOf, planLines } from '#/configuration/describe.ts'
import { readConfiguration } from '#/configuration/file.ts'
import { planOf } from '#/configuration/plan.ts'
import { readState } from '#/configuration/state.ts'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** `mandate apply`: makes the server as the file says, after a yes. Applied twice, the second time changes nothing. */
export function apply(actions: Actions): Command {
  const command = new Command('apply').description('Make the server as a file says, after a yes.')
  command.argument('<file>', 'a file of configuration, or - for standard input')
  command.addOption(new Option('--prune', 'delete what the file does not know'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, flags, terminal, prompts, env }, [file = '-']) => {
    const { prune = false } = command.opts<{ prune?: boolean }>()
    const configuration = await readConfiguration(file, terminal)
    const server = await connect()
    const state = await readState(server)
    const found = planOf(configuration, state, prune)
    if (!flags.json) for (const line of planLines(found, terminal.styles)) printer.line(line)
    if (found.changes.length > 0) {
      await prompts.confirm(`${found.changes.length} changes to ${server.url}. Go on?`)
      const done = (change: Parameters<typeof nameOf>[0]): void => printer.note(`✓ ${nameOf(change)}`)
      await applyChanges(found.changes, { server, state, env, done })
    } else printer.note('The server is as the file says.')
    if (flags.json) printer.json(changesForMachines(found))
  })
}
