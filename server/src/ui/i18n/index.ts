/**
 * The languages Mandate speaks to people in. `words` makes a typed catalogue that stands beside what it words, `plural` a text in it that counts, `localeOf`
 * chooses a language for a request, and a cookie remembers what somebody chose on a page. Owns no table and no text;
 * pages, mails and sentences hold their own words. See docs/guides/languages.md.
 */
export { languageNames, isLocale, locales } from './locale.ts'
export type { Locale } from './locale.ts'
export { plural } from './plural.ts'
export { choiceCookie, localeOf, localeOfTags } from './locale-of.ts'
export type { LocalePreference } from './locale-of.ts'
export { words } from './words.ts'
export type { Translation, Words } from './words.ts'
