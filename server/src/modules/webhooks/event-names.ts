import { matchesEvent } from '#/platform/audit/event-pattern.ts'
import type { EventType } from '#/platform/audit/event.ts'

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
