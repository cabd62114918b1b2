import { Argument, Command, Option } from 'commander'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import type { Actions } from '#/frame/actions.ts'
import { addFieldFlags, ownAttributes, saidIn } from './flags.ts'
import type { Operation } from './operation.ts'
import { runOperation } from './run.ts'

/** The command that calls one operation of the API. */
export function commandOf(operation: Operation, actions: Actions): Command {
  const command = new Command(operation.verb.at(-1) ?? '').description(operation.about)
  for (const alias of operation.aliases ?? []) command.alias(alias)
  for (const [, name = ''] of operation.path.matchAll(/\{([^}]+)\}/g))
    command.addArgument(new Argument(`<${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}>`))
  addFieldFlags(command, operation)
  if (operation.body && operation.body.length > 0) addBodyFlags(command, operation)
  if (operation.upload !== undefined) command.addOption(new Option('--file <file>', 'the file to send'))
  if (operation.paged)
    command.addOption(new Option('--all', 'follow the cursor to the end; with --json one object per line'))
  addGlobalFlags(command)
  if (operation.scope !== undefined) command.addHelpText('after', `\nNeeds the scope ${operation.scope}.`)
  return actions.bind(command, ownAttributes(operation), (cli, path) => {
    const { body, clear, all, file } = command.opts<Extra>()
    return runOperation(
      { operation, path, said: saidIn(command, operation), body, clear: clear ?? [], all: all === true, file },
      cli,
    )
  })
}

interface Extra {
  readonly body?: string
  readonly clear?: readonly string[]
  readonly all?: boolean
  readonly file?: string
}

function addBodyFlags(command: Command, { body = [] }: Operation): void {
  command.addOption(new Option('--body <json|@file|->', 'the whole body as JSON; flags win over it'))
  if (body.some(({ nullable }) => nullable)) {
    const option = new Option('--clear <fields>', 'members to clear, separated by commas')
    command.addOption(
      option.argParser((value: string, before: readonly string[] | undefined) => [
        ...(before ?? []),
        ...value.split(','),
      ]),
    )
  }
}
