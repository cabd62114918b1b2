import { english } from './catalogue-en.ts'
import { spanish } from './catalogue-es.ts'
import type { Catalogue } from './catalogue.ts'
import type { Locale } from './template-kinds.ts'

/** The built-in words of all languages. */
export const catalogues: Readonly<Record<Locale, Catalogue>> = { en: english, es: spanish }
