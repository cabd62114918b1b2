import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { move } from './move.ts'
import { reopen } from './reopen.ts'

/** `mandate db`: the database as a whole. */
export function db(actions: Actions): Command {
  const command = new Command('db').description('The database as a whole.')
  for (const verb of [move, reopen]) command.addCommand(verb(actions))
  return command
}
