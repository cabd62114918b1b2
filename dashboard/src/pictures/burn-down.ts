/** A token as a bar: it was made, it expires, and perhaps it ended before. */
export interface Burning {
  readonly id: string
  readonly from: number
  readonly to: number
  /** When it was ended before its time. */
  readonly endedAt: number | null
  readonly isBound: boolean
}

export interface BurnBar extends Burning {
  /** Of the whole width, 0 to 1. */
  readonly x0: number
  readonly x1: number
  /** Where the part that is over ends. */
  readonly now: number
  /** How much of its life is left, 0 to 1. */
  readonly left: number
  readonly state: 'living' | 'expired' | 'ended'
}

/** Bars over the time that all of them cover, those that burn down first on top. */
export function burnDown(
  tokens: readonly Burning[],
  now: number,
): { bars: BurnBar[]; from: number; to: number; now: number } {
  const from = Math.min(now, ...tokens.map((token) => token.from))
  const to = Math.max(now + 1, ...tokens.map((token) => token.to))
  const place = (at: number): number => (Math.min(to, Math.max(from, at)) - from) / (to - from)
  const bars = tokens.map((token): BurnBar => {
    const end = token.endedAt ?? token.to
    const state = token.endedAt !== null ? 'ended' : token.to <= now ? 'expired' : 'living'
    const left = state === 'living' ? (token.to - now) / Math.max(1, token.to - token.from) : 0
    return {
      ...token,
      x0: place(token.from),
      x1: place(end),
      now: place(Math.min(now, end)),
      left: Math.min(1, left),
      state,
    }
  })
  const order = { living: 0, ended: 1, expired: 2 }
  return { bars: bars.toSorted((a, b) => order[a.state] - order[b.state] || a.to - b.to), from, to, now: place(now) }
}
