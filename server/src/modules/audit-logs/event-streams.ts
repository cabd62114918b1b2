import { setTimeout as sleep } from 'node:timers/promises'
import { allows } from '#/modules/api-keys/index.ts'
import { matchesEvent } from '#/platform/audit/event-pattern.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { eventText, EventStreams } from '#/platform/http/output/event-stream.ts'
import { auditLogErrors } from './errors.ts'
import { streamedEventView } from './streamed-event.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'
import type { EventSource } from '#/platform/http/output/event-stream.ts'
import type { StreamReply } from '#/platform/http/output/stream.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import type { EventFeed } from './event-feed.ts'

export interface AuditEventStreamsDeps {
  readonly feed: EventFeed
  /** The scope by which an event is told to whoever may not read the whole log. */
  readonly scopeOfEvent: (name: string) => string
  /** The scopes of whoever sent this request, if they would still be let in. */
  readonly scopesOf: (request: UnauthenticatedRequest) => Promise<readonly string[] | undefined>
}

/** What a reader wants. */
interface StreamWish {
  /** Names and globs; none stands for everything. */
  readonly kinds: readonly string[]
  /** The place in the chain to go on behind; from now on when there is none. */
  readonly after: number | undefined
  /** The key or person that reads. */
  readonly reader: string
  /** What they may read. */
  readonly scopes: readonly string[]
}

/** Many may read a little, so one of them leaves room for the others. */
const MAX_STREAMS = 100
const MAX_OF_READER = 10

/** Events as they are recorded on any node, sent to those who may read the audit log, or what they are about. */
export class AuditEventStreams {
  readonly #deps: AuditEventStreamsDeps
  readonly #streams = new EventStreams({
    refusal: () => new AppError(auditLogErrors.too_many_event_streams),
    maxStreams: MAX_STREAMS,
    maxOfReader: MAX_OF_READER,
  })
  constructor(deps: AuditEventStreamsDeps) {
    this.#deps = deps
  }

  /** A stream that ends within a second after its reader lost the right to read. */
  open(wish: StreamWish, request: UnauthenticatedRequest): StreamReply {
    const { feed, scopesOf, scopeOfEvent } = this.#deps
    const source = new FeedSource({ feed, scopeOfEvent }, wish)
    return this.#streams.open(
      () => source,
      async () => source.mayRead(await scopesOf(request)),
      wish.reader,
    )
  }

  /** Ends every stream: the process stops. */
  close(): void {
    this.#streams.close()
  }
}

const POLL_MS = 250
const BATCH_EVENTS = 200
/** Whoever is further behind goes on with the newest. */
const MAX_BEHIND = 2000

/** One reader's place in the feed. It keeps nothing of what was or will be sent. */
class FeedSource implements EventSource {
  readonly #feed: EventFeed
  readonly #scopeOfEvent: AuditEventStreamsDeps['scopeOfEvent']
  readonly #wish: StreamWish
  readonly #gone = new AbortController()
  #scopes: readonly string[]
  #position: number | undefined
  #marks: readonly string[] | undefined

  constructor({ feed, scopeOfEvent }: Pick<AuditEventStreamsDeps, 'feed' | 'scopeOfEvent'>, wish: StreamWish) {
    this.#feed = feed
    this.#scopeOfEvent = scopeOfEvent
    this.#wish = wish
    this.#scopes = wish.scopes
  }

  get isOver(): boolean {
    return this.#gone.signal.aborted
  }

  mayRead(scopes: readonly string[] | undefined): boolean {
    this.#scopes = scopes ?? []
    return scopes !== undefined
  }

  async take(withinMs: number): Promise<string> {
    if (this.#position === undefined) return this.#begin()
    for (const until = performance.now() + withinMs; !this.isOver;) {
      const text = (await this.#next(this.#position)) + (await this.#changes())
      if (text !== '' || performance.now() >= until) return text
      await sleep(POLL_MS, undefined, { signal: this.#gone.signal, ref: false }).catch(() => undefined)
    }
    return ''
  }

  stop(): void {
    this.#gone.abort()
  }

  /** Says where the stream begins, by which a reader that sees nothing else can resume it. */
  async #begin(): Promise<string> {
    const head = await this.#feed.head()
    this.#marks = await this.#feed.marks()
    this.#position = Math.min(this.#wish.after ?? head, head)
    return eventText('ready', '{}', this.#position)
  }

  async #next(position: number): Promise<string> {
    const behind = (await this.#feed.head()) - position
    if (behind <= 0) return ''
    const skipped = Math.max(0, behind - MAX_BEHIND)
    const rows = await this.#feed.after(position + skipped, BATCH_EVENTS)
    const last = rows.at(-1)?.sequence ?? position
    this.#position = last
    const wanted = rows.filter(({ name }) => this.#wants(name) && this.#mayHear(name))
    const lost = skipped === 0 ? '' : eventText('skipped', JSON.stringify({ count: skipped }))
    // A place without an event: the reader knows of it and is told nothing.
    const place = wanted.at(-1)?.sequence === last ? '' : `id: ${last}\n\n`
    return lost + wanted.map(textOf).join('') + place
  }

  async #changes(): Promise<string> {
    const known = this.#marks
    const marks = await this.#feed.marks()
    this.#marks = marks
    return this.#feed.watched
      .filter(({ name, scope }, i) => marks[i] !== known?.[i] && this.#wants(name) && allows(this.#scopes, scope))
      .map(({ name }) => eventText('changed', JSON.stringify({ action: name })))
      .join('')
  }

  #mayHear(name: string): boolean {
    return allows(this.#scopes, 'audit-logs:read') || allows(this.#scopes, this.#scopeOfEvent(name))
  }

  #wants(name: string): boolean {
    const { kinds } = this.#wish
    return kinds.length === 0 || kinds.some((pattern) => matchesEvent(pattern, name))
  }
}

const textOf = (row: EventRow): string =>
  eventText('event', JSON.stringify(streamedEventView(row)), row.sequence ?? undefined)
