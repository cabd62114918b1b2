import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { contentsOf, parseJson } from '#/operations/values.ts'
import { BRANDING, CHOSEN } from './branding-file.ts'
import type { BrandingFile } from './branding-file.ts'

/** Sets branding from a file that `pull` wrote, and the logo from a picture. */
export function push(actions: Actions): Command {
  const command = new Command('push').description('Set the branding from a file that pull wrote.')
  command.argument('<file>', 'a file, or - for standard input')
  command.addOption(new Option('--logo <file>', 'a PNG, JPEG or WebP picture'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer, terminal }, [file = '-']) => {
    const { logo } = command.opts<{ logo?: string }>()
    const text = await contentsOf(file === '-' ? '-' : `@${file}`, terminal)
    const branding = parseJson(text, file) as BrandingFile
    const server = await connect()
    const chosen = Object.fromEntries(CHOSEN.flatMap((name) => (name in branding ? [[name, branding[name]]] : [])))
    let after: Record<string, unknown> = await server.request('PATCH', BRANDING, { body: chosen })
    if (branding.design_tokens !== undefined)
      after = await server.request('PATCH', `${BRANDING}/design-tokens`, { body: branding.design_tokens })
    if (logo !== undefined) {
      const { openAsBlob } = await import('node:fs')
      after = await server.request('POST', `${BRANDING}/logo`, { body: { logo: await openAsBlob(logo) } })
    }
    printer.object(after)
  })
}
