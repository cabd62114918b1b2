import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '#/app/page.tsx'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { Json } from '#/ui/copy.tsx'
import { Tabs } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { useMayWriteMail } from './access.ts'
import { Delivery } from './delivery.tsx'
import { Inbox } from './inbox.tsx'
import { Templates } from './templates.tsx'
import { emailWords } from './words.ts'

/**
 * Mail of the server. The inbox is there while the dev provider keeps messages, for those who may read every link in them; it is not
 * the first tab, since it wants a proof of the last minutes and nobody asked for that who came for a template.
 */
export default function Email(): ReactNode {
  const w = useWords(emailWords)
  const mayWrite = useMayWriteMail()
  useLive(['email_inbox.changed', 'email.*', 'email_template.*'], ['email'])
  const query = useQuery({
    queryKey: ['email', 'config'],
    queryFn: ({ signal }) => mandate.email.getConfig({ signal }),
  })
  const provider = query.data?.provider
  return (
    <Page
      title={w.email}
      lead={w.lead}
      badges={provider && <Badge tone={provider === 'smtp' ? 'ok' : 'warn'}>{w.providers[provider]}</Badge>}
    >
      <Loaded query={query}>
        {(config) => (
          <Tabs
            label={w.email}
            tabs={[
              { id: 'templates', label: w.templates, content: () => <Templates /> },
              { id: 'delivery', label: w.delivery, content: () => <Delivery config={config} /> },
              config.provider === 'dev' && mayWrite && { id: 'inbox', label: w.inbox, content: () => <Inbox /> },
              { id: 'json', label: 'JSON', content: () => <Json value={config} label="JSON" /> },
            ].filter((tab) => tab !== false)}
          />
        )}
      </Loaded>
    </Page>
  )
}
