import type { ReactNode } from 'react'
import type { BrandingDraft } from '@mandate/sdk'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { Card } from '#/ui/layout.tsx'
import { historyWords } from './history-words.ts'
import { RealPage } from './real-page.tsx'
import styles from './branding.module.css'

/** The real pages in the look of the draft, and the way to try what is published. */
export default function Pages({ draft }: { readonly draft: BrandingDraft }): ReactNode {
  const w = useWords(historyWords)
  const may = useMay()
  return (
    <Card title={w.pages}>
      <RealPage look={draft.etag ?? String(draft.published_version)} />
      <p className={styles['fine']}>{w.realHint}</p>
      {may('apps:read') && (
        <p className={styles['fine']}>
          {w.tryIt}{' '}
          <ButtonLink to="/apps" size="small">
            {w.apps}
          </ButtonLink>
        </p>
      )}
    </Card>
  )
}
