import type { ReactNode } from 'react'
import type { SsoConnection, SsoConnectionsListQuery } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { useSearchParams } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { useOrganizations } from './organizations.ts'
import { ConnectionState } from './state.tsx'
import { ssoWords } from './words.ts'

const COMMAND = `mandate sso create --type oidc --name Acme --oidc '{"issuer":"https://acme.okta.com","client_id":"…"}'`

/** Every connection to an identity provider. */
export default function SsoList(): ReactNode {
  const w = useWords(ssoWords)
  const may = useMay()
  const [{ type, enabled }] = useSearchParams()
  const query: SsoConnectionsListQuery = {
    ...(type === 'oidc' || type === 'saml' ? { type } : {}),
    ...(enabled === 'true' || enabled === 'false' ? { enabled: enabled === 'true' } : {}),
  }
  const list = useList<SsoConnection>(['sso', query], (page, signal) =>
    mandate.ssoConnections.list({ ...query, ...page }, { signal }),
  )
  useLive(['sso.connection.*', 'sso.metadata.*'], ['sso'])
  const { data: organizations = [] } = useOrganizations()
  const nameOf = (id: string): string => organizations.find((one) => one.id === id)?.name ?? id
  const create = may('sso:write') && (
    <ButtonLink to="/sso/new" kind="primary" icon="plus">
      {w.create}
    </ButtonLink>
  )
  return (
    <Page title={w.sso} lead={w.lead} actions={create}>
      <FilterBar
        filters={[
          {
            name: 'type',
            label: w.type,
            options: optionsOf(w.types),
          },
          {
            name: 'enabled',
            label: w.state,
            options: optionsOf({ true: w.on, false: w.off }),
          },
        ]}
      />
      <DataTable
        name="sso-connections"
        label={w.sso}
        list={list}
        idOf={({ id }) => id}
        linkTo="/sso/$id"
        empty={
          Object.keys(query).length > 0 ? (
            <EmptyState title={w.noneFound}>{w.noneFoundHelp}</EmptyState>
          ) : (
            <EmptyState title={w.none} action={create} command={COMMAND}>
              {w.noneHelp}
            </EmptyState>
          )
        }
        columns={[
          { id: 'name', header: w.name, width: '32%', cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
          {
            id: 'type',
            header: w.type,
            isWide: true,
            cell: (connection) => w.types[connection.type],
            text: (connection) => connection.type,
          },
          {
            id: 'state',
            header: w.state,
            cell: (connection) => <ConnectionState connection={connection} />,
            text: (connection) => connection.enabled,
          },
          {
            id: 'required',
            header: w.required,
            width: '110px',
            isWide: true,
            cell: ({ required }) => (required ? w.yes : w.no),
            text: ({ required }) => required,
          },
          {
            id: 'organization',
            header: w.organization,
            isWide: true,
            cell: ({ organization_id: id }) => (id === null ? '' : <bdi>{nameOf(id)}</bdi>),
            text: ({ organization_id: id }) => id,
          },
          {
            id: 'created',
            header: w.created,
            width: '146px',
            align: 'end',
            isWide: true,
            cell: ({ created_at: at }) => <Time at={at} />,
            text: ({ created_at: at }) => at,
          },
        ]}
      />
    </Page>
  )
}
