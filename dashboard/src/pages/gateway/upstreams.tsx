import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ProxyUpstream } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { common } from '#/i18n/common.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { Form, FormActions } from '#/ui/form/form.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { toast } from '#/ui/toasts.ts'
import { gatewayWords } from './words.ts'

/** What stands behind the gateway, by host. */
export function Upstreams(): ReactNode {
  const w = useWords(gatewayWords)
  const may = useMay()
  const [isNew, setNew] = useState(false)
  const list = useList<ProxyUpstream>(['proxy', 'upstreams'], (page, signal) =>
    mandate.proxy.upstreams.list(page, { signal }),
  )
  const mayWrite = may('proxy:write')
  const add = mayWrite && (
    <Button kind="primary" icon="plus" onPress={() => setNew(true)}>
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
            id: 'actions',
            width: '110px',
            align: 'end',
            cell: (upstream) => mayWrite && <Delete upstream={upstream} />,
          },
        ]}
      />
      {isNew && <Create onClose={() => setNew(false)} />}
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

function Create({ onClose }: { readonly onClose: () => void }): ReactNode {
  const w = useWords(gatewayWords)
  const { cancel } = useWords(common)
  const [host, setHost] = useState('')
  const [target, setTarget] = useState('')
  const create = async (): Promise<void> => {
    await mandate.proxy.upstreams.create({ host, upstream: target })
    toast(w.added)
    onClose()
  }
  return (
    <Dialog title={w.newUpstream} isOpen onClose={onClose}>
      <Form
        fields={['host', 'upstream']}
        onSubmit={create}
        refreshes={['proxy']}
        footer={(isRunning) => (
          <FormActions>
            <Button onPress={onClose}>{cancel}</Button>
            <Button kind="primary" type="submit" isRunning={isRunning}>
              {w.save}
            </Button>
          </FormActions>
        )}
      >
        <TextField name="host" label={w.host} hint={w.hostHint} value={host} onChange={setHost} hasFocus />
        <TextField
          name="upstream"
          type="url"
          label={w.target}
          hint={w.targetHint}
          value={target}
          onChange={setTarget}
        />
      </Form>
    </Dialog>
  )
}
