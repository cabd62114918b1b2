import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { useWords } from '#/i18n/words.ts'
import { Notice } from '#/ui/layout.tsx'
import { reportCallback } from './test-sign-in.ts'
import { tryWords } from './try-words.ts'

/** Where a test sign-in comes back to: hands the answer to the tab that began it. */
export default function TestPage(): ReactNode {
  const w = useWords(tryWords)
  const [isReported, setReported] = useState<boolean>()
  useEffect(() => setReported((before) => before ?? reportCallback()), [])
  return (
    <Page title={w.title} crumbs={[{ label: w.apps, to: '/apps' }]}>
      {isReported !== undefined && (
        <Notice tone={isReported ? 'ok' : 'info'}>{isReported ? w.goBack : w.nothingHere}</Notice>
      )}
    </Page>
  )
}
