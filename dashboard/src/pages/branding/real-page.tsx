import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLocale, useWords } from '#/i18n/words.ts'
import type { Locale } from '#/i18n/words.ts'
import { FieldRow, SelectField } from '#/ui/form/fields.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { historyWords } from './history-words.ts'
import { PageFrame, ViewFields, drawnAt, firstView } from './page-frame.tsx'
import { brandingWords } from './words.ts'

const pages = ['sign-in', 'sign-up', 'consent', 'device', 'mfa', 'error'] as const
type PageName = (typeof pages)[number]

interface RealPageProps {
  /** Of which version; without it the draft. */
  readonly version?: number
  /** Stands for the look that is shown: another one loads the page again. */
  readonly look: string
}

/** A hosted page in a look that is saved, and which page that is. */
export function RealPage({ version, look }: RealPageProps): ReactNode {
  const w = useWords(historyWords)
  const { page: pageLabel } = useWords(brandingWords)
  const [page, setPage] = useState<PageName>('sign-in')
  const [view, setView] = useState(firstView)
  const [locale, setLocale] = useState<Locale>(useLocale())
  const { scheme, width } = view
  const query = { locale, scheme, ...(version === undefined ? {} : { version: String(version) }) }
  return (
    <>
      <FieldRow>
        <SelectField name="page" label={pageLabel} value={page} onChange={setPage} options={optionsOf(w.pageNames)} />
        <SelectField
          name="language"
          label={w.language}
          value={locale}
          onChange={setLocale}
          options={optionsOf(w.languages)}
        />
      </FieldRow>
      <FieldRow>
        <ViewFields view={view} onChange={setView} />
      </FieldRow>
      <PageFrame address={drawnAt(page, query)} look={look} title={w.pictureOf(w.pageNames[page])} width={width} />
    </>
  )
}
