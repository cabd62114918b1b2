/**
 * The revocation feed: what ended, told to resource servers that verify tokens by themselves, so that a token dies there as
 * it dies here (docs/guides/revocation-feed.md). A snapshot to begin with, and a stream from then on. The entries are those
 * of `tokens`, which writes them where tokens end; this room tells them.
 */
import type { SigningKeys } from '#/modules/signing-keys/index.ts'
import type { RevocationFeed, Tokens } from '#/modules/tokens/index.ts'
import type { Clock } from '#/platform/clock.ts'
import { FeedFollower } from './follower.ts'
import { RevocationSnapshots } from './snapshot.ts'
import { RevocationStreams } from './streams.ts'

export { revocationFeedRoutes } from './routes.ts'

interface RevocationFeedDeps {
  readonly clock: Clock
  readonly log: { error(details: object, message: string): void }
  readonly issuer: string
  readonly signingKeys: Pick<SigningKeys, 'active'>
  readonly tokens: Pick<Tokens, 'isLiving'>
  readonly feed: RevocationFeed
}

/** What tells of the feed. */
export function buildRevocationFeed({ clock, log, issuer, signingKeys, tokens, feed }: RevocationFeedDeps) {
  const follower = new FeedFollower({ feed, clock, log })
  return {
    revocationStreams: new RevocationStreams({ feed, follower, tokens }),
    revocationSnapshots: new RevocationSnapshots({ feed, signingKeys, clock, issuer }),
  }
}

declare module '#/platform/http/routing/services.ts' {
  interface OAuthServices {
    revocationStreams: RevocationStreams
    revocationSnapshots: RevocationSnapshots
  }
}
