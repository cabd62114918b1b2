import path from 'node:path'
import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import type { Cli } from '#/frame/cli.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { maintain } from '#/server-program/maintain.ts'
import { databaseUrlOf } from '#/server-program/database-url.ts'
import { addVariableFlags, dataFlags, environmentOf } from '#/server-program/variables.ts'

interface Restored {
  readonly origin: 'verified' | 'unknown'
  readonly engine: string
  readonly created_at: string
  readonly schema: { readonly number: number; readonly name: string }
  readonly migrated: number
  readonly tables: number
  readonly rows: number
  readonly audit: { readonly sequence: number; readonly hash: string } | null
  readonly ended: { readonly sessions?: number; readonly tokens?: number }
}

interface Flags {
  readonly identity?: string
  readonly to?: string
  readonly end?: string
  readonly keep?: boolean
  readonly acceptUnknownOrigin?: boolean
}

const endable = ['sessions', 'tokens']
const choices: Readonly<Record<string, readonly string[]>> = {
  'end all sessions and all tokens': endable,
  'end all sessions': ['sessions'],
  'keep both': [],
}

/** `mandate restore`: an empty database becomes what a backup holds. */
export function restore(actions: Actions): Command {
  const command = new Command('restore').description(
    'Fill an empty database from a backup, compare it, walk its audit log, and end what is not to live again.',
  )
  command.argument('<file>', 'the backup')
  command.addOption(new Option('--identity <file>', 'what opens it: the file of mandate backup keygen or age-keygen'))
  command.addOption(new Option('--to <url|@file>', 'the empty database; that of the server when left out'))
  command.addOption(
    new Option('--end <what>', 'end sessions, tokens or both: what was revoked since lives again otherwise'),
  )
  command.addOption(new Option('--keep', 'end neither').conflicts('end'))
  command.addOption(
    new Option(
      '--accept-unknown-origin',
      'take a backup that bears no seal of your master key: whoever has the public key may have made it',
    ),
  )
  addVariableFlags(command, dataFlags)
  addGlobalFlags(command)
  return actions.on(command, async (cli, [file = '']) => {
    const { identity, to, end, keep = false, acceptUnknownOrigin = false } = command.opts<Flags>()
    if (identity === undefined)
      throw usageError('A backup opens with an identity: --identity <file>', 'mandate restore --help')
    const task = {
      operation: 'restore',
      file: path.resolve(file),
      identity: path.resolve(identity),
      ...(to === undefined ? {} : { to: await databaseUrlOf(to) }),
      acceptUnknownOrigin,
      end: keep ? [] : end === undefined ? await askWhatEnds(cli) : listOf(end),
    }
    const done = await maintain<Restored>(task, environmentOf(command, dataFlags, cli.env), cli)
    if (cli.flags.json) return cli.printer.json(done)
    const { schema, audit, ended, ...rest } = done
    const { sessions = 'kept', tokens = 'kept' } = ended
    cli.printer.object({
      ...rest,
      schema: `${schema.number} ${schema.name}`,
      audit_end: audit === null ? 'none' : `${audit.sequence}:${audit.hash}`,
      sessions_ended: sessions,
      tokens_ended: tokens,
    })
  })
}

function listOf(said: string): readonly string[] {
  const what = said.split(',').map((it) => it.trim())
  const unknown = what.find((it) => !endable.includes(it))
  if (unknown !== undefined) throw usageError(`--end takes sessions and tokens, not "${unknown}".`)
  return what
}

async function askWhatEnds({ prompts }: Cli): Promise<readonly string[]> {
  if (!prompts.possible) {
    throw usageError(
      'Say what ends: sessions and tokens that were revoked after the backup live again otherwise.',
      'Add --end sessions,tokens, or --keep.',
    )
  }
  return choices[await prompts.choose('What was revoked after the backup lives again:', Object.keys(choices))] ?? []
}
