import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DIRECTORY = new URL('../../docs/guides/', import.meta.url)

/** The code in a guide that begins with its own name in a comment, such as `// server.mjs`. */
export function codeOf(guide: string, name: string): string {
  const text = readFileSync(fileURLToPath(new URL(`${guide}.md`, DIRECTORY)), 'utf8')
  const blocks = [...text.matchAll(/^```\w+[^\n]*\n(?:\/\/|#) (\S+)\n([^]*?)^```$/gm)]
  const found = blocks.filter(([, title]) => title === name).map(([, , code]) => code)
  if (found.length === 1 && found[0] !== undefined) return found[0]
  throw new Error(`${guide}.md has ${found.length} blocks of code that begin with ${name}`)
}
