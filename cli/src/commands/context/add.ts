import { Command, Option } from 'commander'
import { serverUrl } from '#/connection/locate.ts'
import { nameFor } from '#/connection/contexts.ts'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { contentsOf } from '#/operations/values.ts'

/** Adds a server with an API key, which comes from a file, from standard input, or is asked for. */
export function add(actions: Actions): Command {
  const command = new Command('add')
    .description('Add a server and the key to it.')
    .argument('[name]', 'the host of the server when left out')
  command.addOption(new Option('--api-key <key|@file|->', 'its API key; asked for when left out'))
  addGlobalFlags(command)
  return actions.on(command, async ({ contexts, printer, flags, prompts, terminal }, [said]) => {
    if (flags.url === undefined)
      throw usageError('--url is required.', 'mandate context add prod --url https://id.example.com')
    const url = serverUrl(flags.url, '--url')
    const name = said ?? nameFor(url)
    const { apiKey } = command.opts<{ apiKey?: string }>()
    const typed = apiKey === undefined ? await asked(prompts) : await contentsOf(apiKey, terminal)
    const key = typed.trim()
    await contexts.put(name, { url, credential: key === '' ? null : { kind: 'api_key', api_key: key } })
    if (flags.json) printer.json({ name, url, current: true })
    else printer.line(name)
  })
}

const asked = async (prompts: {
  readonly possible: boolean
  password(message: string): Promise<string>
}): Promise<string> => (prompts.possible ? prompts.password('API key (empty for none)') : '')
