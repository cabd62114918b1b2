import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { nouns } from '#/generated/nouns.ts'
import { toolOf } from './tools.ts'
import type { Tool } from './tools.ts'

/** `mandate mcp`: the operations of the admin API as tools for agents, read-only unless somebody allows more. */
export function mcp(actions: Actions): Command {
  const command = new Command('mcp').description('Give the admin API to an agent, over the Model Context Protocol.')
  command.addOption(new Option('--allow <what>', 'more than reading').choices(['write']))
  command.addOption(new Option('--nouns <names>', 'tools of these only, such as agents,tokens'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, flags, interrupted, printer }) => {
    const { allow, nouns: names } = command.opts<{ allow?: string; nouns?: string }>()
    const tools = (await toolsOf(names)).filter(({ operation }) => allow === 'write' || operation.method === 'GET')
    const server = await connect()
    printer.note(
      `${tools.length} tools for ${server.url}, ${allow === 'write' ? 'which read and write' : 'which read'}.`,
    )
    const { serveTools } = await import('./serve.ts')
    await serveTools({ tools, server, showSecret: flags.showSecret, signal: interrupted })
  })
}

/** A tool for each operation that takes no file, once, also where two nouns have it. */
async function toolsOf(names: string | undefined): Promise<Tool[]> {
  const wanted = names?.split(',').map((name) => name.trim())
  const unknown = wanted?.find((name) => !nouns.some((noun) => noun.name === name))
  if (unknown !== undefined)
    throw usageError(`There is no noun "${unknown}".`, `One of: ${nouns.map(({ name }) => name).join(', ')}`)
  const loaded = await Promise.all(
    nouns.filter(({ name }) => wanted?.includes(name) !== false).map(({ load }) => load()),
  )
  const operations = loaded.flatMap((noun) => noun.operations.filter(({ upload }) => upload === undefined))
  return [...new Map(operations.map((operation) => [operation.id, toolOf(operation)])).values()]
}
