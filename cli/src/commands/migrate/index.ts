import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { status } from './status.ts'
import { up } from './up.ts'

/** `mandate migrate`: the schema of the database. */
export function migrate(actions: Actions): Command {
  const command = new Command('migrate').description('The schema of the database.')
  for (const verb of [status, up]) command.addCommand(verb(actions))
  return command
}
