import type { GlobalFlags } from '#/frame/global-flags.ts'
import type { Terminal } from '#/frame/terminal.ts'
import { cellForMachines, cellForPeople, memberOf } from './cell.ts'
import { tableLines } from './table.ts'

type Item = Readonly<Record<string, unknown>>

interface PrinterDeps {
  readonly terminal: Terminal
  readonly flags: Pick<GlobalFlags, 'json' | 'fields' | 'quiet'>
  readonly now: () => number
}

/** Writes what a command found: a table for people, TSV for pipes, JSON when it was asked for. */
export class Printer {
  readonly #deps: PrinterDeps
  readonly #unknown = new Set<string>()
  constructor(deps: PrinterDeps) {
    this.#deps = deps
  }

  /** A line of data. */
  line(text: string): void {
    this.#deps.terminal.out.write(`${text}\n`)
  }

  /** A line for the person, beside the data; nothing with `--quiet`. */
  note(text: string): void {
    if (!this.#deps.flags.quiet) this.#deps.terminal.err.write(`${text}\n`)
  }

  /** A line that matters whatever was asked for. */
  warn(text: string): void {
    const { err, errStyles } = this.#deps.terminal
    err.write(`${errStyles.yellow('!')} ${text}\n`)
  }

  /** JSON: pretty for people, one line for pipes. */
  json(value: unknown): void {
    this.line(JSON.stringify(value, null, this.#deps.terminal.outIsTty ? 2 : 0))
  }

  /** One object: as JSON, or a member on each line. */
  object(item: Item): void {
    const { flags, terminal, now } = this.#deps
    this.#tellUnknown([item])
    if (flags.json) return this.json(this.#picked(item))
    if (flags.quiet) return this.#id(item)
    const names = flags.fields ?? Object.keys(item)
    if (!terminal.outIsTty) {
      for (const name of names) this.line(`${name}\t${cellForMachines(memberOf(item, name))}`)
      return
    }
    const rows = names.map((name) => [name, cellForPeople(memberOf(item, name), now())])
    const width = Math.max(0, ...rows.map(([name = '']) => name.length))
    for (const [name = '', value = ''] of rows) this.line(`${terminal.styles.dim(name.padEnd(width))}  ${value}`)
  }

  /** Some objects of one kind: ids, a table, or TSV without a header. JSON is the business of whoever knows the envelope. */
  items(items: readonly Item[], columns: readonly string[]): void {
    const { flags, terminal, now } = this.#deps
    const names = flags.fields ?? (flags.quiet ? columns.slice(0, 1) : columns)
    this.#tellUnknown(items)
    if (!terminal.outIsTty || flags.quiet) {
      for (const item of items) this.line(names.map((name) => cellForMachines(memberOf(item, name))).join('\t'))
      return
    }
    const body = items.map((item) => names.map((name) => cellForPeople(memberOf(item, name), now())))
    const [head = '', ...lines] = tableLines([names.map((name) => headOf(name)), ...body], terminal.columns)
    this.line(terminal.styles.dim(head))
    for (const line of lines) this.line(line)
  }

  /** One object of a stream: a line of JSON, or of a table. */
  streamed(item: Item, columns: readonly string[]): void {
    const { flags, terminal, now } = this.#deps
    this.#tellUnknown([item])
    if (flags.json) return this.line(JSON.stringify(this.#picked(item)))
    const names = flags.fields ?? (flags.quiet ? columns.slice(0, 1) : columns)
    const cell = terminal.outIsTty ? (value: unknown) => cellForPeople(value, now()) : cellForMachines
    this.line(names.map((name) => cell(memberOf(item, name))).join(terminal.outIsTty ? '  ' : '\t'))
  }

  /** A page of a list as JSON, with the members that were asked for. */
  page(page: Item & { readonly data: readonly Item[] }): void {
    this.#tellUnknown(page.data)
    this.json({ ...page, data: page.data.map((item) => this.#picked(item)) })
  }

  /** Says once of a name that was asked for that nothing here has such a member. */
  #tellUnknown(items: readonly Item[]): void {
    const [first] = items
    if (!first) return
    for (const name of this.#deps.flags.fields ?? []) {
      if (this.#unknown.has(name) || items.some((item) => memberOf(item, name) !== undefined)) continue
      this.#unknown.add(name)
      this.warn(`nothing here has the member ${name}; there are ${Object.keys(first).join(', ')}`)
    }
  }

  /** Nothing for an object that has none, such as a count. */
  #id({ id, client_id: clientId }: Item): void {
    const known = id ?? clientId
    if (known !== undefined) this.line(cellForMachines(known))
  }

  #picked(item: Item): Item {
    const { fields } = this.#deps.flags
    if (!fields) return item
    return Object.fromEntries(fields.map((name) => [name, memberOf(item, name) ?? null]))
  }
}

const headOf = (name: string): string => name.toUpperCase().replaceAll('_', ' ')
