import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getAsset, getAssetKeys, getRawAsset, isSea } from 'node:sea'

/** Files that a build left, by their paths below it, which have slashes. */
export interface BuiltDirectory {
  /** None where nothing was built. */
  readonly names: readonly string[]
  text(name: string): string
  read(name: string): Promise<Uint8Array>
}

/** What was built into a directory, else what the executable carries under a name. */
export function builtDirectory(directory: string, name: string): BuiltDirectory {
  const names = namesIn(directory)
  if (names.length === 0 && isSea()) return inExecutable(`${name}/`)
  return {
    names,
    text: (file) => readFileSync(path.join(directory, file), 'utf8'),
    read: (file) => readFile(path.join(directory, file)),
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}

const inExecutable = (prefix: string): BuiltDirectory => ({
  names: getAssetKeys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length)),
  text: (file) => getAsset(prefix + file, 'utf8'),
  // Not a copy: the bytes stay where the system has the file of the program in memory.
  read: async (file) => new Uint8Array(getRawAsset(prefix + file)),
})
