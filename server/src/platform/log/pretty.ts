interface Line {
  readonly level: string
  readonly time: string
  readonly msg?: string
  readonly [field: string]: unknown
}

const colours: Readonly<Record<string, number>> = { debug: 90, info: 36, warn: 33, error: 31, fatal: 31 }

/** One JSON log line as a line for people: time, level, message, then the fields; a stack goes below. */
export function prettyLine(json: string, colour: boolean): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Line
  const paint = (code: number, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  const parts = [
    paint(90, time.slice(11, 23)),
    paint(colours[level] ?? 0, level.toUpperCase().padEnd(5)),
    inOneLine(msg),
  ]
  for (const [name, value] of Object.entries(fields)) parts.push(paint(90, `${inOneLine(name)}=${shown(value)}`))
  return `${parts.join(' ')}\n${stackOf(err)}`
}

const shown = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value)

/** Control characters as escapes, so that a text can neither start a line nor colour the terminal (HT8). */
const inOneLine = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')

function stackOf(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, cause } = err as { stack?: unknown; cause?: unknown }
  const lines = String(stack)
    .split('\n')
    .map((line) => `    ${inOneLine(line)}\n`)
  return lines.join('') + (cause ? `    caused by:\n${stackOf(cause)}` : '')
}
