import type { Route } from '#/platform/http/routing/route.ts'
import type { Endpoint } from './endpoint.ts'

/** A method of HTTP that a route can have, or that comes with one: HEAD with GET. */
type Method = Route['method'] | 'HEAD'

interface Entry {
  readonly segments: readonly string[]
  readonly endpoint: Endpoint
}

/** Finds what is served at a path whatever the method: for `Allow`, preflights, and the envelope of a 405. */
export class PathTable {
  readonly #entries: Entry[] = []

  add(endpoint: Endpoint): void {
    this.#entries.push({ segments: endpoint.path.split('/'), endpoint })
  }

  /** Every endpoint that serves the path with one method or another. A path that is spelled out is not also an id. */
  at(path: string): Endpoint[] {
    const segments = path.split('/')
    const fitting = this.#entries.filter((entry) => matches(entry.segments, segments))
    return fitting
      .filter((entry) => !fitting.some((other) => isNarrower(other.segments, entry.segments)))
      .map(({ endpoint }) => endpoint)
  }

  /** The paths with the methods that they lack and that a wider path has, which would take their last word for an id. */
  shadowed(): { path: string; methods: Method[] }[] {
    // Every start compares all paths with these: those that spell out all of themselves are wider than none.
    const wide = this.#entries.filter(({ segments }) => segments.some((part) => isParameter(part) || part === '*'))
    return [...Map.groupBy(this.#entries, ({ endpoint }) => endpoint.path)].flatMap(([path, entries]) => {
      const own = methodsOf(entries.map(({ endpoint }) => endpoint))
      const { segments = [] } = entries[0] ?? {}
      const wider = wide.filter((other) => isNarrower(segments, other.segments))
      const methods = [...methodsOf(wider.map(({ endpoint }) => endpoint))].filter((method) => !own.has(method))
      return methods.length === 0 ? [] : [{ path, methods }]
    })
  }
}

/** The methods of endpoints; one that is read can be asked for its head, but for what says otherwise. */
export const methodsOf = (endpoints: readonly Endpoint[]): Set<Method> =>
  new Set(
    endpoints.flatMap(({ route }): Method[] =>
      route.method === 'GET' && !route.noHead ? ['GET', 'HEAD'] : [route.method],
    ),
  )

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) !== '*') return pattern.length === path.length && pattern.every((part, i) => fits(part, path[i]))
  return path.length >= pattern.length && pattern.slice(0, -1).every((part, i) => fits(part, path[i]))
}

/** Whether the first pattern spells out what the second takes for a parameter or the rest, and is the same else. */
function isNarrower(pattern: readonly string[], other: readonly string[]): boolean {
  const rest = other.at(-1) === '*'
  const fixed = rest ? other.slice(0, -1) : other
  const fitting = rest ? pattern.length >= other.length : pattern.length === other.length
  if (!fitting || !fixed.every((part, i) => isParameter(part) || part === pattern[i])) return false
  return (rest && pattern.at(-1) !== '*') || fixed.some((part, i) => isParameter(part) && !isParameter(pattern[i]))
}

const isParameter = (part: string | undefined): boolean => part?.startsWith(':') === true

function fits(part: string, segment: string | undefined): boolean {
  if (segment === undefined) return false
  return isParameter(part) ? segment !== '' : part === segment || part === decoded(segment)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
