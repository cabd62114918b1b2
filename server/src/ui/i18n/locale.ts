import { locales } from '#/protocol/locales.ts'
import type { Locale } from '#/protocol/locales.ts'

export { locales }
export type { Locale }

/** What a language calls itself. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', es: 'Español' }

export const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/** The language of a tag such as `es-MX`, when it is one of ours (RFC 5646 §2.1: its first subtag). */
export function localeOfTag(tag: string): Locale | undefined {
  const language = (tag.split('-', 1)[0] ?? '').toLowerCase()
  return isLocale(language) ? language : undefined
}
