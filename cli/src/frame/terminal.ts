import type { Readable, Writable } from 'node:stream'

/** A stream that people may look at. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** Where a command reads and writes: data on `out`, everything else on `err`. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly out: Output
  readonly err: Output
  /** Whether people read the data as it is written. */
  readonly outIsTty: boolean
  readonly errIsTty: boolean
  readonly columns: number
  readonly styles: Styles
  readonly errStyles: Styles
}

/** Ways to write a word; plain without a terminal or with NO_COLOR. */
export interface Styles {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
}

const sgr =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001B[${open}m${text}\u001B[${close}m`

const plain = (text: string): string => text
const coloured: Styles = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
}
const uncoloured: Styles = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain }

/** The environment as far as terminals are concerned. */
type Environment = Readonly<Record<string, string | undefined>>

/** https://no-color.org: any value but the empty one. */
const wantsColour = (env: Environment): boolean => (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'

/** The terminal of a process. */
export function terminalOf(
  { stdin: input, stdout: out, stderr: err }: { stdin: Terminal['input']; stdout: Output; stderr: Output },
  env: Environment,
): Terminal {
  const colour = wantsColour(env)
  const [outIsTty, errIsTty] = [out.isTTY === true, err.isTTY === true]
  return {
    input,
    out,
    err,
    outIsTty,
    errIsTty,
    columns: out.columns ?? 100,
    styles: colour && outIsTty ? coloured : uncoloured,
    errStyles: colour && errIsTty ? coloured : uncoloured,
  }
}

// C0 and C1 controls, and the marks that turn the direction of text: what a server sends never steers the terminal.
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu

/** A text that somebody else wrote, as it may be shown on a terminal. */
export const visible = (text: string): string => text.replaceAll(CONTROLS, '\uFFFD')
