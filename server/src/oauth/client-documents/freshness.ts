const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** However a server answers, its document is not read more often, nor trusted for longer, than this. */
const LEAST_MS = MINUTE
const MOST_MS = DAY
const UNSAID_MS = 60 * MINUTE

/** For how long an answer stays fresh by its headers (RFC 9111 §4.2), within our bounds. */
export function freshForMs(headers: Headers, now: number): number {
  const said = lifetimeMs(headers, now)
  return Math.min(Math.max(said ?? UNSAID_MS, LEAST_MS), MOST_MS)
}

function lifetimeMs(headers: Headers, now: number): number | undefined {
  const control = (headers.get('cache-control') ?? '').toLowerCase()
  if (/(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/.test(control)) return 0
  const seconds = directive(control, 's-maxage') ?? directive(control, 'max-age')
  if (seconds !== undefined) return seconds * 1000 - ageMs(headers)
  const expires = Date.parse(headers.get('expires') ?? '')
  return Number.isNaN(expires) ? undefined : expires - now
}

function directive(control: string, name: string): number | undefined {
  const seconds = new RegExp(`(?:^|[\\s,])${name}="?(\\d{1,10})`).exec(control)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
}

const ageMs = (headers: Headers): number => Number(/^\d{1,10}$/.exec(headers.get('age') ?? '')?.[0] ?? 0) * 1000
