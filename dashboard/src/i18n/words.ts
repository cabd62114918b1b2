import { createContext, use } from 'react'

/** The languages of the dashboard. */
export const locales = ['en', 'es'] as const
export type Locale = (typeof locales)[number]

/** Whether a text names one of them. */
export const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/** Texts by name: plain, made from parts by a function, or a group of texts. */
type Catalogue = { readonly [name: string]: string | ((...parts: never[]) => unknown) | Catalogue }

/** The same names with the same parts, in other words. */
export type Translation<E> = {
  readonly [Name in keyof E]: E[Name] extends string
    ? string
    : E[Name] extends (...parts: infer Parts) => infer Text
      ? (...parts: Parts) => Text
      : Translation<E[Name]>
}

/** A catalogue: its texts in a language. */
export type Words<E> = (locale: Locale) => Translation<E>

/**
 * The texts of a screen in every language, in a file beside it. English says which texts there are; a text that another language
 * lacks, has too much, or makes from other parts is a type error.
 */
export function words<E extends Catalogue>(texts: { readonly en: E; readonly es: Translation<NoInfer<E>> }): Words<E> {
  const all = texts as unknown as Readonly<Record<Locale, Translation<E>>>
  return (locale) => all[locale]
}

/** The language the dashboard is shown in. */
export const LocaleContext = createContext<Locale>('en')

/** The language the dashboard is shown in. */
export const useLocale = (): Locale => use(LocaleContext)

/** The texts of a catalogue in the language of the moment. */
export const useWords = <E>(catalogue: Words<E>): Translation<E> => catalogue(useLocale())

/** Makes something once for each language: a format takes far longer to make than to use, and rows of a list use several each. */
export function perLanguage<Value>(make: (locale: Locale) => Value): (locale: Locale) => Value {
  const made = new Map<Locale, Value>()
  return (locale) => {
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}

const numberIn = perLanguage((locale) => new Intl.NumberFormat(locale))
const pluralIn = perLanguage((locale) => new Intl.PluralRules(locale))

/** The form of a noun that goes with a number, which stands in front of it: `count('en', 2, 'user', 'users')` is “2 users”. */
export const counted = (locale: Locale, count: number, one: string, other: string): string =>
  `${numberIn(locale).format(count)} ${pluralIn(locale).select(count) === 'one' ? one : other}`
