/** A part of a guide that something is done with, in the order in which it stands there. */
export type Part = Run | Serve | File | Person

/** Commands for the one shell of the guide. */
export interface Run {
  readonly does: 'run'
  readonly line: number
  readonly code: string
  /** Whether the last command ends with a failure, as the guide says it does. */
  readonly fails: boolean
  /** What the guide shows of what they print; `…` stands for anything. */
  readonly output: string | undefined
}

/** A command that stays in a terminal of its own. What it prints at first says that it is ready. */
export interface Serve {
  readonly does: 'serve'
  readonly line: number
  readonly code: string
  readonly output: string
}

/** A file that the reader saves under the name in its first line. */
export interface File {
  readonly does: 'file'
  readonly line: number
  readonly code: string
  readonly name: string
}

/** Something that a person does in a browser. */
export interface Person {
  readonly does: 'person'
  readonly line: number
  readonly what: string
  /** What the program that waits for it prints then. */
  readonly output: string | undefined
}

const BLOCK = /^```(?<info>[^\n]*)\n(?<code>[^]*?)^```$|^<!-- person: (?<what>.+) -->$/gm
const NAME = /^(?:\/\/|#|<!--) (\S+)/

interface Found {
  readonly line: number
  readonly words: readonly string[]
  readonly code: string
  readonly what: string | undefined
}

/** The parts of a guide that are marked as run, served, saved or done by a person. All other blocks are text. */
export function partsOf(markdown: string): Part[] {
  const found = [...markdown.matchAll(BLOCK)].map(({ index, groups = {} }): Found => {
    const { info = '', code = '', what } = groups
    return { line: markdown.slice(0, index).split('\n').length, words: info.split(' '), code, what }
  })
  return found.flatMap((it, i) => {
    const next = found[i + 1]
    return partOf(it, next?.words[1] === 'output' ? next.code : undefined)
  })
}

function partOf({ line, words: [language = '', ...marks], code, what }: Found, output: string | undefined): Part[] {
  if (what !== undefined) return [{ does: 'person', line, what, output }]
  if (language === 'sh' && marks[0] === 'run') return [{ does: 'run', line, code, fails: marks[1] === 'fails', output }]
  if (language === 'sh' && marks[0] === 'serve') {
    if (output === undefined) throw new Error(`line ${line}: what stays needs a block of output that says it is ready`)
    return [{ does: 'serve', line, code, output }]
  }
  if (marks[0] !== 'file') return []
  const name = NAME.exec(code)?.[1]
  if (name === undefined) throw new Error(`line ${line}: a file begins with its name in a comment`)
  return [{ does: 'file', line, code, name }]
}

/** Whether a text is what a guide shows. `…` stands for anything, also for many lines; ends of lines don't count. */
export function looksLike(text: string, shown: string): boolean {
  const pattern = trimmed(shown)
    .split('…')
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('[^]*?')
  return new RegExp(`^${pattern}$`).test(trimmed(text))
}

const trimmed = (text: string): string => text.replaceAll(/[ \t\r]+$/gm, '').trim()
