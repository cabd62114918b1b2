import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { AdminConsent } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Id, Json } from '#/ui/copy.tsx'
import { SidePanel } from '#/ui/dialog.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Facts } from '#/ui/layout.tsx'
import { usePeek, useSearchText } from '#/ui/search-params.ts'
import { EmptyState, Loaded } from '#/ui/states.tsx'
import type { Column } from '#/ui/table/columns.ts'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { QuickLink } from '#/ui/table/quick-link.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { consentWords } from './words.ts'

/** Every consent, by whom, for whom, to what. */
export default function ConsentList(): ReactNode {
  const w = useWords(consentWords)
  const [user] = useSearchText('user_id')
  const peek = usePeek()
  const query = user === '' ? {} : { user_id: user }
  const list = useList<AdminConsent>(['consents', query], (page, signal) =>
    mandate.consents.list({ ...query, ...page }, { signal }),
  )
  return (
    <Page title={w.consents} lead={w.lead}>
      <FilterBar search={{ name: 'user_id', label: w.filterBy }} />
      <DataTable
        name="consents"
        label={w.consents}
        list={list}
        idOf={({ id }) => id}
        empty={<EmptyState title={w.none}>{w.noneHelp}</EmptyState>}
        columns={useColumns(peek.open)}
      />
      {peek.id !== undefined && <ConsentPanel id={peek.id} onClose={peek.close} />}
    </Page>
  )
}

function useColumns(open: (id: string) => void): readonly Column<AdminConsent>[] {
  const w = useWords(consentWords)
  return useMemo(
    () => [
      {
        id: 'client',
        header: w.client,
        width: '30%',
        cell: ({ id, client_name: name, client_id: client }) => (
          <Button kind="quiet" size="small" onPress={() => open(id)}>
            {name ?? client}
          </Button>
        ),
        text: ({ client_id: client }) => client,
      },
      {
        id: 'person',
        header: w.person,
        cell: ({ user_id: id }) => <QuickLink to="/users/$id" id={id}>{`${id.slice(0, 12)}…`}</QuickLink>,
        text: ({ user_id: id }) => id,
      },
      {
        id: 'scope',
        header: w.scope,
        width: '34%',
        isWide: true,
        cell: ({ scope }) => <bdi>{scope}</bdi>,
        text: ({ scope }) => scope,
      },
      {
        id: 'since',
        header: w.since,
        align: 'end',
        cell: ({ created_at: at }) => <Time at={at} />,
        text: ({ created_at: at }) => at,
      },
    ],
    [w, open],
  )
}

function ConsentPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const w = useWords(consentWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['consents', 'one', id],
    queryFn: ({ signal }) => mandate.consents.get(id, { signal }),
  })
  const takeBack = useAction(
    async () => {
      const isSure = await confirm({
        title: w.takeBackTitle,
        body: w.takeBackBody,
        action: w.takeBack,
        isDangerous: true,
        preview: () => endedBy(mandate.consents.revoke(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.consents.revoke(id)
      toast(w.tookBack)
      onClose()
    },
    { refreshes: ['consents'] },
  )
  const actions = may('consents:write') && (
    <Button kind="danger" size="small" isRunning={takeBack.isRunning} onPress={() => takeBack.run()}>
      {w.takeBack}
    </Button>
  )
  return (
    <SidePanel title={w.consents} onClose={onClose} actions={actions}>
      <Loaded query={query}>
        {(consent) => (
          <>
            <Facts
              facts={[
                [w.client, <bdi>{consent.client_name ?? consent.client_id}</bdi>],
                [w.person, <Link to={`/users/${consent.user_id}`}>{consent.user_id}</Link>],
                [w.scope, <bdi>{consent.scope}</bdi>],
                [w.resource, consent.resource.length > 0 ? <bdi>{consent.resource.join(' ')}</bdi> : undefined],
                [w.since, <Time at={consent.created_at} isExact />],
                [w.changed, <Time at={consent.updated_at} isExact />],
                [w.id, <Id value={consent.id} />],
              ]}
            />
            <Json value={consent} label="JSON" />
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}
