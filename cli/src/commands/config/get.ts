import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { cellForMachines } from '#/frame/output/cell.ts'
import { nearest } from '#/frame/nearest.ts'

/** Where settings are. */
export const CONFIG = '/api/v1/admin/config'

/** Shows all settings, or the value of one. */
export function get(actions: Actions): Command {
  const command = new Command('get').description('Show all settings, or one.').argument('[key]')
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, flags }, [key]) => {
    const server = await connect()
    const settings = await server.request<Record<string, unknown>>('GET', CONFIG)
    if (key === undefined) return printer.object(settings)
    if (!Object.hasOwn(settings, key)) throw unknownSetting(key, Object.keys(settings))
    if (flags.json) printer.json({ [key]: settings[key] })
    else printer.line(cellForMachines(settings[key]))
  })
}

/** Says which setting was meant. */
export function unknownSetting(key: string, known: readonly string[]): Error {
  const meant = nearest(key, known)
  return usageError(
    `There is no setting "${key}".`,
    meant === undefined ? 'mandate config get' : `Did you mean ${meant}?`,
  )
}
