import { perLanguage } from '#/i18n/words.ts'
import type { Locale } from '#/i18n/words.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[] = [
  ['second', SECOND, MINUTE],
  ['minute', MINUTE, HOUR],
  ['hour', HOUR, DAY],
  ['day', DAY, 30 * DAY],
  ['month', 30.44 * DAY, 365 * DAY],
  ['year', 365.25 * DAY, Infinity],
]

const exact = { dateStyle: 'medium', timeStyle: 'medium' } as const
const agoIn = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const momentIn = {
  local: perLanguage((locale) => new Intl.DateTimeFormat(locale, exact)),
  utc: perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...exact, timeZone: 'UTC' })),
}

/** How long ago, or from now, in the words of a language: “2 hours ago”. */
export function relativeTime(at: number, now: number, locale: Locale): string {
  const distance = at - now
  const [unit, size] = steps.find(([, , below]) => Math.abs(distance) < below) ?? ['year', 365.25 * DAY]
  return agoIn(locale).format(Math.trunc(distance / size), unit)
}

/** A moment to the second, in local time or in UTC. */
export const exactTime = (at: number, locale: Locale, zone: 'local' | 'utc'): string =>
  momentIn[zone](locale).format(at) + (zone === 'utc' ? ' UTC' : '')
