import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { Json } from '#/ui/copy.tsx'
import { Tabs } from '#/ui/layout.tsx'
import { Badge } from '#/ui/status.tsx'
import { ConnectionActions } from './actions.tsx'
import { Domains } from './domains.tsx'
import { Overview } from './overview.tsx'
import { Provisioning } from './provisioning.tsx'
import { SamlKeys } from './saml-keys.tsx'
import { Settings } from './settings.tsx'
import { Try } from './try.tsx'
import { ssoWords } from './words.ts'

/** One connection: what it is, whom it speaks for, and whether it works. */
export default function SsoDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(ssoWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['sso', 'one', id],
    queryFn: ({ signal }) => mandate.ssoConnections.get(id, { signal }),
  })
  useLive(['sso.*'], ['sso'])
  const crumbs = [{ label: w.sso, to: '/sso' }]
  const { data } = query
  if (!data) return <PendingPage title={id} crumbs={crumbs} query={query} />
  const mayWrite = may('sso:write')
  const tabs = [
    { id: 'overview', label: w.overview, content: () => <Overview connection={data} /> },
    { id: 'domains', label: w.domains, content: () => <Domains connection={data} /> },
    { id: 'scim', label: w.provisioning, content: () => <Provisioning connection={data} /> },
    data.type === 'saml' && { id: 'keys', label: w.keys, content: () => <SamlKeys connection={data} /> },
    mayWrite && { id: 'test', label: w.try, content: () => <Try connection={data} /> },
    mayWrite && {
      id: 'settings',
      label: w.settings,
      content: () => <Settings connection={data} />,
    },
    { id: 'json', label: 'JSON', content: () => <Json value={data} label="JSON" /> },
  ].filter((tab) => tab !== false)
  return (
    <Page
      title={data.name}
      crumbs={crumbs}
      badges={
        <>
          <Badge tone={data.enabled ? 'ok' : 'off'}>{data.enabled ? w.on : w.off}</Badge>
          <Badge>{w.types[data.type]}</Badge>
          {data.required && <Badge tone="info">{w.required}</Badge>}
        </>
      }
      actions={mayWrite && <ConnectionActions connection={data} />}
    >
      <Tabs label={data.name} tabs={tabs} />
    </Page>
  )
}
