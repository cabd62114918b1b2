import type { Branding, BrandTexts, BuiltInText } from '@mandate/sdk'
import { locales } from '#/i18n/words.ts'
import type { Locale } from '#/i18n/words.ts'
import type { Change } from '#/ui/form/merge-patch.ts'

export type TextKey = BuiltInText['key']

/** The pages that have sentences to choose, and what stands below all of them. */
export const textPages = [
  ...(['sign_in', 'sign_up', 'password_reset', 'magic_link', 'link_sent', 'verify_email', 'second_factor'] as const),
  ...(['signed_out', 'footer'] as const),
] as const
export type TextPage = (typeof textPages)[number]
export type TextPart = 'title' | 'intro' | 'note' | 'footer'

/** Which page a sentence stands on, and where. */
export function placeOf(key: TextKey): { readonly page: TextPage; readonly part: TextPart } {
  const [, page = key, part = 'footer'] = /^(.*)_(title|intro|note)$/.exec(key) ?? []
  return { page: page as TextPage, part: part as TextPart }
}

/** What the fields hold, by their names; empty is what is built in. */
export type TextsDraft = Readonly<Record<string, string>>

/** The name of a field, which is the member of the body. */
export const nameOf = (locale: Locale, key: TextKey): string => `texts.${locale}.${key}`

/** What the fields show at first. */
export const draftOfTexts = ({ texts }: Pick<Branding, 'texts'>): TextsDraft =>
  Object.fromEntries(
    locales.flatMap((locale) =>
      Object.entries(texts[locale] ?? {}).map(([key, text]) => [nameOf(locale, key as TextKey), text ?? '']),
    ),
  )

/** What one of them shows. */
export const textIn = (draft: TextsDraft, locale: Locale, key: TextKey): string => draft[nameOf(locale, key)] ?? ''

/** The names of the fields that were changed. */
export const changedTexts = (before: TextsDraft, after: TextsDraft): readonly string[] =>
  Object.keys({ ...before, ...after }).filter((name) => (after[name] ?? '') !== (before[name] ?? ''))

/** What became of the sentences; undefined where nothing changed. */
export function textsChange(before: TextsDraft, after: TextsDraft): Change<BrandTexts> | undefined {
  const changed = changedTexts(before, after)
  return changed.length === 0 ? undefined : { patch: textsIn(after, changed), back: textsIn(before, changed) }
}

/** Some fields as a merge patch. */
function textsIn(draft: TextsDraft, names: readonly string[]): BrandTexts {
  const members = names.map((name) => [...name.split('.').slice(1), draft[name] || null] as const)
  const byLocale = Map.groupBy(members, ([locale]) => locale)
  return Object.fromEntries(
    [...byLocale].map(([locale, texts]) => [locale, Object.fromEntries(texts.map(([, key, text]) => [key, text]))]),
  )
}

/** How many characters the server counts. */
export const lengthOf = (text: string): number => [...text].length
