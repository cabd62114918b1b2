import { plural, words } from '#/ui/i18n/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const

const texts = words({
  en: {
    days: plural('en', { one: '# day', other: '# days' }),
    hours: plural('en', { one: '# hour', other: '# hours' }),
    minutes: plural('en', { one: '# minute', other: '# minutes' }),
    seconds: plural('en', { one: '# second', other: '# seconds' }),
    justNow: 'just now',
    ago: (span: string) => `${span} ago`,
  },
  es: {
    days: plural('es', { one: '# día', other: '# días' }),
    hours: plural('es', { one: '# hora', other: '# horas' }),
    minutes: plural('es', { one: '# minuto', other: '# minutos' }),
    seconds: plural('es', { one: '# segundo', other: '# segundos' }),
    justNow: 'ahora mismo',
    ago: (span) => `hace ${span}`,
  },
})

/** A length of time in words, in the largest unit that says it exactly enough: "30 days", "1 hour", "90 minutes". */
export function duration(seconds: number, locale: Locale): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [name, size] = UNITS.find(([, unit]) => whole >= unit && whole % unit === 0) ?? UNITS[3]
  return texts(locale)[name](whole / size)
}

/** How long ago something was, roughly: "just now", "2 minutes ago". */
export function ago(millis: number, locale: Locale): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  const spoken = texts(locale)
  if (seconds < 60) return spoken.justNow
  const [name, size] = UNITS.find(([, unit]) => seconds >= unit) ?? UNITS[3]
  return spoken.ago(spoken[name](Math.floor(seconds / size)))
}
