import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Sends one delivery again, or all that failed since a time. */
export function replay(actions: Actions): Command {
  const command = new Command('replay').description('Send a delivery again, or all that failed since a time.')
  command.argument('<id>', 'the webhook').argument('[delivery-id]')
  command.addOption(new Option('--since <time>', 'every delivery that failed for good since, ISO 8601'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer }, [id = '', deliveryId]) => {
    const { since } = command.opts<{ since?: string }>()
    if ((since === undefined) === (deliveryId === undefined))
      throw usageError('Name a delivery or --since, one of them.', `mandate webhooks deliveries list ${id}`)
    const deliveries = `/api/v1/webhooks/${encodeURIComponent(id)}/deliveries`
    const server = await connect()
    const one = deliveryId === undefined ? undefined : `${deliveries}/${encodeURIComponent(deliveryId)}/replay`
    printer.object(
      await (one === undefined
        ? server.request('POST', `${deliveries}/replay`, { body: { since } })
        : server.request('POST', one)),
    )
  })
}
