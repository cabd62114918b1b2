import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

/** Prints the HTML that a template becomes. */
export function preview(actions: Actions): Command {
  const command = new Command('preview')
    .description('Print the HTML a template becomes with sample values.')
    .argument('<template>')
  command.addOption(new Option('--locale <locale>', 'the language').choices(['en', 'es']))
  command.addOption(new Option('-o, --output <file>', 'write it to a file'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer }, [template = '']) => {
    const { locale, output } = command.opts<{ locale?: string; output?: string }>()
    const server = await connect()
    const path = `/api/v1/admin/email-preview/${encodeURIComponent(template)}`
    const html = await server.request<string>('GET', path, { query: locale === undefined ? {} : { locale } })
    if (output === undefined) return printer.line(html.trimEnd())
    await writeFile(output, html).catch((error: unknown) => {
      throw new Failure(`${output} can't be written.`, { exitCode: exitCodes.usage, why: (error as Error).message })
    })
    printer.note(`→ ${output}`)
  })
}
