import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ScimToken, SsoConnection } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { confirm, reveal } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { TextField } from '#/ui/form/fields.tsx'
import { FormDialog } from '#/ui/form/form-dialog.tsx'
import { Card, Stack } from '#/ui/layout.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { Addresses } from './addresses.tsx'
import { scimUrlOf } from './connection.ts'
import { ssoWords } from './words.ts'

interface OfConnection {
  readonly connection: SsoConnection
}

/** Where the provider makes and turns off accounts by SCIM, and the tokens it does that with. */
export function Provisioning({ connection }: OfConnection): ReactNode {
  const { id } = connection
  const w = useWords(ssoWords)
  const may = useMay()
  const mayWrite = may('sso:write')
  const list = useList<ScimToken>(['sso', 'scim-tokens', id], (page, signal) =>
    mandate.ssoScimTokens.list(id, page, { signal }),
  )
  const create = mayWrite && <CreateButton connection={connection} />
  return (
    <Stack>
      <Card title={w.baseUrl}>
        <p>{w.baseUrlLead}</p>
        <Addresses lines={[[w.baseUrlLabel, scimUrlOf(connection)]]} />
      </Card>
      {list.rows.length > 0 && <FilterBar>{create}</FilterBar>}
      <DataTable
        name="scim-tokens"
        label={w.tokens}
        list={list}
        idOf={(token) => token.id}
        empty={
          <EmptyState title={w.noTokens} action={create} command={`mandate sso scim-tokens create ${id} --name Okta`}>
            {w.noTokensHelp}
          </EmptyState>
        }
        columns={[
          { id: 'name', header: w.name, width: '40%', cell: ({ name }) => <bdi>{name}</bdi>, text: ({ name }) => name },
          {
            id: 'used',
            header: w.used,
            cell: ({ last_used_at: at }) => <Time at={at} />,
            text: ({ last_used_at: at }) => at,
          },
          {
            id: 'created',
            header: w.created,
            isWide: true,
            cell: ({ created_at: at }) => <Time at={at} />,
            text: ({ created_at: at }) => at,
          },
          {
            id: 'actions',
            width: '110px',
            align: 'end',
            cell: (token) => mayWrite && <Revoke token={token} />,
          },
        ]}
      />
    </Stack>
  )
}

function Revoke({ token: { id, connection_id: connection, name } }: { readonly token: ScimToken }): ReactNode {
  const w = useWords(ssoWords)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.revokeTitle(name),
        body: w.revokeBody,
        action: w.revoke,
        isDangerous: true,
        preview: () => endedBy(mandate.ssoScimTokens.revoke(connection, id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.ssoScimTokens.revoke(connection, id)
      toast(w.revoked)
    },
    { refreshes: ['sso'] },
  )
  return (
    <Button kind="danger" size="small" isRunning={isRunning} aria-label={`${w.revoke}: ${name}`} onPress={() => run()}>
      {w.revoke}
    </Button>
  )
}

function CreateButton({ connection }: OfConnection): ReactNode {
  const w = useWords(ssoWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" icon="plus" onPress={() => setOpen(true)}>
        {w.newToken}
      </Button>
      {isOpen && <Create connection={connection} onClose={() => setOpen(false)} />}
    </>
  )
}

function Create({ connection: { id }, onClose }: OfConnection & { readonly onClose: () => void }): ReactNode {
  const w = useWords(ssoWords)
  const [name, setName] = useState('')
  const create = async (): Promise<void> => {
    const { token, base_url: url } = await mandate.ssoScimTokens.create(id, { name })
    onClose()
    await reveal({
      title: w.tokenRevealed,
      body: w.tokenRevealedBody,
      secrets: [
        { label: w.baseUrlLabel, value: url, variable: 'SCIM_BASE_URL', isPublic: true },
        { label: w.token, value: token, variable: 'SCIM_TOKEN' },
      ],
    })
  }
  return (
    <FormDialog
      title={w.tokenTitle}
      onClose={onClose}
      fields={['name']}
      onSubmit={create}
      refreshes={['sso']}
      action={w.makeToken}
    >
      <TextField name="name" label={w.tokenName} placeholder="Okta" value={name} onChange={setName} hasFocus />
    </FormDialog>
  )
}
