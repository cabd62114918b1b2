import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import type { Organization, OrganizationRole } from '@mandate/sdk'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Id, Json } from '#/ui/copy.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Card, Columns, Facts, Tabs } from '#/ui/layout.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { Badge } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { organizationWords } from './words.ts'

const OrganizationSettings = lazy(() => import('./settings.tsx'))

/** One organization: who belongs to it, who was asked to, and what its roles open. */
export default function OrganizationDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(organizationWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['organizations', 'one', id],
    queryFn: ({ signal }) => mandate.organizations.get(id, { signal }),
  })
  const crumbs = [{ label: w.organizations, to: '/organizations' }]
  const { data } = query
  if (!data) return <PendingPage title={id} crumbs={crumbs} query={query} />
  return (
    <Page title={data.name} crumbs={crumbs} actions={may('organizations:write') && <Delete organization={data} />}>
      <Tabs
        label={data.name}
        tabs={[
          { id: 'members', label: w.members, content: () => <Members organization={data} /> },
          { id: 'invitations', label: w.invitations, content: () => <Invitations organization={data} /> },
          { id: 'roles', label: w.roles, content: () => <Roles organization={data} /> },
          { id: 'overview', label: w.overview, content: () => <Overview organization={data} /> },
          may('organizations:write') && {
            id: 'settings',
            label: w.settings,
            content: () => <OrganizationSettings organization={data} />,
          },
          { id: 'json', label: 'JSON', content: () => <Json value={data} label="JSON" /> },
        ].filter((tab) => tab !== false)}
      />
    </Page>
  )
}

interface OfOrganization {
  readonly organization: Organization
}

function Overview({
  organization: { id, slug, metadata, created_at: made, updated_at: changed },
}: OfOrganization): ReactNode {
  const w = useWords(organizationWords)
  return (
    <Columns>
      <Card title={w.overview}>
        <Facts
          facts={[
            [w.slug, <code>{slug}</code>],
            [w.id, <Id value={id} />],
            [w.created, <Time at={made} isExact />],
            [w.changed, <Time at={changed} isExact />],
          ]}
        />
      </Card>
      <Card title={w.metadata}>
        {Object.keys(metadata).length === 0 ? <p>{w.noMetadata}</p> : <Json value={metadata} label={w.metadata} />}
      </Card>
    </Columns>
  )
}

function Roles({ organization: { id } }: OfOrganization): ReactNode {
  const w = useWords(organizationWords)
  const list = useList<OrganizationRole>(['organizations', 'roles', id], (page, signal) =>
    mandate.organizations.roles.list(id, page, { signal }),
  )
  return (
    <DataTable
      name="organization-roles"
      label={w.roles}
      list={list}
      idOf={(role) => role.id}
      empty={<EmptyState title={w.noRoles}>{w.noRolesHelp}</EmptyState>}
      columns={[
        {
          id: 'name',
          header: w.role,
          cell: ({ name, built_in: isBuiltIn }) => (
            <>
              <bdi>{name}</bdi> {isBuiltIn && <Badge>{w.builtIn}</Badge>}
            </>
          ),
          text: ({ name }) => name,
        },
        {
          id: 'permissions',
          header: w.permissions,
          width: '60%',
          cell: ({ permissions }) => <bdi>{permissions.join(', ')}</bdi>,
          text: ({ permissions }) => permissions.join(' '),
        },
      ]}
    />
  )
}

function Delete({ organization: { id, name } }: OfOrganization): ReactNode {
  const w = useWords(organizationWords)
  const navigate = useNavigate()
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteTitle(name),
        body: w.deleteBody,
        action: w.delete,
        isDangerous: true,
        typed: name,
        preview: () => endedBy(mandate.organizations.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.organizations.delete(id)
      toast(w.deleted)
      await navigate({ to: '/organizations' })
    },
    { refreshes: ['organizations'] },
  )
  return (
    <Button kind="danger" icon="trash" isRunning={isRunning} onPress={() => run()}>
      {w.delete}
    </Button>
  )
}
