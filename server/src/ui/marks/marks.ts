import { ownFilesIn, readOwnFile } from '#/platform/own-files.ts'
import { addressOf } from '#/ui/shared/asset-address.ts'

/** The mark of a provider, with the hash of its content in its address, so that a browser may keep it for good. */
export interface Mark {
  readonly svg: string
  readonly hash: string
  readonly url: string
}

const FOLDER = new URL('./', import.meta.url)

/** The marks by the names of their files, which are the kinds of providers that have one. */
export const marks: ReadonlyMap<string, Mark> = new Map(
  ownFilesIn(FOLDER)
    .filter((file) => file.endsWith('.svg'))
    .map((file) => [file.slice(0, -'.svg'.length), markIn(file)]),
)

function markIn(file: string): Mark {
  const svg = readOwnFile(new URL(file, FOLDER))
  return { svg, ...addressOf(`marks/${file}`, svg) }
}
