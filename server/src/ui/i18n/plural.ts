import { locales } from './locale.ts'
import type { Locale } from './locale.ts'

const rules = new Map(locales.map((locale) => [locale, new Intl.PluralRules(locale)]))

/** A phrase for each kind of number that a language tells apart (CLDR), with `#` for the number; `=0` is said of none. */
export type PluralForms = { readonly other: string } & { readonly [Kind in Intl.LDMLPluralRule | '=0']?: string }

/** Makes the text of a catalogue that counts something, by the rules of its language. */
export function plural(locale: Locale, forms: PluralForms): (count: number) => string {
  return (count) => {
    const exact = count === 0 ? forms['=0'] : undefined
    const form = exact ?? forms[rules.get(locale)?.select(count) ?? 'other'] ?? forms.other
    return form.replaceAll('#', String(count))
  }
}
