import type { Endpoint } from './endpoint.ts'

/** Finds what is served at a path whatever the method: for `Allow`, preflights, and the envelope of a 405. */
export class PathTable {
  readonly #entries: { readonly segments: readonly string[]; readonly endpoint: Endpoint }[] = []

  add(endpoint: Endpoint): void {
    this.#entries.push({ segments: endpoint.path.split('/'), endpoint })
  }

  /** Every endpoint that serves the path with one method or another. */
  at(path: string): Endpoint[] {
    const segments = path.split('/')
    return this.#entries.filter((entry) => matches(entry.segments, segments)).map(({ endpoint }) => endpoint)
  }
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) !== '*') return pattern.length === path.length && pattern.every((part, i) => fits(part, path[i]))
  return path.length >= pattern.length && pattern.slice(0, -1).every((part, i) => fits(part, path[i]))
}

function fits(part: string, segment: string | undefined): boolean {
  if (segment === undefined) return false
  return part.startsWith(':') ? segment !== '' : part === segment || part === decoded(segment)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
