import { Command } from 'commander'
import { claimsOf } from '#/connection/token-text.ts'
import type { Actions } from '#/frame/actions.ts'
import type { Cli } from '#/frame/cli.ts'
import { Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import type { Server } from '#/connection/server.ts'

type Item = Readonly<Record<string, unknown>>

/** `mandate whoami`: the server, and who the credential speaks for there. */
export function whoami(actions: Actions): Command {
  const command = new Command('whoami').description('Who you are at the server.')
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    const { url, credential, context } = await cli.locate()
    const server = await cli.connect()
    const where = { url, context: context ?? null, credential: credential?.kind ?? null }
    if (credential?.kind === 'sign_in') {
      const { sub } = claimsOf(credential.access_token)
      const user = await server.request<Item>('GET', `/api/v1/users/${encodeURIComponent(String(sub))}`)
      cli.printer.object({ ...where, ...picked(user, ['id', 'email', 'name', 'system_role']) })
    } else cli.printer.object({ ...where, ...(await keyOf(server, credential?.api_key ?? '', cli)) })
  })
}

/** The record of a key, found by its last letters: no route says which key asks. */
async function keyOf(server: Server, key: string, { printer }: Cli): Promise<Item> {
  const hint = key.slice(-4)
  try {
    for await (const page of server.pages('/api/v1/api-keys', { limit: 200 })) {
      const found = page.data.filter((each) => each['hint'] === hint)
      if (found.length === 1) return picked(found[0] ?? {}, ['id', 'name', 'scopes', 'expires_at'])
    }
    return { hint }
  } catch (error) {
    // A key that may not see keys is a key all the same, when it was refused for its scope.
    if (!(error instanceof Failure) || error.about.code !== 'insufficient_scope') throw error
    printer.note('This key may not read keys, so only its last letters are known.')
    return { hint }
  }
}

const picked = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.map((name) => [name, item[name] ?? null]))
