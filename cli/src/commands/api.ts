import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { contentsOf, parseJson } from '#/operations/values.ts'

const METHOD = /^(GET|POST|PUT|PATCH|DELETE|HEAD)$/
const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** `mandate api METHOD PATH`: any request, with the credential of the caller. */
export function api(actions: Actions): Command {
  const command = new Command('api')
    .description('Send any request: mandate api GET /api/v1/users?limit=5')
    .argument('<method>')
    .argument('<path>', 'from the root of the server')
  command.addOption(new Option('-d, --data <json|@file|->', 'the body'))
  command.addOption(new Option('--query <name=value>', 'a query parameter; may be repeated').argParser(collect))
  command.addOption(new Option('-H, --header <name: value>', 'a header; may be repeated').argParser(collect))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, terminal, printer }, [said = '', path = '']) => {
    const method = said.toUpperCase()
    if (!METHOD.test(method)) throw usageError(`"${said}" is no method.`, 'mandate api GET /api/v1/users')
    if (!path.startsWith('/') || path.startsWith('//')) throw usageError('The path begins with one slash.')
    const { data, query = [], header = [] } = command.opts<ApiFlags>()
    const body = data === undefined ? undefined : parseJson(await contentsOf(data, terminal), '--data')
    const server = await connect()
    const result = await server.request(method, path, {
      query: Object.fromEntries(query.map((each) => pair(each, '='))),
      headers: Object.fromEntries(header.map((each) => pair(each, ':'))),
      body,
    })
    if (typeof result === 'string') printer.line(result.trimEnd())
    else if (result !== undefined && result !== null) printer.json(result)
  })
}

interface ApiFlags {
  readonly data?: string
  readonly query?: readonly string[]
  readonly header?: readonly string[]
}

function pair(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  if (at < 1) throw usageError(`"${text}" has no "${separator}".`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
