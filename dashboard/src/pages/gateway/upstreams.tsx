import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxyUpstream } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { toast } from '#/ui/toasts.ts'
import { useApps } from './places.ts'
import { RowActions } from './row-actions.tsx'
import { UpstreamForm } from './upstream-form.tsx'
import { gatewayWords } from './words.ts'

/** What stands behind the gateway, by host. */
export function Upstreams(): ReactNode {
  const w = useWords(gatewayWords)
  const may = useMay()
  const [open, setOpen] = useState<ProxyUpstream | 'new'>()
  const list = useList<ProxyUpstream>(['proxy', 'upstreams'], (page, signal) =>
    mandate.proxy.upstreams.list(page, { signal }),
  )
  const apps = useApps()
  const nameOf = (app: string): string => apps?.find(({ id }) => id === app)?.name ?? app
  const mayWrite = may('proxy:write')
  const add = mayWrite && (
    <Button kind="primary" icon="plus" onPress={() => setOpen('new')}>
      {w.newUpstream}
    </Button>
  )
  return (
    <>
      {list.rows.length > 0 && <FilterBar>{add}</FilterBar>}
      <DataTable
        name="upstreams"
        label={w.upstreams}
        list={list}
        idOf={({ id }) => id}
        empty={
          <EmptyState title={w.noUpstreams} action={add}>
            {w.noUpstreamsHelp}
          </EmptyState>
        }
        columns={[
          { id: 'host', header: w.host, width: '36%', cell: ({ host }) => <bdi>{host}</bdi>, text: ({ host }) => host },
          {
            id: 'target',
            header: w.target,
            cell: ({ upstream }) => <bdi>{upstream}</bdi>,
            text: ({ upstream }) => upstream,
          },
          {
            id: 'app',
            header: w.app,
            isWide: true,
            cell: ({ app_id: app }) => app !== null && <bdi>{nameOf(app)}</bdi>,
            text: ({ app_id: app }) => app,
          },
          {
            id: 'actions',
            width: '136px',
            align: 'end',
            cell: (upstream) =>
              mayWrite && (
                <RowActions name={upstream.host} onEdit={() => setOpen(upstream)}>
                  <Delete upstream={upstream} />
                </RowActions>
              ),
          },
        ]}
      />
      {open && <UpstreamForm upstream={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Delete({ upstream: { id, host } }: { readonly upstream: ProxyUpstream }): ReactNode {
  const w = useWords(gatewayWords)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteUpstream(host),
        body: w.deleteUpstreamBody,
        action: w.delete,
        isDangerous: true,
        preview: () => endedBy(mandate.proxy.upstreams.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.proxy.upstreams.delete(id)
      toast(w.deleted)
    },
    { refreshes: ['proxy'] },
  )
  return (
    <Button size="small" aria-label={`${w.delete}: ${host}`} isRunning={isRunning} onPress={() => run()}>
      {w.delete}
    </Button>
  )
}
