import { Type } from 'typebox'
import { AppError } from '#/platform/errors/app-error.ts'
import { mergePatch } from '#/platform/merge-patch.ts'
import { INVISIBLE } from '#/platform/validation/invisible.ts'
import { locales } from '#/protocol/locales.ts'
import { builtInTexts, textKeys } from '#/ui/page-texts.ts'
import { brandingErrors } from './errors.ts'
import { clearable } from './tokens.ts'
import type { TNull, TObject, TOptional, TString, TUnion } from 'typebox'
import type { FieldError } from '#/platform/errors/app-error.ts'
import type { Locale } from '#/protocol/locales.ts'
import type { TextKey } from '#/ui/page-texts.ts'
import type { Look } from '#/ui/look.ts'

type Clearable<S extends TString | TObject> = TOptional<TUnion<[S, TNull]>>

/** How many characters a sentence may have: what is longer pushes the form out of sight. */
export function maxLengthOf(key: TextKey): number {
  if (key.endsWith('_title')) return 80
  return key === 'footer' ? 160 : 200
}

const ofKeys = textKeys.map((key) => [key, clearable(Type.String({ minLength: 1, maxLength: maxLengthOf(key) }))])
const LanguageTexts = Type.Object(Object.fromEntries(ofKeys) as Record<TextKey, Clearable<TString>>, {
  $id: 'LanguageTexts',
})

const ofLocales = locales.map((locale) => [locale, clearable(LanguageTexts)])

/** Sentences of the hosted pages by language and key. */
export const TextsSchema = Type.Object(
  Object.fromEntries(ofLocales) as Record<Locale, Clearable<typeof LanguageTexts>>,
  {
    $id: 'BrandTexts',
    description:
      'Sentences of the hosted pages by language and key, plain text of one line each. `{name}`, once in a sentence, stands for the name of the service.',
  },
)

/** What was chosen; what is absent is built in. */
export type Texts = { readonly [L in Locale]?: { readonly [K in TextKey]?: string } }

type TextsPatch = { readonly [L in Locale]?: { readonly [K in TextKey]?: string | null } | null }

/** The sentences after a merge patch: null, at every depth, goes back to what is built in. */
export function patchedTexts(before: Texts, patch: TextsPatch | null | undefined): Texts {
  if (patch === undefined) return before
  if (patch === null) return {}
  assertShowable(patch)
  const texts = mergePatch(before, patch, (text) => spelled(text as string))
  return Object.fromEntries(Object.entries(texts).filter(([, chosen]) => Object.keys(chosen as object).length > 0))
}

/** What somebody is writing in a language: a JSON object by key. */
export interface TypedTexts {
  readonly locale: Locale
  readonly texts: string | undefined
}

/** The sentences with those that somebody is writing, as they stand: for a picture of a page, which shows whatever it is as text. */
export function withTyped(before: Texts, { locale, texts }: TypedTexts): Texts {
  const typed = Object.entries(membersOf(texts)).filter(([key]) => (textKeys as readonly string[]).includes(key))
  const shown = typed.map(([key, text]) => [key, typeof text === 'string' && text !== '' ? text : null])
  return mergePatch(before, { [locale]: Object.fromEntries(shown) })
}

function membersOf(json = '{}'): object {
  try {
    return Object(JSON.parse(json)) as object
  } catch {
    return {}
  }
}

/** The sentences that pages say: those that were chosen, with the name of the service in them, and the others as built in. */
export const textsOfLook = (chosen: Texts, name: string): Look['texts'] =>
  Object.fromEntries(
    locales.map((locale) => {
      const own = Object.entries(chosen[locale] ?? {}).map(([key, text]) => [key, text.replaceAll(NAME, () => name)])
      return [locale, { ...builtInTexts(locale), ...Object.fromEntries(own) }]
    }),
  ) as Look['texts']

const NAME = '{name}'

/** What is said of a text that is not showable as one line. */
export const NOT_ONE_LINE = 'must be one line without characters that are invisible or turn the text around'

const spelled = (text: string): string => text.normalize('NFC').trim()

function assertShowable(patch: TextsPatch): void {
  const errors = locales.flatMap((locale) =>
    Object.entries(patch[locale] ?? {}).flatMap(([key, text]): FieldError[] => {
      const message = text === null ? undefined : objectionTo(spelled(text), maxLengthOf(key as TextKey))
      return message === undefined ? [] : [{ pointer: `/texts/${locale}/${key}`, message }]
    }),
  )
  if (errors.length > 0) throw new AppError(brandingErrors.branding_text_not_allowed, { details: { errors } })
}

function objectionTo(text: string, maxLength: number): string | undefined {
  if (text === '') return 'must be a sentence; null goes back to what is built in'
  // In one Unicode form a text may be longer than it was sent.
  if ([...text].length > maxLength) return `must not have more than ${maxLength} characters`
  if (INVISIBLE.test(text)) return NOT_ONE_LINE
  const [, ...names] = text.split(NAME)
  if (names.length > 1) return 'may hold {name} only once'
  return /[{}]/.test(text.replace(NAME, '')) ? 'may hold {name} and no other braces' : undefined
}
