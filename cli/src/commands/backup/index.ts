import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { create } from './create.ts'
import { keygen } from './keygen.ts'

/** `mandate backup`: all that the database holds in one encrypted file. */
export function backup(actions: Actions): Command {
  const command = new Command('backup').description('All that the database holds, in one encrypted file.')
  command.addCommand(create(actions), { isDefault: true })
  command.addCommand(keygen(actions))
  return command
}
