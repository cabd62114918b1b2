import { toUnixSeconds } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import { signEs256 } from '#/platform/crypto/jws.ts'
import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import type { RevocationFeed } from '#/modules/tokens/index.ts'
import { cursorOf, pageCursorOf, placeGone, readPageCursor } from './place.ts'

interface RevocationSnapshotsDeps {
  readonly feed: RevocationFeed
  readonly signingKeys: Pick<SigningKeys, 'active'>
  readonly clock: Clock
  readonly issuer: string
}

const TYPE = 'revocations+jwt'
const MAX_ENTRIES = 1000
const LIFE_SECONDS = 60

/** What has ended and still matters, page by page and signed: where whoever follows the feed begins. */
export class RevocationSnapshots {
  readonly #deps: RevocationSnapshotsDeps
  constructor(deps: RevocationSnapshotsDeps) {
    this.#deps = deps
  }

  /** A page as a JWT for one client: the first, or the one that another page named. */
  async page(clientId: string, page: string | undefined): Promise<string> {
    const { feed, signingKeys, clock, issuer } = this.#deps
    const { after, end } = page === undefined ? { after: 0, end: await feed.place() } : readPageCursor(page)
    if (page !== undefined && !(await feed.has(end))) throw placeGone()
    const now = clock.now()
    const found = await feed.between(after, end.position, MAX_ENTRIES + 1, now)
    const entries = found.slice(0, MAX_ENTRIES)
    const last = found.length > MAX_ENTRIES ? entries.at(-1) : undefined
    const key = await signingKeys.active()
    const payload = {
      iss: issuer,
      aud: clientId,
      iat: toUnixSeconds(now),
      exp: toUnixSeconds(now) + LIFE_SECONDS,
      cursor: cursorOf(end),
      entries: entries.map(({ entry }): unknown => JSON.parse(entry)),
      ...(last && { next: pageCursorOf({ after: last.position, end }) }),
    }
    return signEs256({ typ: TYPE, kid: key.kid }, payload, key.privateKey)
  }
}
