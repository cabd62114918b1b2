import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { App } from '@mandate/sdk'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Id, Json } from '#/ui/copy.tsx'
import { Card, Columns, Facts, Tabs } from '#/ui/layout.tsx'
import { Skeleton } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { AppActions } from './actions.tsx'
import { Settings } from './settings.tsx'
import { Snippets } from './snippets.tsx'
import { appWords } from './words.ts'

const TrySignIn = lazy(() => import('./try.tsx'))

/** One application: the code for it, what it is, and what it may do. */
export default function AppDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(appWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['apps', 'one', id],
    queryFn: ({ signal }) => mandate.apps.get(id, { signal }),
  })
  const crumbs = [{ label: w.apps, to: '/apps' }]
  const { data } = query
  if (!data) return <PendingPage title={id} crumbs={crumbs} query={query} />
  const tabs = [
    { id: 'overview', label: w.overview, content: () => <Overview app={data} /> },
    { id: 'code', label: w.code, content: () => <Snippets app={data} /> },
    may('apps:write') && {
      id: 'try',
      label: w.try,
      content: () => (
        <Suspense fallback={<Skeleton />}>
          <TrySignIn app={data} />
        </Suspense>
      ),
    },
    may('apps:write') && {
      id: 'settings',
      label: w.settings,
      content: () => <Settings app={data} />,
    },
    { id: 'json', label: 'JSON', content: () => <Json value={data} label="JSON" /> },
  ].filter((tab) => tab !== false)
  return (
    <Page
      title={data.name}
      crumbs={crumbs}
      badges={
        <>
          <Badge tone={data.active ? 'ok' : 'off'}>{data.active ? w.active : w.inactive}</Badge>
          <Badge>{w.types[data.type]}</Badge>
          {data.dpop_bound && <Badge tone="info">{w.bound}</Badge>}
        </>
      }
      actions={may('apps:write') && <AppActions app={data} />}
    >
      <Tabs label={data.name} tabs={tabs} />
    </Page>
  )
}

interface OfApp {
  readonly app: App
}

/** The grants by the names people know. */
const short = (grant: string): string => grant.slice(grant.lastIndexOf(':') + 1)

function Overview({ app }: OfApp): ReactNode {
  const w = useWords(appWords)
  return (
    <Columns>
      <Card title={w.identity}>
        <Facts
          facts={[
            [w.clientId, <Id value={app.client_id} />],
            [w.auth, <code>{app.token_endpoint_auth_method}</code>],
            [w.grants, app.grant_types.map(short).join(', ')],
            [w.bound, app.dpop_bound ? w.yes : w.no],
            [w.used, <Time at={app.last_used_at} />],
            [w.created, <Time at={app.created_at} isExact />],
            [w.changed, <Time at={app.updated_at} isExact />],
          ]}
        />
      </Card>
      <Card title={w.sessions}>
        <Facts
          facts={[
            [w.scope, <bdi>{app.scope}</bdi>],
            [w.redirects, app.redirect_uris.length > 0 ? <bdi>{app.redirect_uris.join(' ')}</bdi> : undefined],
            [w.origins, app.allowed_origins.length > 0 ? <bdi>{app.allowed_origins.join(' ')}</bdi> : undefined],
            [w.pkce, app.require_pkce ? w.required : w.optional],
            [w.ttl, app.access_token_ttl_seconds === null ? w.serverDefault : w.seconds(app.access_token_ttl_seconds)],
          ]}
        />
      </Card>
    </Columns>
  )
}
