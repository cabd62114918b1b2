import { Command, CommanderError, Option } from 'commander'
import { Actions } from '#/frame/actions.ts'
import { nounIn, switchesOf, withHyphens, withSwitches } from '#/frame/arguments.ts'
import { exitCodes, usageError } from '#/frame/failure.ts'
import { addGlobalFlags } from '#/frame/global-flags.ts'
import { makeCli } from '#/frame/make-cli.ts'
import { reportFailure } from '#/frame/output/report-failure.ts'
import type { ExitCode } from '#/frame/failure.ts'
import type { Terminal } from '#/frame/terminal.ts'
import { entries } from './commands.ts'
import type { Entry } from './commands.ts'

interface ProcessParts {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly terminal: Terminal
  readonly interrupted: AbortSignal
  readonly now: () => number
}

/** Runs the command that the arguments name, and returns how the process ends. Loads that command alone. */
export async function run({ args: typed, env, terminal, interrupted, now }: ProcessParts): Promise<ExitCode> {
  const verbose = typed.includes('-v') || typed.includes('--verbose')
  try {
    const actions = new Actions((flags) => makeCli(flags, { terminal, env, interrupted, now }))
    const args = withHyphens(helpAsFlag(typed))
    const root = await rootFor(args, actions)
    settle(root, terminal)
    await root.parseAsync(withSwitches(args, switchesOf(root)), { from: 'user' })
    return exitCodes.ok
  } catch (error) {
    if (error instanceof CommanderError) return ofCommander(error, terminal)
    return reportFailure(error, terminal, verbose)
  }
}

/** `mandate help agents` is `mandate agents --help`. */
function helpAsFlag(args: readonly string[]): readonly string[] {
  const found = nounIn(args)
  if (found?.noun !== 'help') return args
  const rest = args.toSpliced(found.at, 1)
  return [...rest, '--help']
}

/** The root with the command that was asked for, or with a line for each when none was. */
export async function rootFor(args: readonly string[], actions: Actions): Promise<Command> {
  const root = new Command('mandate').description('Run, inspect and administer a Mandate server.')
  root.addOption(new Option('-V, --version', 'print the version'))
  addGlobalFlags(root)
  root.enablePositionalOptions()
  root.helpCommand(false)
  root.addHelpText('after', '\nEach command says more with --help. Guide: docs/guides/cli.md')
  const noun = nounIn(args)?.noun
  const entry = noun === undefined ? undefined : entries.find((each) => isCalled(each, noun))
  if (entry) root.addCommand(await entry.load(actions))
  else for (const each of entries) root.addCommand(stub(each))
  return root
}

const isCalled = ({ name, aliases = [] }: Entry, word: string): boolean => name === word || aliases.includes(word)

function stub({ name, about, aliases = [], group }: Entry): Command {
  const command = new Command(name).description(about).helpGroup(`${group}:`)
  for (const alias of aliases) command.alias(alias)
  return command
}

/** Commands that are put together from outside inherit nothing, so each is told how to write and to end. */
function settle(command: Command, terminal: Terminal): void {
  command.exitOverride()
  command.configureOutput({
    writeOut: (text) => terminal.out.write(text),
    writeErr: (text) => terminal.err.write(text),
    outputError: () => undefined,
    getOutHelpWidth: () => Math.min(terminal.columns, 100),
    getErrHelpWidth: () => Math.min(terminal.columns, 100),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  })
  command.showSuggestionAfterError()
  for (const each of command.commands) settle(each, terminal)
}

function ofCommander(error: CommanderError, terminal: Terminal): ExitCode {
  if (error.exitCode === 0) return exitCodes.ok
  // Help that stands in for a missing verb has been written already.
  if (error.code === 'commander.help') return exitCodes.usage
  const [what = '', ...more] = error.message.replace(/^error: /, '').split('\n')
  const suggestion = /Did you mean (.+)\?/.exec(more.join(' '))?.[1]
  const failure = usageError(
    sentence(what),
    suggestion === undefined ? 'mandate --help' : `Did you mean ${suggestion}?`,
  )
  return reportFailure(failure, terminal, false)
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
