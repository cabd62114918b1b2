import { Command, Option } from 'commander'
import { readJwt } from '#/connection/token-text.ts'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { contentsOf } from '#/operations/values.ts'

interface RevokeFlags {
  readonly client?: string
  readonly reason?: string
  readonly dryRun?: boolean
}

/** Ends one token with all that descends from it, or every token of clients whose id fits a pattern. */
export function revoke(actions: Actions): Command {
  const command = new Command('revoke').description('End a token and what descends from it, or all tokens of clients.')
  command.argument('[token|jti]', 'a token, its jti, @file or -')
  command.addOption(new Option('--client, --client-id-pattern <pattern>', "clients by their id, such as 'ci-*'"))
  command.addOption(new Option('--reason <text>', 'why, for the audit log'))
  command.addOption(new Option('--dry-run', 'count what would end'))
  addGlobalFlags(command)
  return actions.on(command, async ({ connect, prompts, printer, terminal }, [token]) => {
    const flags = command.opts<RevokeFlags & { clientIdPattern?: string }>()
    const { dryRun = false, reason } = flags
    const pattern = flags.clientIdPattern ?? flags.client
    if ((pattern === undefined) === (token === undefined))
      throw usageError('Name a token or --client, one of them.', "mandate tokens revoke --client 'ci-*' --dry-run")
    const what =
      pattern === undefined ? 'The token and all that descends from it end' : `All tokens of clients ${pattern} end`
    if (!dryRun) await prompts.confirm(`${what}. Go on?`)
    const server = await connect()
    if (pattern !== undefined) {
      const body = { client_id_pattern: pattern, dry_run: dryRun, ...(reason === undefined ? {} : { reason }) }
      return printer.object(await server.request('POST', '/api/v1/admin/oauth/revoke-by-pattern', { body }))
    }
    if (reason !== undefined) throw usageError('--reason goes with --client.')
    const jti = jtiOf((await contentsOf(token ?? '', terminal)).trim())
    printer.object(await server.request('POST', '/api/v1/admin/auth/revoke-jti', { body: { jti, dry_run: dryRun } }))
  })
}

/** The id in a token, or the id itself. */
function jtiOf(text: string): string {
  if (!text.includes('.')) return text
  const { jti } = readJwt(text).claims
  if (typeof jti !== 'string') throw usageError('The token has no jti.')
  return jti
}
