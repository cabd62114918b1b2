/** A line of the log. */
export interface LogLine {
  readonly number: number
  readonly level: string
  readonly time: string
  readonly message: string
  /** What it says besides. */
  readonly fields: Readonly<Record<string, unknown>>
}

export const levels = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof levels)[number]

/** The most lines that are kept: the oldest make room for new ones. */
const MAX_LINES = 2000

/** A line as the stream carries it. */
export function lineOf(number: number, data: unknown): LogLine {
  const { level, time, msg, ...fields } = (typeof data === 'object' && data !== null ? data : {}) as Record<
    string,
    unknown
  >
  return { number, level: String(level ?? ''), time: String(time ?? ''), message: String(msg ?? ''), fields }
}

/** The lines with new ones behind them. */
export const withLines = (lines: readonly LogLine[], more: readonly LogLine[]): readonly LogLine[] =>
  [...lines, ...more].slice(-MAX_LINES)

/** The lines in which a text stands, wherever it stands. */
export function found(lines: readonly LogLine[], text: string): readonly LogLine[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return lines
  return lines.filter(({ level, message, fields }) =>
    `${level} ${message} ${JSON.stringify(fields)}`.toLowerCase().includes(wanted),
  )
}
