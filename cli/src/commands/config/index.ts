import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { get } from './get.ts'
import { set } from './set.ts'

/** `mandate config`: the settings of the server. */
export function config(actions: Actions): Command {
  const command = new Command('config').description('Settings of the server.')
  for (const verb of [get, set]) command.addCommand(verb(actions))
  return command
}
