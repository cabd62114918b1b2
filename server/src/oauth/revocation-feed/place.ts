import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { FeedPlace } from '#/modules/tokens/index.ts'

const PLACE = /^(0|[1-9][0-9]{0,14})\.([0-9a-z]{8})$/
const PAGE = /^(0|[1-9][0-9]{0,14})\.((?:0|[1-9][0-9]{0,14})\.[0-9a-z]{8})$/

/** A place in the feed as readers keep it. */
export const cursorOf = ({ position, tag }: FeedPlace): string => `${position}.${tag}`

/** The place that a reader names; throws when no server of this kind can have named it. */
export function readCursor(text: string, what: string): FeedPlace {
  const [, position, tag] = PLACE.exec(text) ?? []
  if (position === undefined || tag === undefined) throw new OAuthError('invalid_request', `${what} is malformed.`)
  return { position: Number(position), tag }
}

/** Where a page of the snapshot begins, and where the last one ends. */
export interface PagePlace {
  readonly after: number
  readonly end: FeedPlace
}

export const pageCursorOf = ({ after, end }: PagePlace): string => `${after}.${cursorOf(end)}`

export function readPageCursor(text: string): PagePlace {
  const [, after, end] = PAGE.exec(text) ?? []
  if (after === undefined || end === undefined) throw new OAuthError('invalid_request', 'page is malformed.')
  return { after: Number(after), end: readCursor(end, 'page') }
}

/** A place that this feed does not have, as after a restore of the database. */
export const placeGone = (): OAuthError =>
  new OAuthError(
    'invalid_request',
    'This place is unknown here. Forget the entries that you have and read a snapshot.',
    {
      status: 410,
    },
  )
