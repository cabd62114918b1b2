import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { configurationOf } from '#/configuration/file.ts'
import { readState } from '#/configuration/state.ts'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** `mandate export`: the configuration of the server as a file, for `plan` and `apply` here or elsewhere. */
export function exportConfiguration(actions: Actions): Command {
  const command = new Command('export').description('Write the configuration as JSON, with secrets by reference.')
  command.addOption(new Option('-o, --output <file>', 'where to; standard output when left out'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer }) => {
    const { output } = command.opts<{ output?: string }>()
    const configuration = configurationOf(await readState(await connect()))
    const text = JSON.stringify(configuration, null, 2)
    if (output === undefined) return printer.line(text)
    await writeFile(output, `${text}\n`)
    printer.note(`→ ${output}`)
  })
}
