/** The languages people are spoken to in, by their tags (RFC 5646); the first is the one nobody has to ask for. */
export const locales = ['en', 'es'] as const
export type Locale = (typeof locales)[number]
