import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Shows the mode. */
export function get(actions: Actions): Command {
  const command = new Command('get').description('Show the mode.')
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, flags }) => {
    const server = await connect()
    const said = await server.request<Record<string, unknown>>('GET', '/api/v1/admin/system/mode')
    if (flags.json) printer.object(said)
    else printer.line(String(said['mode']))
  })
}
