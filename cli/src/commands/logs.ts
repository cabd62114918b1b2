import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import type { Cli } from '#/frame/cli.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

type Line = Readonly<Record<string, unknown>>

/** `mandate logs`: lines of the log of the process that answers, as they are written. */
export function logs(actions: Actions): Command {
  const command = new Command('logs').description('Follow the log of the server, from now on.')
  command.addOption(new Option('-f, --follow', 'go on until Ctrl-C, which is the only way there is'))
  command.addOption(
    new Option('--level <level>', 'the least that is shown').choices(['debug', 'info', 'warn', 'error']),
  )
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    const { level } = command.opts<{ level?: string }>()
    const server = await cli.connect()
    cli.printer.note('Following the log from now on. Ctrl-C ends it.')
    const query = level === undefined ? {} : { level }
    for await (const { type, data } of server.events('/api/v1/admin/logs/stream', { query, signal: cli.interrupted })) {
      if (type === 'dropped')
        cli.printer.warn(`${String((data as Line)['count'])} lines were lost: they came too fast.`)
      else if (type === 'log') show(data as Line, cli)
    }
  })
}

function show(line: Line, { printer, flags, terminal }: Cli): void {
  if (flags.json || flags.fields || !terminal.outIsTty)
    return printer.streamed(line, ['time', 'level', 'msg', 'request_id', 'route', 'status'])
  const { time, level, msg, worker: _worker, ...more } = line
  const { dim, red, yellow } = terminal.styles
  const paint = level === 'error' ? red : level === 'warn' ? yellow : (text: string): string => text
  const rest = Object.entries(more).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  )
  printer.line(
    `${dim(String(time).slice(11, 23))} ${paint(String(level).padEnd(5))} ${String(msg)} ${dim(rest.join(' '))}`,
  )
}
