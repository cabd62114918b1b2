import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DevEmail } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { CodeBlock, CopyButton, Id, Json } from '#/ui/copy.tsx'
import { Card, Facts, Notice, Stack, Tabs } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Time } from '#/ui/time.tsx'
import { linksIn } from './links.ts'
import { emailWords } from './words.ts'
import styles from './email.module.css'

/** A message that was kept: who should have had it, what it says, and where its links lead. */
export default function Message(): ReactNode {
  const id = useParam('id')
  const w = useWords(emailWords)
  const query = useQuery({
    queryKey: ['email', 'message', id],
    queryFn: ({ signal }) => mandate.email.devInbox.get(id, { signal }),
  })
  return (
    <Page title={query.data?.subject ?? w.message} crumbs={[{ label: w.email, to: '/email' }]}>
      <Loaded query={query}>
        {(mail) => (
          <Tabs
            label={w.message}
            tabs={[
              { id: 'message', label: w.message, content: () => <Read mail={mail} /> },
              { id: 'html', label: 'HTML', content: () => <CodeBlock label="HTML">{mail.html}</CodeBlock> },
              { id: 'json', label: 'JSON', content: () => <Json value={mail} label="JSON" /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  )
}

function Read({ mail }: { readonly mail: DevEmail }): ReactNode {
  const w = useWords(emailWords)
  const links = linksIn(mail.text)
  return (
    <Stack>
      <Notice>{w.kept}</Notice>
      <Card title={w.about}>
        <Facts
          facts={[
            [w.to, <bdi>{mail.to}</bdi>],
            [w.subject, <bdi>{mail.subject}</bdi>],
            [w.when, <Time at={mail.created_at} isExact />],
            [w.id, <Id value={mail.id} />],
          ]}
        />
      </Card>
      {links.length > 0 && (
        <Card title={w.links}>
          <ul className={styles['links']}>
            {links.map((link) => (
              <li key={link}>
                <a href={link} target="_blank" rel="noreferrer">
                  <bdi>{link}</bdi>
                </a>
                <CopyButton text={link} label={`${w.copyLink} ${link}`} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={w.text}>
        <CodeBlock label={`${w.message}: ${w.text}`}>{mail.text}</CodeBlock>
      </Card>
    </Stack>
  )
}
