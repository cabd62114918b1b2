import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { SourceMapPayload } from 'node:module'

/** A place in a file of a bundle, as a frame of a stack ends with it. */
const PLACE = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)(?=\)?$)/

/**
 * Makes stacks name the lines of the sources where the server runs from a bundle. The maps are read when the first stack
 * is looked at: Node's own way (`--enable-source-maps`) reads them at the start and keeps 90 MiB for it.
 */
export function showSourceLines(program: string): void {
  if (!existsSync(`${program}.map`)) return
  const lines = new SourceLines()
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${lines.inSources(String(frame))}`)].join('\n')
}

class SourceLines {
  /** An error is rare and a map is large: memory that is needed for something else takes the map away. */
  readonly #maps = new Map<string, WeakRef<SourceMap>>()

  inSources(frame: string): string {
    return frame.replace(PLACE, (place, url: string, line: string, column: string) => {
      const origin = this.#mapOf(url)?.findOrigin(Number(line), Number(column))
      if (!origin || !('fileName' in origin)) return place
      return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`
    })
  }

  #mapOf(url: string): SourceMap | undefined {
    const known = this.#maps.get(url)?.deref()
    if (known) return known
    const map = readMap(`${fileURLToPath(url)}.map`)
    if (map) this.#maps.set(url, new WeakRef(map))
    return map
  }
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}

/** The first line of a stack. What is thrown may refuse to be a text. */
function headOf(error: Error): string {
  try {
    return String(error)
  } catch {
    return 'Error'
  }
}
