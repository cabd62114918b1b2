import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { ReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { usageError } from './failure.ts'

/** The text of a file that a flag names. */
export const textOfFile = (file: string): Promise<string> => readFile(file, 'utf8').catch(unreadable(file))

/** A file that somebody named, open: a stream that fails to open while nobody reads it yet ends the process. */
export async function openFile(file: string): Promise<ReadStream> {
  const stream = createReadStream(file)
  await once(stream, 'open').catch(unreadable(file))
  return stream
}

const unreadable =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw usageError(`${file} can't be read (${error.code}).`)
  }
