import type { Locale } from './locale.ts'

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
 * The texts of a page in every language, beside the page. English says which texts there are; a text that another
 * language lacks, has too much, or makes from other parts is a type error.
 */
export function words<E extends Catalogue>(
  catalogues: { readonly en: E } & { readonly [L in Exclude<Locale, 'en'>]: Translation<NoInfer<E>> },
): Words<E> {
  const texts = catalogues as unknown as Readonly<Record<Locale, Translation<E>>>
  return (locale) => texts[locale]
}
