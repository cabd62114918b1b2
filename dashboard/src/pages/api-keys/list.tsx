import type { ReactNode } from 'react'
import type { ApiKey } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { useSearchText } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { apiKeyWords } from './words.ts'

/** Every key: what it may do, when it was used last, when it ends. */
export default function ApiKeyList(): ReactNode {
  const w = useWords(apiKeyWords)
  const may = useMay()
  const [active] = useSearchText('active')
  const query = active === 'true' || active === 'false' ? { active: active === 'true' } : {}
  const list = useList<ApiKey>(['api-keys', query], (page, signal) =>
    mandate.apiKeys.list({ ...query, ...page }, { signal }),
  )
  const create = may('api-keys:write') && (
    <ButtonLink to="/api-keys/new" kind="primary" icon="plus">
      {w.create}
    </ButtonLink>
  )
  return (
    <Page title={w.apiKeys} lead={w.lead} actions={create}>
      <FilterBar
        filters={[
          {
            name: 'active',
            label: w.status,
            options: optionsOf({ true: w.works, false: w.doesNot }),
          },
        ]}
      />
      <DataTable
        name="api-keys"
        label={w.apiKeys}
        list={list}
        idOf={({ id }) => id}
        linkTo="/api-keys/$id"
        empty={
          <EmptyState title={w.none} action={create} command="mandate api-keys create --name ci --scopes users:read">
            {w.noneHelp}
          </EmptyState>
        }
        columns={[
          { id: 'name', header: w.name, width: '26%', cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
          {
            id: 'hint',
            header: w.ends,
            width: '96px',
            isWide: true,
            cell: ({ hint }) => <code>…{hint}</code>,
            text: ({ hint }) => hint,
          },
          {
            id: 'status',
            header: w.status,
            width: '120px',
            cell: ({ active: works }) => <Status tone={works ? 'ok' : 'off'}>{works ? w.works : w.doesNot}</Status>,
            text: ({ active: works }) => works,
          },
          {
            id: 'scopes',
            header: w.scopes,
            isWide: true,
            cell: ({ scopes }) => <code title={scopes.join(' ')}>{scopes.join(' ')}</code>,
            text: ({ scopes }) => scopes.join(' '),
          },
          {
            id: 'used',
            header: w.lastUsed,
            width: '146px',
            isWide: true,
            cell: ({ last_used_at: at }) => <Time at={at} />,
            text: ({ last_used_at: at }) => at,
          },
          {
            id: 'expires',
            header: w.expires,
            width: '146px',
            align: 'end',
            cell: ({ expires_at: at }) => <Time at={at} />,
            text: ({ expires_at: at }) => at,
          },
        ]}
      />
    </Page>
  )
}
