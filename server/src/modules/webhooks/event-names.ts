import type { EventType } from '#/platform/audit/event.ts'

/** A name, or a glob: `*` alone, or for any part of a name. */
export const EVENT_PATTERN = String.raw`^(\*|(\*|[a-z][a-z0-9_]*)(\.(\*|[a-z][a-z0-9_]*)){1,5})$`

/** Whether a glob matches a name: a star stands for any text, dots included. */
export function matchesEvent(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return pattern === name
  if (!name.startsWith(head) || !name.endsWith(tail)) return false
  let at = head.length
  const end = name.length - tail.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= end
}

/** The kinds of events that webhooks can see, by name. */
export class EventNames {
  readonly #kinds: ReadonlyMap<string, EventType>
  constructor(kinds: readonly EventType[]) {
    const sorted = kinds.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    this.#kinds = new Map(sorted.map((kind) => [kind.name, kind]))
  }

  /** Every name, sorted. */
  get all(): string[] {
    return [...this.#kinds.keys()]
  }

  find(name: string): EventType | undefined {
    return this.#kinds.get(name)
  }

  /** What of a subscription no event answers to: a misspelling, or a name that is still to come. */
  unmatched(patterns: readonly string[]): string[] {
    return patterns.filter((pattern) => !this.all.some((name) => matchesEvent(pattern, name)))
  }
}
