import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { looksLike, partsOf } from './parts.ts'
import type { Part } from './parts.ts'
import type { Shell } from './shell.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a test brings to a guide, and all that differs from what the guide says. */
export interface Surroundings {
  readonly shell: Shell
  /** What stands in the guide and is otherwise here, such as ports, with what takes its place. */
  readonly instead?: Replacements
  /** What a person does, by the words of the guide. It is told what the terminal showed last. */
  readonly person?: Readonly<Record<string, (said: string) => Promise<void>>>
}

/** Pieces of a text, with what takes their place. */
export type Replacements = Readonly<Record<string, string | number>>

/** A text with other pieces in it, in one go: what takes a place may look like another piece. */
export function replaced(text: string, instead: Replacements): string {
  const pieces = Object.keys(instead)
  if (pieces.length === 0) return text
  return text.replaceAll(new RegExp(pieces.map((piece) => RegExp.escape(piece)).join('|'), 'g'), (piece) =>
    String(instead[piece]),
  )
}

/** Does what a document says, from its first line to its last, and compares what it shows with what there is. */
export async function walkThrough(document: string, surroundings: Surroundings): Promise<void> {
  const { shell, instead = {} } = surroundings
  const parts = partsOf(replaced(readFileSync(path.join(root, document), 'utf8'), instead))
  if (parts.length === 0) throw new Error(`${document} has nothing to run`)
  let said = ''
  for (const part of parts) {
    try {
      said = (await take(part, surroundings, said)) ?? said
    } catch (error) {
      throw new Error(`${document}:${part.line}: ${(error as Error).message}\n${shell.others}`, { cause: error })
    }
  }
}

/** Does one part; returns what the terminal shows of it. */
async function take(part: Part, { shell, person = {} }: Surroundings, said: string): Promise<string | undefined> {
  switch (part.does) {
    case 'run': {
      const shown = await shell.run(part.code, { fails: part.fails })
      if (part.output === undefined || looksLike(shown, part.output)) return shown
      throw new Error(`it does not show what the guide shows, but:\n${shown}`)
    }
    case 'serve':
      return shell.serve(part.code, (text) => looksLike(text, part.output))
    case 'file':
      writeFileSync(path.join(shell.folder, part.name), part.code)
      return undefined
    case 'person': {
      const { what, output } = part
      const act = person[what]
      if (!act) throw new Error(`nobody here ${what}`)
      await act(said)
      return output === undefined ? undefined : shell.shows((text) => looksLike(text, output))
    }
  }
}
