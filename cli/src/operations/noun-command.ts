import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { commandOf } from './command.ts'
import type { Noun, Operation } from './operation.ts'

/** The command of a noun, with a command for each of its operations. */
export function nounCommand(
  { name, about, aliases = [] }: Noun,
  operations: readonly Operation[],
  actions: Actions,
): Command {
  const noun = new Command(name).description(about)
  for (const alias of aliases) noun.alias(alias)
  for (const operation of operations.filter(({ verb }) => verb.length > 0)) {
    const group = operation.verb.slice(0, -1).reduce((above, word) => below(above, word), noun)
    group.addCommand(commandOf(operation, actions))
  }
  return noun
}

/** The group of this name below a command, made when it is missing. */
export function below(command: Command, name: string): Command {
  const found = command.commands.find((each) => each.name() === name)
  if (found) return found
  const group = new Command(name).description(`${name} of ${command.name()}`)
  command.addCommand(group)
  return group
}
