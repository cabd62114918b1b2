import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DeviceCode } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { LiveIndicator } from '#/live/live-status.tsx'
import { useLive } from '#/live/use-live.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { useSearchText } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { deviceWords } from './words.ts'

/** Devices that wait. A code that was pasted into the palette opens the approval of it. */
export default function DeviceCodeList(): ReactNode {
  const w = useWords(deviceWords)
  const may = useMay()
  const [asked, ask] = useSearchText('code')
  const list = useList<DeviceCode>(['device-codes'], (page, signal) => mandate.deviceCodes.list(page, { signal }))
  useLive(['device_code.changed', 'device.*'], ['device-codes'])
  const mayWrite = may('consents:write')
  return (
    <Page title={w.devices} lead={w.lead} badges={<LiveIndicator />}>
      <DataTable
        name="device-codes"
        label={w.devices}
        list={list}
        idOf={({ user_code: code }) => code}
        empty={<EmptyState title={w.none}>{w.noneHelp}</EmptyState>}
        columns={[
          {
            id: 'code',
            header: w.code,
            cell: ({ user_code: code }) => <code>{code}</code>,
            text: ({ user_code: code }) => code,
          },
          {
            id: 'client',
            header: w.client,
            cell: ({ client_id: client }) => <code>{client}</code>,
            text: ({ client_id: client }) => client,
          },
          {
            id: 'scope',
            header: w.scope,
            isWide: true,
            cell: ({ scope }) => <bdi>{scope}</bdi>,
            text: ({ scope }) => scope,
          },
          { id: 'from', header: w.from, isWide: true, cell: ({ address }) => address, text: ({ address }) => address },
          {
            id: 'ends',
            header: w.ends,
            isWide: true,
            cell: ({ expires_at: at }) => <Time at={at} />,
            text: ({ expires_at: at }) => at,
          },
          {
            id: 'actions',
            width: '190px',
            align: 'end',
            cell: (device) => mayWrite && <Answers device={device} onApprove={() => ask(device.user_code)} />,
          },
        ]}
      />
      {asked !== '' && mayWrite && <Approve code={asked} onClose={() => ask('')} />}
    </Page>
  )
}

function Answers({
  device: { user_code: code },
  onApprove,
}: {
  readonly device: DeviceCode
  readonly onApprove: () => void
}): ReactNode {
  const w = useWords(deviceWords)
  const deny = useAction(
    async () => {
      await mandate.deviceCodes.deny(code)
      toast(w.denied)
    },
    { refreshes: ['device-codes'] },
  )
  return (
    <>
      <Button size="small" aria-label={`${w.approve}: ${code}`} onPress={onApprove}>
        {w.approve}
      </Button>{' '}
      <Button
        size="small"
        kind="danger"
        aria-label={`${w.deny}: ${code}`}
        isRunning={deny.isRunning}
        onPress={() => deny.run()}
      >
        {w.deny}
      </Button>
    </>
  )
}

function Approve({ code, onClose }: { readonly code: string; readonly onClose: () => void }): ReactNode {
  const w = useWords(deviceWords)
  const [user, setUser] = useState('')
  const approve = async (): Promise<void> => {
    await mandate.deviceCodes.approve(code, { user_id: user })
    toast(w.approved)
  }
  return (
    <FormDialog
      title={w.approveTitle(code)}
      onClose={onClose}
      fields={['user_id']}
      onSubmit={approve}
      refreshes={['device-codes']}
      action={w.approve}
    >
      <p>{w.approveLead}</p>
      <TextField name="user_id" label={w.user} value={user} onChange={setUser} hasFocus isCode />
    </FormDialog>
  )
}
