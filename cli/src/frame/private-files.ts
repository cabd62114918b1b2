import { chmod, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { exitCodes, Failure } from './failure.ts'

const OWNER_ONLY = 0o600
const OTHERS = 0o077
const modesCount = process.platform !== 'win32'

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Reads a file that holds secrets; undefined when there is none. Refuses one that others may read, or that is a link. */
export async function readPrivate(file: string): Promise<string | undefined> {
  const found = await lstat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (!found) return undefined
  const isOurs = process.getuid === undefined || found.uid === process.getuid()
  if (!found.isFile() || !isOurs) {
    throw new Failure(`${file} is not a file of yours.`, {
      exitCode: exitCodes.usage,
      why: 'It holds credentials, so it has to be a plain file that belongs to you.',
      next: `rm ${file}, then mandate login`,
      code: 'credentials_file_unsafe',
    })
  }
  if (modesCount && (found.mode & OTHERS) !== 0) {
    throw new Failure(`Others may read ${file}.`, {
      exitCode: exitCodes.usage,
      why: `It holds credentials and has the mode ${(found.mode & 0o777).toString(8)}.`,
      next: `chmod 600 ${file}`,
      code: 'credentials_file_unsafe',
    })
  }
  return readFile(file, 'utf8')
}

/** Writes a file that only its owner may read, whole or not at all: it takes the place of the old one by its name. */
export async function writePrivate(file: string, text: string): Promise<void> {
  await makePrivateFolder(path.dirname(file))
  const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  try {
    const handle = await open(temporary, 'wx', OWNER_ONLY)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Removes a file, whether or not it is there. */
export const removeFile = (file: string): Promise<void> => rm(file, { force: true })

async function makePrivateFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await chmod(folder, 0o700)
}

/** A new file for secrets, made before there is anything to write, so that no secret is lost for want of a place. */
export class SecretFile {
  readonly path: string
  readonly #handle: Awaited<ReturnType<typeof open>>
  #written = false
  private constructor(file: string, handle: Awaited<ReturnType<typeof open>>) {
    this.path = file
    this.#handle = handle
  }

  /** Fails when the file is there already: nothing of somebody's is overwritten. */
  static async create(file: string): Promise<SecretFile> {
    try {
      return new SecretFile(file, await open(file, 'wx', OWNER_ONLY))
    } catch (error) {
      const why = codeOf(error) === 'EEXIST' ? 'It exists already, and nothing is overwritten.' : String(codeOf(error))
      throw new Failure(`${file} can't be made.`, { exitCode: exitCodes.usage, why, next: 'Name another file.' })
    }
  }

  async write(text: string): Promise<void> {
    await this.#handle.writeFile(text)
    this.#written = true
  }

  /** Closes the file, and removes it again when nothing came. */
  async close(): Promise<void> {
    await this.#handle.close()
    if (!this.#written) await removeFile(this.path)
  }
}
