import { Command } from 'commander'
import { readJwt } from '#/connection/token-text.ts'
import type { Actions } from '#/frame/actions.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { relativeTime } from '#/frame/output/relative-time.ts'
import { contentsOf } from '#/operations/values.ts'

const MOMENTS = new Set(['iat', 'exp', 'nbf', 'auth_time'])

/** Reads a token without a server. It verifies nothing, and says so. */
export function decode(actions: Actions): Command {
  const command = new Command('decode').description('Read a JWT. Nothing is verified, nobody is asked.')
  command.argument('[token]', 'the token, @file, or - for standard input', '-')
  addGlobalFlags(command)
  return actions.on(command, async ({ printer, flags, terminal, now }, [token = '-']) => {
    const { header, claims } = readJwt((await contentsOf(token, terminal)).trim())
    if (flags.json || flags.fields) return printer.object({ header, claims, ...(flags.json ? {} : claims) })
    const shown = Object.entries({ ...header, ...claims }).map(([name, value]) => [name, explained(name, value, now())])
    printer.object(Object.fromEntries(shown) as Record<string, unknown>)
    printer.note('Not verified: this is what it says, whoever wrote it.')
  })
}

function explained(name: string, value: unknown, now: number): unknown {
  if (!MOMENTS.has(name) || typeof value !== 'number') return value
  const iso = new Date(value * 1000).toISOString()
  return `${value} (${iso}, ${relativeTime(iso, now)})`
}
