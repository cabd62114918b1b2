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
  /** Addresses of the guide, such as `localhost:8080`, with those that take their place. */
  readonly addresses?: Readonly<Record<string, string>>
  /** What a person does, by the words of the guide. It is told what the terminal showed last. */
  readonly person?: Readonly<Record<string, (said: string) => Promise<void>>>
}

/** Does what a document says, from its first line to its last, and compares what it shows with what there is. */
export async function walkThrough(document: string, surroundings: Surroundings): Promise<void> {
  const parts = partsOf(readFileSync(path.join(root, document), 'utf8'))
  if (parts.length === 0) throw new Error(`${document} has nothing to run`)
  const { shell } = surroundings
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
async function take(part: Part, { shell, addresses = {}, person = {} }: Surroundings, said: string) {
  const here = (text: string): string =>
    Object.entries(addresses).reduce((moved, [theirs, ours]) => moved.replaceAll(theirs, ours), text)
  switch (part.does) {
    case 'run': {
      const shown = await shell.run(here(part.code), { fails: part.fails })
      if (part.output === undefined || looksLike(shown, here(part.output))) return shown
      throw new Error(`it does not show what the guide shows, but:\n${shown}`)
    }
    case 'serve':
      return shell.serve(here(part.code), (text) => looksLike(text, here(part.output)))
    case 'file':
      return writeFileSync(path.join(shell.folder, part.name), here(part.code))
    case 'person': {
      const act = person[part.what]
      if (!act) throw new Error(`nobody here ${part.what}`)
      return act(said)
    }
  }
}
