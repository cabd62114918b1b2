import { Command, Option } from 'commander'
import { failureOf } from '#/connection/failures.ts'
import type { Actions } from '#/frame/actions.ts'
import { exitCodes, Failure, usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { contentsOf } from '#/operations/values.ts'

/** Asks the server whether a token is alive (RFC 7662), as a client of its own: administrators can't read tokens of others. */
export function introspect(actions: Actions): Command {
  const command = new Command('introspect').description('Ask the server about a token (RFC 7662), as a client.')
  command.argument('[token]', 'the token, @file, or - for standard input', '-')
  command.addOption(new Option('--client-id <id>', 'the client that asks').env('MANDATE_CLIENT_ID'))
  command.addOption(new Option('--client-secret <secret|@file>', 'its secret').env('MANDATE_CLIENT_SECRET'))
  addGlobalFlags(command)
  return actions.on(command, async ({ locate, printer, terminal }, [token = '-']) => {
    const { clientId, clientSecret } = command.opts<{ clientId?: string; clientSecret?: string }>()
    if (clientId === undefined || clientSecret === undefined)
      throw usageError(
        '--client-id and --client-secret are required.',
        'Introspection is asked by a client: make one with mandate agents create.',
      )
    const { url } = await locate()
    const secret = (await contentsOf(clientSecret, terminal)).trim()
    const text = (await contentsOf(token, terminal)).trim()
    const credential = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')
    printer.object(await ask(url, credential, text))
  })
}

async function ask(url: string, credential: string, token: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/oauth/introspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${credential}`, accept: 'application/json' },
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  }).catch(async (cause: unknown) => {
    const { MandateError } = await import('@mandate/sdk')
    throw failureOf(new MandateError({ status: 0, code: 'network_error', message: 'no response', cause }), url)
  })
  const body = (await response.json()) as Record<string, unknown>
  if (response.ok) return body
  throw new Failure(String(body['error_description'] ?? body['error']), {
    exitCode: response.status === 401 ? exitCodes.auth : exitCodes.failed,
    code: String(body['error']),
  })
}
