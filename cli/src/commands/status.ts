import { Command } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import type { Cli } from '#/frame/cli.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'

type Item = Readonly<Record<string, unknown>>

/** `mandate status`: whether the server is up and ready, and what it says of itself to those it knows. */
export function status(actions: Actions): Command {
  const command = new Command('status').description('Whether the server is up, and how it is.')
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    const { url } = await cli.locate()
    const { Server } = await import('#/connection/server.ts')
    const open = new Server(url, { fetch })
    const health = await probe(open, '/healthz')
    const ready = await probe(open, '/readyz')
    cli.printer.object({ url, health, ready, ...(await report(cli)) })
    if (health !== 'ok' || ready !== 'ok')
      throw new Failure(`${url} is not ready.`, { exitCode: exitCodes.unreachable, next: 'mandate doctor' })
  })
}

async function probe(
  server: { request(method: string, path: string): Promise<unknown> },
  path: string,
): Promise<string> {
  try {
    const body = (await server.request('GET', path)) as { status?: string } | undefined
    return body?.status === 'ready' ? 'ok' : (body?.status ?? 'ok')
  } catch (error) {
    if (error instanceof Failure && error.about.code === 'network_error') throw error
    return 'unavailable'
  }
}

/** What only somebody may see who may read the system. */
async function report(cli: Cli): Promise<Item> {
  const { credential } = await cli.locate()
  if (!credential) return {}
  try {
    const server = await cli.connect()
    const [health, mode] = await Promise.all([
      server.request<Item>('GET', '/api/v1/admin/health'),
      server.request<Item>('GET', '/api/v1/admin/system/mode'),
    ])
    const { version, uptime_seconds, db, migrations, warnings } = health
    return { mode: mode['mode'], version, uptime_seconds, db, migrations, warnings }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    cli.printer.note(`No more is known: ${error.message}`)
    return {}
  }
}
