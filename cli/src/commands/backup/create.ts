import path from 'node:path'
import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import { usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { textOfFile } from '#/frame/named-files.ts'
import { maintain } from '#/server-program/maintain.ts'
import { addVariableFlags, dataFlags, environmentOf } from '#/server-program/variables.ts'

interface Written {
  readonly file: string
  readonly size: number
  readonly engine: string
  readonly schema: { readonly number: number; readonly name: string }
  readonly tables: number
  readonly rows: number
  readonly verified: boolean
  readonly audit: { readonly sequence: number; readonly hash: string } | null
}

interface Flags {
  readonly recipient?: readonly string[]
  readonly verify: boolean
}

/** Writes a backup while the server goes on, and proves it. `mandate backup <file>` is the same. */
export function create(actions: Actions): Command {
  const command = new Command('create').description(
    'Write a backup while the server goes on, restore it to a scratch place and walk its audit log; `create` may be left out.',
  )
  command.argument('<file>', 'a new file')
  command.addOption(
    new Option('--recipient <age1…|@file>', 'a public key that may open it; repeat it for several').argParser(
      (value: string, before: readonly string[] | undefined) => [...(before ?? []), ...value.split(',')],
    ),
  )
  command.addOption(new Option('--no-verify', 'do not restore it for a trial'))
  addVariableFlags(command, dataFlags)
  addGlobalFlags(command)
  return actions.on(command, async (cli, [file = '']) => {
    const { recipient = [], verify } = command.opts<Flags>()
    const recipients = (await Promise.all(recipient.map((it) => recipientsIn(it)))).flat()
    if (recipients.length === 0)
      throw usageError(
        'A backup is encrypted to a public key: --recipient age1…',
        'mandate backup keygen backup-key.txt',
      )
    const task = { operation: 'backup', file: path.resolve(file), recipients, verify }
    const done = await maintain<Written>(task, environmentOf(command, dataFlags, cli.env), cli)
    if (cli.flags.json) cli.printer.json(done)
    else {
      const { schema, audit, ...rest } = done
      const end = audit === null ? 'none' : `${audit.sequence}:${audit.hash}`
      cli.printer.object({ ...rest, schema: `${schema.number} ${schema.name}`, audit_end: end })
    }
    cli.printer.note('The master key is not in it: keep a copy of that elsewhere, or the backup is of no use.')
  })
}

/** The public keys that a flag names: one, or those in the lines of a file. */
async function recipientsIn(value: string): Promise<readonly string[]> {
  if (!value.startsWith('@')) return [value.trim()].filter(Boolean)
  const text = await textOfFile(value.slice(1))
  return text.match(/^age1[0-9a-z]+$/gm) ?? []
}
