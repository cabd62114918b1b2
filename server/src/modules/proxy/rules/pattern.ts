import { canonicalPath } from './path.ts'

/** A pattern taken apart: what each segment must be, and whether anything may follow. */
export interface Pattern {
  /** Null stands for any one segment. */
  readonly segments: readonly (string | null)[]
  readonly isOpen: boolean
}

/** How a path stands to a pattern: one that fits but for the case of its letters is a trap of either kind. */
export type PatternMatch = 'exact' | 'by-case' | 'no'

const NAME = /^\{[a-z][a-z0-9_]*\}$/i

/** How a pattern is written, for whoever wrote it otherwise. */
export const PATTERN_FORM =
  'a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever follows, the path before it included'

/** Takes a pattern apart; undefined for what is none, or could never match a canonical path. */
export function parsePattern(text: string): Pattern | undefined {
  if (!text.startsWith('/')) return undefined
  const parts = text.slice(1).split('/')
  const isOpen = parts.at(-1) === '*'
  if (isOpen || parts.at(-1) === '') parts.pop()
  const segments = parts.map((part) => (part === '*' || NAME.test(part) ? null : literalOf(part)))
  return segments.includes(undefined) ? undefined : { segments: segments as (string | null)[], isOpen }
}

/** The segment that a part of a pattern stands for; undefined when no canonical path could have it. */
function literalOf(part: string): string | undefined {
  const path = part.includes('*') ? undefined : canonicalPath(`/${part}`)
  return path?.query === '' ? path.segments[0] : undefined
}

/** How the segments of a canonical path stand to a pattern. A slash at the end of a path makes no difference. */
export function matchPattern(pattern: Pattern, path: readonly string[]): PatternMatch {
  const { segments, isOpen } = pattern
  if (isOpen ? path.length < segments.length : path.length !== segments.length) return 'no'
  let match: PatternMatch = 'exact'
  for (const [i, wanted] of segments.entries()) {
    if (wanted === null || wanted === path[i]) continue
    if (folded(wanted) !== folded(path[i] as string)) return 'no'
    match = 'by-case'
  }
  return match
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
