import { catalogues } from './catalogues.ts'
import { usableVariables } from './template-kinds.ts'
import type { Locale, MfaChange, TemplateName, VariableKind } from './template-kinds.ts'
import type { Values } from './template-values.ts'

const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR

/** A span of time in the largest unit that says it exactly: 90 minutes, 24 hours, 3 days. */
export function span(minutes: number, locale: Locale): string {
  const { units } = catalogues[locale]
  if (minutes > MINUTES_PER_DAY && minutes % MINUTES_PER_DAY === 0) return units.days(minutes / MINUTES_PER_DAY)
  if (minutes % MINUTES_PER_HOUR === 0) return units.hours(minutes / MINUTES_PER_HOUR)
  return units.minutes(minutes)
}

/** A moment in words. In UTC, because nobody told us where the reader is. */
export const moment = (iso: string, locale: Locale): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(iso))} UTC`

const wordings: Readonly<Record<VariableKind, (value: string, locale: Locale) => string>> = {
  text: (value) => value,
  link: (value) => value,
  minutes: (value, locale) => span(Number(value), locale),
  time: moment,
  mfa_change: (value, locale) => catalogues[locale].mfaChanges[value as MfaChange],
}

/** The values of a message as its reader sees them. */
export function worded(template: TemplateName, values: Values, locale: Locale): Map<string, string> {
  const kinds = usableVariables(template)
  return new Map(Object.entries(values).map(([name, value]) => [name, wordings[kinds[name] ?? 'text'](value, locale)]))
}
