import type { SigningKey } from '@mandate/sdk'
import type { KeySpan } from '#/pictures/key-timeline.tsx'

const states = { active: 'active', next: 'next', retired: 'retired', expired: 'gone', revoked: 'gone' } as const

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at))

/** A key as its bar: published, signing, published still, gone. */
export const spanOf = (key: SigningKey): KeySpan => ({
  id: key.kid,
  label: `${key.kid.slice(0, 8)}…${key.kid.slice(-4)}`,
  from: Date.parse(key.created_at),
  signsFrom: timeOf(key.activated_at),
  signsTo: timeOf(key.retired_at ?? key.revoked_at),
  to: timeOf(key.revoked_at ?? key.published_until),
  state: states[key.state],
})

const DAY_MS = 86_400_000

/** How far ahead to look: to the last moment that is known, and a day at least. */
export const aheadOf = (spans: readonly KeySpan[], now: number): number =>
  Math.max(DAY_MS, ...spans.map(({ to }) => (to ?? now) - now))
