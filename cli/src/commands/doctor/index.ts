import { Command, Option } from 'commander'
import type { Actions } from '#/frame/actions.ts'
import type { Cli } from '#/frame/cli.ts'
import { exitCodes, Failure } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { visible } from '#/frame/terminal.ts'
import { groups } from './check.ts'
import type { Check, Verdict } from './check.ts'
import { examine, examineContexts } from './checks.ts'
import { gather } from './gather.ts'

/** `mandate doctor`: what is wrong with a server and this machine, and the command that fixes it; ends with 7 when something is. */
export function doctor(actions: Actions): Command {
  const command = new Command('doctor').description('Check server and machine; ends with 7 when something is wrong.')
  command.addOption(new Option('--fix', 'do what is safe to do'))
  addGlobalFlags(command)
  return actions.on(command, async (cli) => {
    const { fix = false } = command.opts<{ fix?: boolean }>()
    const checks = await look(cli, fix)
    const counts = countsOf(checks)
    if (cli.flags.json) cli.printer.json({ ok: counts.failed === 0, ...counts, checks: checks.map(shown) })
    else report(checks, counts, cli)
    if (counts.failed === 0) return
    const what = `${counts.failed} ${counts.failed === 1 ? 'check' : 'checks'} failed.`
    throw new Failure(what, { exitCode: exitCodes.checksFailed, code: 'checks_failed' })
  })
}

/** All checks; the file of contexts alone while others may read it, since it says where everything else is. */
async function look(cli: Cli, fix: boolean): Promise<Check[]> {
  const found = await examineContexts(cli.contexts.file)
  if (found?.repair && !fix) return [found]
  const contexts = found?.repair ? await repaired(found, found.repair) : found
  return [...(contexts ? [contexts] : []), ...examine(await gather(cli))]
}

async function repaired({ group, name, value }: Check, repair: () => Promise<void>): Promise<Check> {
  await repair()
  return { group, name, value: `${value}, repaired`, verdict: 'ok' }
}

const countsOf = (checks: readonly Check[]): Readonly<Record<'passed' | 'warnings' | 'failed' | 'unknown', number>> => {
  const of = (verdict: Verdict): number => checks.filter((check) => check.verdict === verdict).length
  return { passed: of('ok'), warnings: of('warning'), failed: of('failed'), unknown: of('unknown') }
}

const shown = ({ group, name, verdict, value, fix }: Check) => ({ group, name, verdict, value, fix: fix ?? null })

function report(checks: readonly Check[], counts: ReturnType<typeof countsOf>, { printer, terminal }: Cli): void {
  const { green, yellow, red, dim, bold } = terminal.styles
  const glyphs: Readonly<Record<Verdict, string>> = {
    ok: green('✓'),
    warning: yellow('!'),
    failed: red('✗'),
    unknown: dim('?'),
  }
  const width = Math.max(...checks.map(({ name }) => name.length))
  for (const group of groups) {
    const ofGroup = checks.filter((check) => check.group === group)
    if (ofGroup.length > 0) printer.line(bold(group))
    for (const { name, verdict, value, fix } of ofGroup) {
      const next = fix === undefined ? '' : `  → ${fix}`
      printer.line(`  ${glyphs[verdict]} ${name.padEnd(width)}  ${visible(value)}${next}`)
    }
  }
  const { passed, warnings, failed, unknown } = counts
  const seen = [`${passed} passed`, `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`, `${failed} failed`]
  printer.line([...seen, ...(unknown > 0 ? [`${unknown} not seen`] : [])].join(' · '))
}
