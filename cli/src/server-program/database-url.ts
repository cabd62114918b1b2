import { readFile } from 'node:fs/promises'
import { usageError } from '#/frame/failure.ts'

/** The URL of a database, or what the file says that is named by `@file`, so that no list of processes shows a password. */
export async function databaseUrlOf(said: string): Promise<string> {
  if (!said.startsWith('@')) return said
  const file = said.slice(1)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${file} can't be read (${error.code}).`)
  })
  return text.trim()
}
