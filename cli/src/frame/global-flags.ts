import { Option } from 'commander'
import type { Command } from 'commander'

/** Flags that every command takes. */
export interface GlobalFlags {
  readonly json: boolean
  readonly fields: readonly string[] | undefined
  readonly quiet: boolean
  /** False with `--no-input`: nothing is asked. */
  readonly input: boolean
  readonly yes: boolean
  readonly url: string | undefined
  readonly context: string | undefined
  readonly verbose: boolean
  readonly showSecret: boolean
  readonly save: string | undefined
}

const make = (): Option[] => [
  new Option('--json', 'print JSON: one object, or one per line of a stream'),
  new Option('--fields <names>', 'show these members only, separated by commas'),
  new Option('-q, --quiet', 'print ids only'),
  new Option('--no-input', 'ask nothing'),
  new Option('-y, --yes', 'answer yes to what would be asked'),
  new Option('--url <url>', 'the server to talk to'),
  new Option('--context <name>', 'the context to use'),
  new Option('-v, --verbose', 'print the equivalent curl to stderr'),
  new Option('--show-secret', 'leave secrets in JSON'),
  new Option('--save <file>', 'write secrets to a new file (0600) instead of printing them'),
]

/** Those that have a value, so that the noun can be found behind them. */
export const flagsWithValue: ReadonlySet<string> = new Set(['--fields', '--url', '--context', '--save'])

/**
 * Adds the global flags to a command, but for those whose name it takes for itself (`webhooks create --url`): these are
 * said before the noun.
 */
export function addGlobalFlags(command: Command): void {
  const own = new Set(command.options.map(({ long }) => long))
  for (const option of make()) if (!own.has(option.long)) command.addOption(option.helpGroup('Global options:'))
}

/** What was said, before the noun or behind the verb; what stands behind wins. */
export function readGlobalFlags(command: Command, ownFields: ReadonlySet<string>): GlobalFlags {
  const said: Record<string, unknown> = {}
  for (let each: Command | null = command; each !== null; each = each.parent) {
    for (const [name, value] of Object.entries(each.opts<Record<string, unknown>>())) {
      const isOwn = each === command && ownFields.has(name)
      if (!isOwn && said[name] === undefined && each.getOptionValueSource(name) !== 'default') said[name] = value
    }
  }
  const text = (name: string): string | undefined => (typeof said[name] === 'string' ? said[name] : undefined)
  return {
    json: said['json'] === true,
    fields: text('fields')
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    quiet: said['quiet'] === true,
    input: said['input'] !== false,
    yes: said['yes'] === true,
    url: text('url'),
    context: text('context'),
    verbose: said['verbose'] === true,
    showSecret: said['showSecret'] === true,
    save: text('save'),
  }
}
