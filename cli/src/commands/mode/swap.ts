import { Argument, Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Goes over to a mode; no request is lost. */
export function swap(actions: Actions): Command {
  const command = new Command('swap').description('Go over to a mode without losing a request.')
  command.addArgument(new Argument('<mode>').choices(['dev', 'production']))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, prompts }, [wanted = '']) => {
    await prompts.confirm(`The whole server goes over to ${wanted}. Go on?`)
    const server = await connect()
    printer.object(await server.request('POST', '/api/v1/admin/system/swap-mode', { body: { mode: wanted } }))
  })
}
