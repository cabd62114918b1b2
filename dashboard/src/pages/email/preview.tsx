import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { messageOf } from '#/api/errors.ts'
import { base, mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import type { Locale } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { CodeBlock } from '#/ui/copy.tsx'
import { Card, Facts, Notice } from '#/ui/layout.tsx'
import { useSettled } from '#/ui/settled.ts'
import { Skeleton } from '#/ui/states.tsx'
import { emailWords } from './words.ts'
import styles from './email.module.css'

const TYPING_MS = 500

interface PreviewProps {
  readonly id: string
  readonly locale: Locale
  readonly subject: string
  readonly html: string
  readonly isChanged: boolean
}

/**
 * What becomes of a template with sample values, by the server. The text is that of what was typed. The message as it looks is
 * that of what was saved, in a frame that may do nothing: markup from a text is made nowhere here.
 */
export function Preview({ id, locale, subject, html, isChanged }: PreviewProps): ReactNode {
  const w = useWords(emailWords)
  const [isFramed, setFramed] = useState(false)
  const typed = useSettled(JSON.stringify({ subject, html }), TYPING_MS)
  const { data, error } = useQuery({
    queryKey: ['email', 'preview', id, locale, typed],
    queryFn: ({ signal }) =>
      mandate.email.templates.preview(
        id,
        JSON.parse(typed) as { subject: string; html: string },
        { locale },
        { signal },
      ),
    retry: false,
    placeholderData: (before) => before,
  })
  return (
    <Card
      title={w.preview}
      actions={
        <Button size="small" onPress={() => setFramed(!isFramed)}>
          {isFramed ? w.asText : w.asMail}
        </Button>
      }
    >
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && <Skeleton lines={6} />}
      {data && !error && <Facts facts={[[w.subject, <bdi>{data.subject}</bdi>]]} />}
      {isFramed ? (
        <>
          {isChanged && <Notice>{w.frameIsSaved}</Notice>}
          <iframe
            className={styles['frame']}
            title={w.asMail}
            sandbox=""
            src={`${base}/api/v1/admin/email-preview/${encodeURIComponent(id)}?locale=${locale}`}
          />
        </>
      ) : (
        data && !error && <CodeBlock label={`${w.preview}: ${w.text}`}>{data.text}</CodeBlock>
      )}
    </Card>
  )
}
