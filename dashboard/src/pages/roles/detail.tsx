import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RoleWithPermissions } from '@mandate/sdk'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Id, Json } from '#/ui/copy.tsx'
import { Card, Facts, Tabs } from '#/ui/layout.tsx'
import { Time } from '#/ui/time.tsx'
import { RoleActions } from './actions.tsx'
import { RoleHolders } from './holders.tsx'
import { roleQuery } from './queries.ts'
import { RolePermissions } from './role-permissions.tsx'
import { roleWords } from './words.ts'

/** One role: what it holds, and who has it. */
export default function RoleDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(roleWords)
  const may = useMay()
  const query = useQuery(roleQuery(id))
  const crumbs = [{ label: w.roles, to: '/roles' }]
  const { data } = query
  if (!data) return <PendingPage title={id} crumbs={crumbs} query={query} />
  const people = { id: 'people', label: w.people, content: () => <RoleHolders role={data} /> }
  return (
    <Page
      title={data.name}
      crumbs={crumbs}
      lead={data.description && <bdi>{data.description}</bdi>}
      actions={may('roles:write') && <RoleActions role={data} />}
    >
      <Tabs
        label={data.name}
        tabs={[
          { id: 'permissions', label: w.permissions, content: () => <RolePermissions role={data} /> },
          ...(may('users:read') ? [people] : []),
          { id: 'overview', label: w.overview, content: () => <Overview role={data} /> },
          { id: 'json', label: 'JSON', content: () => <Json value={data} label="JSON" /> },
        ]}
      />
    </Page>
  )
}

function Overview({ role }: { readonly role: RoleWithPermissions }): ReactNode {
  const w = useWords(roleWords)
  return (
    <Card title={w.overview}>
      <Facts
        facts={[
          [w.id, <Id value={role.id} />],
          [w.permissions, role.permissions.length],
          [w.created, <Time at={role.created_at} isExact />],
          [w.changed, <Time at={role.updated_at} isExact />],
        ]}
      />
    </Card>
  )
}
