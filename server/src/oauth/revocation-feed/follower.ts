import type { FeedPlace, PlacedEntry, RevocationFeed } from '#/modules/tokens/index.ts'
import type { Clock } from '#/platform/clock.ts'
import { FeedReader } from './reader.ts'

interface FeedFollowerDeps {
  readonly feed: RevocationFeed
  readonly clock: Clock
  readonly log: { error(details: object, message: string): void }
  readonly monotonicMs?: () => number
}

const LOOK_EVERY_MS = 200
/** After what this process ended, so that many at once are one look. */
const LOOK_SOON_MS = 20
/** Entries at the end of the feed that are kept for all readers; whoever is further behind reads the database. */
const MAX_RECENT = 2000
const ENTRIES_AT_ONCE = 500
const STALE_MS = 3000

/**
 * Looks for what ended while somebody reads: at once when this process ended it, and five times a second for what other
 * nodes did. One look serves all readers of the process.
 */
export class FeedFollower {
  readonly #deps: FeedFollowerDeps
  readonly #readers = new Set<FeedReader>()
  #head: FeedPlace = { position: 0, tag: '' }
  /** Every entry behind `#recentFrom` that still said something when it was read. */
  #recent: PlacedEntry[] = []
  #recentFrom = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<FeedPlace> | undefined
  #timer: NodeJS.Timeout | undefined
  #isSoon = false
  constructor(deps: FeedFollowerDeps) {
    this.#deps = deps
  }

  /** The last place that is known. */
  get head(): FeedPlace {
    return this.#head
  }

  /** Whether nobody can say any more that nothing ended since. */
  get isStale(): boolean {
    return this.#monotonicMs() - this.#lookedAt > STALE_MS
  }

  #monotonicMs(): number {
    return (this.#deps.monotonicMs ?? (() => performance.now()))()
  }

  /** One more reader, who is woken by what is new; `stop` it when nobody reads any more. */
  join(): FeedReader {
    const reader = new FeedReader(() => {
      if (this.#readers.delete(reader)) this.#rest()
    })
    this.#readers.add(reader)
    if (this.#readers.size === 1) this.#begin()
    return reader
  }

  /** Looks now, from after this call on, and returns the last place. */
  async look(): Promise<FeedPlace> {
    // A look under way may have passed over what was committed since it began.
    await this.#looking?.catch(() => undefined)
    return (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)))
  }

  /** What comes behind a place, as far as it is known. */
  async after(position: number): Promise<readonly PlacedEntry[]> {
    if (position >= this.#head.position) return []
    if (position >= this.#recentFrom) {
      const from = this.#recent.findIndex((entry) => entry.position > position)
      return from === -1 ? [] : this.#recent.slice(from, from + ENTRIES_AT_ONCE)
    }
    const { feed, clock } = this.#deps
    return feed.between(position, this.#head.position, ENTRIES_AT_ONCE, clock.now())
  }

  #begin(): void {
    this.#deps.feed.onRecorded(() => this.#lookSoon())
    this.#lookIn(LOOK_EVERY_MS)
  }

  /** Without readers nobody looks. */
  #rest(): void {
    if (this.#readers.size > 0) return
    this.#deps.feed.onRecorded(undefined)
    clearTimeout(this.#timer)
    this.#isSoon = false
  }

  #lookSoon(): void {
    if (this.#isSoon) return
    this.#isSoon = true
    this.#lookIn(LOOK_SOON_MS)
  }

  #lookIn(delayMs: number): void {
    clearTimeout(this.#timer)
    if (this.#readers.size > 0) this.#timer = setTimeout(() => void this.#lookAgain(), delayMs).unref()
  }

  async #lookAgain(): Promise<void> {
    this.#isSoon = false
    try {
      await this.look()
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the revocation feed could not be read')
    }
    if (!this.#isSoon) this.#lookIn(LOOK_EVERY_MS)
  }

  async #look(): Promise<FeedPlace> {
    const { feed, clock } = this.#deps
    const begunAt = this.#monotonicMs()
    const head = await feed.place()
    const from = this.#head.position
    // So much that nobody kept it, or another feed than before: whoever reads finds it in the database.
    if (head.position < from || head.position - from > MAX_RECENT) {
      this.#recent = []
      this.#recentFrom = head.position
    } else if (head.position > from) {
      this.#recent.push(...(await feed.between(from, head.position, MAX_RECENT, clock.now())))
      const tooMany = this.#recent.splice(0, Math.max(0, this.#recent.length - MAX_RECENT))
      this.#recentFrom = tooMany.at(-1)?.position ?? this.#recentFrom
    }
    this.#head = head
    this.#lookedAt = begunAt
    for (const reader of this.#readers) reader.wake()
    return head
  }
}
