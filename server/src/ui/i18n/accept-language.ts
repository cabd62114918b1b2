import { localeOfTag, locales } from './locale.ts'
import type { Locale } from './locale.ts'

interface Range {
  /** Undefined for languages we don't speak; `*` stands for all that are not named. */
  readonly locale: Locale | '*' | undefined
  readonly quality: number
}

const MAX_LENGTH = 1000
const RANGE = /^\s*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/**
 * The language a browser would rather have (RFC 9110 §12.5.4): the highest weight wins, among equals the first. What is
 * no language range is passed over, and a header too long to be one is none.
 */
export function acceptedLocale(header: string | undefined): Locale | undefined {
  if (header === undefined || header.length > MAX_LENGTH) return undefined
  const ranges = header.split(',').flatMap(parse)
  const candidates = locales.map((locale) => ({ locale, ...wishFor(locale, ranges) }))
  const wanted = candidates.filter(({ quality }) => quality > 0)
  return wanted.toSorted((a, b) => b.quality - a.quality || a.place - b.place)[0]?.locale
}

function parse(item: string): Range[] {
  const [, tag, quality = '1'] = RANGE.exec(item) ?? []
  if (tag === undefined) return []
  return [{ locale: tag === '*' ? '*' : localeOfTag(tag), quality: Number(quality) }]
}

/** How much a language is wanted: as it was named, else as all others are. */
function wishFor(locale: Locale, ranges: readonly Range[]): { quality: number; place: number } {
  const exact = ranges.filter((range) => range.locale === locale)
  const matching = exact.length > 0 ? exact : ranges.filter((range) => range.locale === '*')
  const quality = Math.max(0, ...matching.map((range) => range.quality))
  return { quality, place: ranges.findIndex((range) => matching.includes(range) && range.quality === quality) }
}
