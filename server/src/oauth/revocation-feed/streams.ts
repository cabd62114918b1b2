import type { FeedPlace, PlacedEntry, RevocationFeed, Token, Tokens } from '#/modules/tokens/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { rateLimitHeaders } from '#/platform/errors/too-many-requests.ts'
import { eventText, EventStreams } from '#/platform/http/output/event-stream.ts'
import type { EventSource } from '#/platform/http/output/event-stream.ts'
import type { StreamReply } from '#/platform/http/output/stream.ts'
import type { FeedFollower } from './follower.ts'
import { cursorOf, placeGone, readCursor } from './place.ts'
import type { FeedReader } from './reader.ts'

interface RevocationStreamsDeps {
  readonly feed: RevocationFeed
  readonly follower: FeedFollower
  readonly tokens: Pick<Tokens, 'isLiving'>
}

/** Streams of one client at one process, and of all clients. */
const MAX_OF_CLIENT = 10
const MAX_STREAMS = 500
const RETRY_AFTER_SECONDS = 5
/** Readers are promised something every five seconds. */
const HEARTBEAT_AFTER_MS = 4000

const tooMany = (): OAuthError =>
  new OAuthError('rate_limited', 'Too many streams are open.', { headers: rateLimitHeaders(RETRY_AFTER_SECONDS) })

/** Tells clients what ends, as it ends (docs/guides/revocation-feed.md). */
export class RevocationStreams {
  readonly #deps: RevocationStreamsDeps
  readonly #streams = new EventStreams({
    refusal: tooMany,
    maxStreams: MAX_STREAMS,
    maxOfReader: MAX_OF_CLIENT,
    heartbeatAfterMs: HEARTBEAT_AFTER_MS,
  })
  constructor(deps: RevocationStreamsDeps) {
    this.#deps = deps
  }

  /** A stream of what comes behind a place, or from now on. It ends when the token does that opened it. */
  async open(token: Token, lastEventId: string | undefined): Promise<StreamReply> {
    const { feed, follower } = this.#deps
    const asked = lastEventId === undefined ? undefined : readCursor(lastEventId, 'Last-Event-ID')
    const present = await follower.look()
    if (asked && !(await feed.has(asked))) throw placeGone()
    return this.#streams.open(
      () => new FeedSource(follower, follower.join(), asked ?? present, present),
      () => this.#isLiving(token),
      token.clientId,
    )
  }

  /** Ends every stream: the process stops. */
  close(): void {
    this.#streams.close()
  }

  /** While nobody can say that it lives, it does not. */
  #isLiving({ id }: Token): Promise<boolean> {
    return this.#deps.tokens.isLiving(id).catch(() => false)
  }
}

/** The feed behind a place. It keeps nothing of what was or will be sent. */
class FeedSource implements EventSource {
  readonly #follower: FeedFollower
  readonly #reader: FeedReader
  #place: FeedPlace
  /** What had ended when the stream was opened; undefined once that is told. */
  #present: FeedPlace | undefined
  constructor(follower: FeedFollower, reader: FeedReader, from: FeedPlace, present: FeedPlace) {
    this.#follower = follower
    this.#reader = reader
    this.#place = from
    this.#present = present
  }

  /** Who is told nothing believes that nothing ended: so it is over, too, when nobody can look. */
  get isOver(): boolean {
    return this.#reader.isOver || this.#follower.isStale
  }

  async take(withinMs: number): Promise<string> {
    const text = await this.#next()
    if (text !== '') return text
    await this.#reader.woken(withinMs)
    return this.#next()
  }

  stop(): void {
    this.#reader.stop()
  }

  async #next(): Promise<string> {
    const { head } = this.#follower
    const entries = await this.#follower.after(this.#place.position)
    this.#place = entries.at(-1) ?? head
    if (entries.length > 0) return eventText('revocations', textOf(entries), cursorOf(this.#place))
    if (this.#present === undefined || this.#place.position < this.#present.position) return ''
    this.#present = undefined
    return eventText('ready', '{}', cursorOf(this.#place))
  }
}

/** Entries are kept as the JSON they are told in. */
const textOf = (entries: readonly PlacedEntry[]): string => `{"entries":[${entries.map(({ entry }) => entry).join()}]}`
