import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { get } from './get.ts'
import { swap } from './swap.ts'

/** `mandate mode`: dev or production. */
export function mode(actions: Actions): Command {
  const command = new Command('mode').description('The mode of the server.')
  command.addCommand(get(actions), { isDefault: true })
  command.addCommand(swap(actions))
  return command
}
