import type { Cli } from '#/frame/cli.ts'
import type { SecretFile } from '#/frame/private-files.ts'

type Item = Readonly<Record<string, unknown>>

interface Delivery {
  /** The members that no other response shows. */
  readonly secrets: readonly string[]
  readonly file: SecretFile | undefined
  readonly cli: Pick<Cli, 'flags' | 'printer'>
}

/**
 * Shows an object whose secrets are told this once: into the file of `--save`, on the screen, or in JSON when `--show-secret`
 * says that whoever reads it may know them.
 */
export async function deliver(item: Item, { secrets, file, cli }: Delivery): Promise<void> {
  const { flags, printer } = cli
  const told = secrets.filter((name) => typeof item[name] === 'string')
  if (told.length === 0) return printer.object(item)
  if (file) {
    await file.write(fileText(item, told, file.path))
    printer.object(without(item, told))
    return printer.note(`${told.join(', ')} → ${file.path}`)
  }
  if (flags.json && !flags.showSecret) {
    printer.object(without(item, told))
    const pronoun = told.length === 1 ? 'It is' : 'They are'
    return printer.warn(
      `${told.join(', ')} left out of the JSON. ${pronoun} told this once: with --show-secret or --save FILE. Rotate to get another.`,
    )
  }
  printer.object(item)
  if (flags.quiet) for (const name of told) printer.line(String(item[name]))
  printer.note(`Keep ${told.join(', ')} now: the server does not show it again.`)
}

const without = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)))

/** As JSON by the name of the file, else as lines for an environment. */
function fileText(item: Item, told: readonly string[], file: string): string {
  const kept = ['id', 'client_id', ...told].filter((name) => typeof item[name] === 'string')
  if (file.endsWith('.json'))
    return `${JSON.stringify(Object.fromEntries(kept.map((name) => [name, item[name]])), null, 2)}\n`
  return kept.map((name) => `${variableOf(name)}=${String(item[name])}\n`).join('')
}

const variableOf = (name: string): string => {
  const upper = name.toUpperCase()
  return upper === 'KEY' ? 'MANDATE_API_KEY' : upper
}
