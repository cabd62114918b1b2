import { html } from '#/ui/index.ts'
import type { Html } from '#/ui/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago something was, in words: "2 minutes ago". The exact moment stands behind it. */
export function ago(at: number, now: number, locale: Locale): Html {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
  const count = unit === 'second' ? 0 : Math.floor(seconds / size)
  const text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-count, unit)
  return timeElement(at, text, locale)
}

/** A day: "21 November 2026". */
export const day = (at: number, locale: Locale): Html =>
  timeElement(at, new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at), locale)

const timeElement = (at: number, text: string, locale: Locale): Html =>
  html`<time datetime="${new Date(at).toISOString()}" title="${exact(at, locale)}">${text}</time>`

const exact = (at: number, locale: Locale): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(at)} UTC`
