import { Type } from 'typebox'
import { listOf, ListQuery, pageOfAll, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { locales } from '#/protocol/locales.ts'
import { builtInTexts, textKeys } from '#/ui/page-texts.ts'
import { maxLengthOf } from './texts.ts'
import type { Static, TString } from 'typebox'
import type { Locale } from '#/protocol/locales.ts'
import type { TextKey } from '#/ui/page-texts.ts'

const Sentences = Type.Object(
  Object.fromEntries(locales.map((locale) => [locale, Type.String()])) as Record<Locale, TString>,
  { description: 'By language; empty where nothing is said unless it is chosen.' },
)

const BuiltInText = Type.Object(
  {
    key: Type.Enum([...textKeys], { description: 'The member of texts that changes it.' }),
    max_length: Type.Integer({ description: 'The largest number of characters.' }),
    built_in: Sentences,
  },
  { $id: 'BuiltInText' },
)

/** The sentences in the order of pages, for which each counts as newer than the next. */
const listed = textKeys.map((key, index, { length }) => ({ key, position: { createdAt: length - index, id: key } }))

const textView = (key: TextKey): Static<typeof BuiltInText> => ({
  key,
  max_length: maxLengthOf(key),
  built_in: Object.fromEntries(locales.map((locale) => [locale, builtInTexts(locale)[key]])) as Record<Locale, string>,
})

const listTexts = apiRoute({
  name: 'branding.texts.list',
  method: 'GET',
  url: '/admin/branding/texts',
  auth: { kind: 'admin', scope: 'branding:read' },
  summary: 'List the sentences of the hosted pages that can be chosen',
  description: 'Each with what is built in. What was chosen instead stands in texts of the branding.',
  schema: { query: ListQuery, response: { 200: listOf(BuiltInText) } },
  handler: ({ query }) => {
    const page = pageOfAll(listed, ({ position }) => position, pageRequest(query))
    return pageView(page, ({ key }) => textView(key))
  },
})

/** The route about the sentences of the hosted pages. */
export const textRoutes = [listTexts]
