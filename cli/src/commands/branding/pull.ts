import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { BRANDING, CHOSEN } from './branding-file.ts'

/** Writes what was chosen to a file, for `push` here or elsewhere. */
export function pull(actions: Actions): Command {
  const command = new Command('pull').description('Write the branding as JSON, for push.')
  command.argument('[file]', 'where to; standard output when left out')
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, printer }, [file]) => {
    const server = await connect()
    const now = await server.request<Record<string, unknown>>('GET', BRANDING)
    const chosen = Object.fromEntries([...CHOSEN, 'design_tokens'].map((name) => [name, now[name] ?? null]))
    if (file === undefined) return printer.json(chosen)
    await writeFile(file, `${JSON.stringify(chosen, null, 2)}\n`)
    printer.note(`→ ${file}`)
  })
}
