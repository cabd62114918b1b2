import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import type { Cli } from '#/frame/cli.ts'
import { exitCodes, Failure, usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { openFile } from '#/frame/named-files.ts'
import { visible } from '#/frame/terminal.ts'
import { auth0 } from './formats/auth0.ts'
import { clerk } from './formats/clerk.ts'
import { csv } from './formats/csv.ts'
import { firebase } from './formats/firebase.ts'
import { keycloak } from './formats/keycloak.ts'
import { supabase } from './formats/supabase.ts'
import { Importer } from './importer.ts'
import type { Outcome } from './importer.ts'
import type { Format, FormatFlags } from './format.ts'
import type { Entry } from './person.ts'
import { Progress } from './progress.ts'
import { RefusedFile } from './refused-file.ts'

const formats = [csv, auth0, clerk, keycloak, supabase, firebase]

/** `mandate import <format> <file>`: people of another system become users, with the passwords they have. */
export function importPeople(actions: Actions): Command {
  const command = new Command('import').description('Import people with the hashes of their passwords.')
  for (const format of formats) command.addCommand(importFrom(format, actions))
  return command
}

interface OwnFlags {
  readonly dryRun?: boolean
  readonly trustVerified?: boolean
  readonly dropUnknownHashes?: boolean
  readonly refused?: string
}

function importFrom(format: Format, actions: Actions): Command {
  const command = new Command(format.name).description(`Import people: ${format.about}.`)
  command.argument('<file>', 'the export, or - for standard input')
  command.addOption(new Option('--dry-run', 'only say what would become of each'))
  command.addOption(new Option('--trust-verified', 'take addresses as proven that were proven there'))
  command.addOption(
    new Option('--drop-unknown-hashes', 'import people without a password where nobody can read its hash'),
  )
  command.addOption(
    new Option('--refused <file>', 'where to write whom the server refused; beside the export when left out'),
  )
  for (const option of format.options) command.addOption(option)
  addGlobalFlags(command)
  return actions.on(command, (cli, [file = '-']) => run(cli, format, file, command.opts<OwnFlags & FormatFlags>()))
}

async function run(cli: Cli, format: Format, file: string, flags: OwnFlags & FormatFlags): Promise<void> {
  const { terminal, printer, now, interrupted } = cli
  const input: AsyncIterable<Uint8Array> = file === '-' ? terminal.input : await openFile(file)
  const dryRun = flags.dryRun === true
  const importer = new Importer({
    server: await cli.connect(),
    dryRun,
    trustsVerified: flags.trustVerified === true,
    dropsUnknownHashes: flags.dropUnknownHashes === true,
    pause: (millis) => sleep(millis),
  })
  const refusals = new RefusedFile(flags.refused ?? `${file === '-' ? 'import' : file}.refused.ndjson`)
  const progress = new Progress(terminal, now)
  const left = new Map<string, number>()
  const entries = noting(format.read(input, { flags, terminal, now }), left)
  try {
    for await (const outcome of importer.run(entries, interrupted)) {
      progress.count(outcome)
      if (outcome.outcome === 'refused') await refusals.add(outcome)
      show(cli, outcome, dryRun)
    }
  } finally {
    progress.end()
    await refusals.close()
  }
  if (progress.total === 0) throw usageError('There is nobody in this file.', `mandate import ${format.name} --help`)
  for (const [what, count] of left) printer.note(`left behind: ${visible(what)} (${count})`)
  const summary = { dry_run: dryRun, ...progress.counts, total: progress.total, per_second: progress.rate }
  if (cli.flags.json) printer.line(JSON.stringify({ summary }))
  else if (!cli.flags.quiet) printer.object(summary)
  if (interrupted.aborted) throw interruptedAt(progress.total)
  if (progress.counts.refused > 0) throw someRefused(progress.counts.refused, refusals.path)
}

/** The same entries; what of them stays behind is counted by the way. */
async function* noting(entries: AsyncIterable<Entry>, left: Map<string, number>): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    for (const what of entry.left ?? []) left.set(what, (left.get(what) ?? 0) + 1)
    yield entry
  }
}

/** Each as JSON; for people those whom something is to be said about. */
function show({ flags, printer }: Cli, outcome: Outcome, dryRun: boolean): void {
  if (flags.json) return printer.line(JSON.stringify(outcome))
  const isNews = outcome.outcome === 'refused' || outcome.outcome === 'skipped' || dryRun
  if (!isNews || flags.quiet) return
  const why = outcome.errors.map(({ pointer, message }) => `${pointer} ${message}`.trim()).join(' ')
  printer.streamed({ ...outcome, email: visible(outcome.email ?? ''), why: visible(why) }, [
    'position',
    'outcome',
    'email',
    'why',
  ])
}

const someRefused = (count: number, file: string): Failure =>
  new Failure(`${count} ${count === 1 ? 'person was' : 'people were'} refused.`, {
    exitCode: exitCodes.checksFailed,
    why: `${file} says why, a line each.`,
    next: 'Mend the export and import it again: whoever is here already stays as they are.',
    code: 'import_refused',
  })

const interruptedAt = (count: number): Failure =>
  new Failure(`Interrupted after ${count} people.`, {
    exitCode: exitCodes.failed,
    next: 'Run the same command again: it goes on where this one ended.',
    code: 'interrupted',
  })
