import type { ReactNode } from 'react'
import type { SsoConnection, SsoSamlKey } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Id } from '#/ui/copy.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Stack } from '#/ui/layout.tsx'
import { shortened } from '#/ui/shortened.ts'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { ssoWords } from './words.ts'

interface OfConnection {
  readonly connection: SsoConnection
}

/** Our keys for a provider by SAML: one signs, each decrypts. */
export function SamlKeys({ connection }: OfConnection): ReactNode {
  const { id } = connection
  const w = useWords(ssoWords)
  const may = useMay()
  const mayWrite = may('sso:write')
  const list = useList<SsoSamlKey>(['sso', 'saml-keys', id], (page, signal) =>
    mandate.ssoSamlKeys.list(id, page, { signal }),
  )
  const add = mayWrite && <AddButton connection={connection} />
  return (
    <Stack>
      <p>{w.keysLead}</p>
      {list.rows.length > 0 && <FilterBar>{add}</FilterBar>}
      <DataTable
        name="saml-keys"
        label={w.keys}
        list={list}
        idOf={(key) => key.id}
        empty={
          <EmptyState title={w.noKeys} action={add} command={`mandate sso saml-keys create ${id}`}>
            {w.noKeysHelp}
          </EmptyState>
        }
        columns={[
          {
            id: 'state',
            header: w.state,
            cell: ({ active }) => <Status tone={active ? 'ok' : 'info'}>{active ? w.signs : w.decrypts}</Status>,
            text: ({ active }) => active,
          },
          {
            id: 'key',
            header: w.key,
            width: '30%',
            isWide: true,
            cell: ({ fingerprint }) => <Id value={fingerprint} />,
            text: ({ fingerprint }) => fingerprint,
          },
          {
            id: 'expires',
            header: w.expires,
            isWide: true,
            cell: ({ expires_at: at }) => <Time at={at} />,
            text: ({ expires_at: at }) => at,
          },
          {
            id: 'actions',
            width: '190px',
            align: 'end',
            cell: (key) => mayWrite && !key.active && <KeyActions samlKey={key} />,
          },
        ]}
      />
    </Stack>
  )
}

function AddButton({ connection: { id } }: OfConnection): ReactNode {
  const w = useWords(ssoWords)
  const { run, isRunning } = useAction(
    async () => {
      await mandate.ssoSamlKeys.create(id)
      toast(w.keyAdded)
    },
    { refreshes: ['sso'] },
  )
  return (
    <Button kind="primary" icon="plus" isRunning={isRunning} onPress={() => run()}>
      {w.addKey}
    </Button>
  )
}

function KeyActions({ samlKey }: { readonly samlKey: SsoSamlKey }): ReactNode {
  const { id, connection_id: connection, fingerprint } = samlKey
  const w = useWords(ssoWords)
  const refreshes = ['sso']
  const activate = useAction(
    async () => {
      if (!(await confirm({ title: w.activateTitle, body: w.activateBody, action: w.activate }))) return
      await mandate.ssoSamlKeys.activate(connection, id)
      toast(w.activated)
    },
    { refreshes },
  )
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteKeyTitle,
        body: w.deleteKeyBody,
        action: w.delete,
        isDangerous: true,
        preview: () => endedBy(mandate.ssoSamlKeys.delete(connection, id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.ssoSamlKeys.delete(connection, id)
      toast(w.deleted)
    },
    { refreshes },
  )
  const which = shortened(fingerprint)
  return (
    <>
      <Button
        size="small"
        aria-label={`${w.activate}: ${which}`}
        isRunning={activate.isRunning}
        onPress={() => activate.run()}
      >
        {w.activate}
      </Button>{' '}
      <Button
        size="small"
        kind="danger"
        aria-label={`${w.delete}: ${which}`}
        isRunning={remove.isRunning}
        onPress={() => remove.run()}
      >
        {w.delete}
      </Button>
    </>
  )
}
