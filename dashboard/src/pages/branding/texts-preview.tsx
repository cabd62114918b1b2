import { useState } from 'react'
import type { ReactNode } from 'react'
import type { BuiltInText } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import type { Locale } from '#/i18n/words.ts'
import { FieldRow, SelectField } from '#/ui/form/fields.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { Card } from '#/ui/layout.tsx'
import { useSettled } from '#/ui/settled.ts'
import { PageFrame, ViewFields, drawnAt, firstView } from './page-frame.tsx'
import { placeOf, textIn } from './texts-draft.ts'
import { textsWords } from './texts-words.ts'
import { brandingWords } from './words.ts'
import styles from './branding.module.css'
import type { TextPage, TextsDraft } from './texts-draft.ts'

const TYPING_MS = 300

/** What the server calls the pages. What stands below all of them is shown below the first. */
const names: Readonly<Record<TextPage, string>> = {
  sign_in: 'sign-in',
  sign_up: 'sign-up',
  password_reset: 'password-reset',
  magic_link: 'magic-link',
  link_sent: 'link-sent',
  verify_email: 'verify-email',
  second_factor: 'mfa',
  signed_out: 'signed-out',
  footer: 'sign-in',
}

interface TextsPreviewProps {
  readonly texts: readonly BuiltInText[]
  readonly locale: Locale
  /** What was written, saved or not. */
  readonly draft: TextsDraft
  readonly page: TextPage
  readonly onPage: (page: TextPage) => void
}

/** The page that is worded, drawn by the server with what is being written. */
export function TextsPreview({ texts, locale, draft, page, onPage }: TextsPreviewProps): ReactNode {
  const w = useWords(brandingWords)
  const { pages, previewHint } = useWords(textsWords)
  const [view, setView] = useState(firstView)
  const { scheme, width } = view
  const written = texts
    .filter(({ key }) => placeOf(key).page === page || key === 'footer')
    .map(({ key }) => [key, textIn(draft, locale, key)])
  const query = { locale, scheme, texts: JSON.stringify(Object.fromEntries(written)) }
  const address = useSettled(drawnAt(names[page], query), TYPING_MS)
  return (
    <Card title={w.preview}>
      <FieldRow>
        <SelectField name="page" label={w.page} value={page} onChange={onPage} options={optionsOf(pages)} />
        <ViewFields view={view} onChange={setView} />
      </FieldRow>
      <PageFrame address={address} title={pages[page]} width={width} />
      <p className={styles['fine']}>{previewHint}</p>
    </Card>
  )
}
