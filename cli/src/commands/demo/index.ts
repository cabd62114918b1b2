import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { delegate } from './delegation.ts'
import { makePeople } from './people.ts'
import { remove } from './remove.ts'

const MAX_PEOPLE = 200

/** `mandate demo`: people, agents and a living chain of delegation, all of them marked, so that `--remove` takes them away again. */
export function demo(actions: Actions): Command {
  const command = new Command('demo').description('Fill a server with people, agents and a living delegation.')
  command.addOption(new Option('--people <n>', 'how many people').default('40'))
  command.addOption(new Option('--remove', 'take it all away again'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, prompts, terminal }) => {
    const said = command.opts<{ people: string; remove?: boolean }>()
    const count = Number(said.people)
    if (!Number.isInteger(count) || count < 1 || count > MAX_PEOPLE)
      throw usageError(`--people takes a number from 1 to ${MAX_PEOPLE}.`)
    const server = await connect()
    const progress = terminal.errIsTty ? (text: string): void => printer.note(text) : (): void => undefined
    if (said.remove) {
      await prompts.confirm('The people, agents and organizations of the demo are deleted. Go on?')
      return printer.object(await remove(server, progress))
    }
    const people = await makePeople(server, count, progress)
    const chain = await delegate(server, people, progress)
    printer.object({ people: people.length, ...chain })
    printer.note('To take it away again: mandate demo --remove')
  })
}
