import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { add } from './add.ts'
import { ls } from './ls.ts'
import { rm } from './rm.ts'
import { use } from './use.ts'

/** `mandate context`: the servers somebody uses. */
export function context(actions: Actions): Command {
  const command = new Command('context').description('The servers you use.')
  for (const verb of [ls, use, add, rm]) command.addCommand(verb(actions))
  return command
}
