import type { ReactNode } from 'react'
import type { UserVaultConnection, VaultProvider } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useAction } from '#/api/actions.ts'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Actor } from '#/ui/actor.tsx'
import { Button, ButtonLink } from '#/ui/button.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Tabs } from '#/ui/layout.tsx'
import { EmptyState } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { DataTable } from '#/ui/table/data-table.tsx'
import { QuickLink } from '#/ui/table/quick-link.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { vaultWords } from './words.ts'

/** Services that can be connected, and who connected what. */
export default function Vault(): ReactNode {
  const w = useWords(vaultWords)
  const may = useMay()
  const create = may('vault:write') && (
    <ButtonLink to="/vault/new" kind="primary" icon="plus">
      {w.create}
    </ButtonLink>
  )
  return (
    <Page title={w.vault} lead={w.lead} actions={create}>
      <Tabs
        label={w.vault}
        tabs={[
          { id: 'providers', label: w.providers, content: () => <Providers create={create} /> },
          { id: 'connections', label: w.connections, content: () => <Connections /> },
        ]}
      />
    </Page>
  )
}

function Providers({ create }: { readonly create: ReactNode }): ReactNode {
  const w = useWords(vaultWords)
  const list = useList<VaultProvider>(['vault', 'providers'], (page, signal) =>
    mandate.vault.providers.list(page, { signal }),
  )
  return (
    <DataTable
      name="vault-providers"
      label={w.providers}
      list={list}
      idOf={({ id }) => id}
      linkTo="/vault/$id"
      empty={
        <EmptyState title={w.none} action={create}>
          {w.noneHelp}
        </EmptyState>
      }
      columns={[
        {
          id: 'provider',
          header: w.provider,
          width: '34%',
          cell: ({ display_name: shown, name }) => <Actor kind="resource" name={shown} more={<code>{name}</code>} />,
          text: ({ name }) => name,
        },
        { id: 'kind', header: w.kind, isWide: true, cell: ({ kind }) => w.kinds[kind], text: ({ kind }) => kind },
        {
          id: 'status',
          header: w.status,
          cell: ({ active }) => <Status tone={active ? 'ok' : 'off'}>{active ? w.active : w.inactive}</Status>,
          text: ({ active }) => active,
        },
        {
          id: 'scopes',
          header: w.scopes,
          isWide: true,
          cell: ({ scopes }) => <bdi>{scopes.join(' ')}</bdi>,
          text: ({ scopes }) => scopes.join(' '),
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
  )
}

/** What people connected: to every provider, or to one. */
export function Connections({ provider }: { readonly provider?: string }): ReactNode {
  const w = useWords(vaultWords)
  const may = useMay()
  const query = provider === undefined ? {} : { provider_id: provider }
  const list = useList<UserVaultConnection>(['vault', 'connections', query], (page, signal) =>
    mandate.vaultConnections.list({ ...query, ...page }, { signal }),
  )
  return (
    <DataTable
      name="vault-connections"
      label={w.connections}
      list={list}
      idOf={({ id }) => id}
      empty={<EmptyState title={w.noConnections}>{w.noConnectionsHelp}</EmptyState>}
      columns={[
        {
          id: 'provider',
          header: w.provider,
          cell: ({ provider_display_name: name }) => <bdi>{name}</bdi>,
          text: ({ provider_name: name }) => name,
        },
        {
          id: 'person',
          header: w.person,
          cell: ({ user_id: id }) => <QuickLink to="/users/$id" id={id}>{`${id.slice(0, 12)}…`}</QuickLink>,
          text: ({ user_id: id }) => id,
        },
        {
          id: 'account',
          header: w.account,
          isWide: true,
          cell: ({ account, label }) => <bdi>{label ?? account}</bdi>,
          text: ({ account }) => account,
        },
        {
          id: 'state',
          header: w.state,
          cell: ({ needs_reauth: isDead }) => (
            <Status tone={isDead ? 'warn' : 'ok'}>{isDead ? w.needsReauth : w.works}</Status>
          ),
          text: ({ needs_reauth: isDead }) => isDead,
        },
        {
          id: 'refreshed',
          header: w.refreshed,
          isWide: true,
          cell: ({ last_refreshed_at: at }) => <Time at={at} />,
          text: ({ last_refreshed_at: at }) => at,
        },
        {
          id: 'actions',
          width: '130px',
          align: 'end',
          cell: (connection) => may('vault:write') && <Disconnect connection={connection} />,
        },
      ]}
    />
  )
}

function Disconnect({ connection: { id, account } }: { readonly connection: UserVaultConnection }): ReactNode {
  const w = useWords(vaultWords)
  const { run, isRunning } = useAction(
    async () => {
      const isSure = await confirm({
        title: w.disconnectTitle,
        body: w.disconnectBody,
        action: w.disconnect,
        isDangerous: true,
        preview: () => endedBy(mandate.vaultConnections.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.vaultConnections.delete(id)
      toast(w.disconnected)
    },
    { refreshes: ['vault'] },
  )
  return (
    <Button size="small" aria-label={`${w.disconnect}: ${account ?? id}`} isRunning={isRunning} onPress={() => run()}>
      {w.disconnect}
    </Button>
  )
}
