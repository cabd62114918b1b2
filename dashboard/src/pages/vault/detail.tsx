import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { VaultProvider } from '@mandate/sdk'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { Command, Id, Json } from '#/ui/copy.tsx'
import { confirm } from '#/ui/dialogs.ts'
import { endedBy } from '#/ui/ended.tsx'
import { Card, Columns, Facts, Tabs } from '#/ui/layout.tsx'
import { Badge } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { Connections } from './list.tsx'
import { Settings } from './settings.tsx'
import { vaultWords } from './words.ts'

/** One provider: how it is called, who connected it, and who may use that. */
export default function ProviderDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(vaultWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['vault', 'one', id],
    queryFn: ({ signal }) => mandate.vault.providers.get(id, { signal }),
  })
  const crumbs = [{ label: w.vault, to: '/vault' }]
  const { data } = query
  if (!data) return <PendingPage title={id} crumbs={crumbs} query={query} />
  const tabs = [
    { id: 'overview', label: w.overview, content: () => <Overview provider={data} /> },
    { id: 'connections', label: w.connections, content: () => <Connections provider={id} /> },
    may('vault:write') && {
      id: 'settings',
      label: w.settings,
      content: () => <Settings provider={data} />,
    },
    { id: 'json', label: 'JSON', content: () => <Json value={data} label="JSON" /> },
  ].filter((tab) => tab !== false)
  return (
    <Page
      title={data.display_name}
      crumbs={crumbs}
      badges={<Badge tone={data.active ? 'ok' : 'off'}>{data.active ? w.active : w.inactive}</Badge>}
      actions={may('vault:write') && <Actions provider={data} />}
    >
      <Tabs label={data.display_name} tabs={tabs} />
    </Page>
  )
}

interface OfProvider {
  readonly provider: VaultProvider
}

function Overview({ provider }: OfProvider): ReactNode {
  const w = useWords(vaultWords)
  const { callback_url: callback, proxy, allowed_clients: allowed } = provider
  return (
    <Columns>
      <Card title={w.provider}>
        <Facts
          facts={[
            [w.name, <code>{provider.name}</code>],
            [w.kind, w.kinds[provider.kind]],
            [w.clientId, provider.client_id === null ? undefined : <code>{provider.client_id}</code>],
            [w.secretKept, provider.has_secret ? w.yes : undefined],
            [w.tokenUrl, provider.token_url === null ? undefined : <bdi>{provider.token_url}</bdi>],
            [w.scopes, provider.scopes.length > 0 ? <bdi>{provider.scopes.join(' ')}</bdi> : undefined],
            [w.id, <Id value={provider.id} />],
            [w.created, <Time at={provider.created_at} isExact />],
          ]}
        />
        {callback !== null && (
          <>
            <p>{w.callback}</p>
            <Command>{callback}</Command>
          </>
        )}
      </Card>
      <Card title={w.agents}>
        {allowed === null ? (
          <p>{w.allAgents}</p>
        ) : (
          <Facts
            facts={allowed.map(({ client_id: client, scopes }) => [client, <bdi>{(scopes ?? []).join(' ')}</bdi>])}
          />
        )}
        <h3>{w.proxy}</h3>
        {proxy === null ? <p>{w.noProxy}</p> : <Json value={proxy} label={w.proxy} />}
      </Card>
    </Columns>
  )
}

function Actions({ provider: { id, display_name: name, active } }: OfProvider): ReactNode {
  const w = useWords(vaultWords)
  const navigate = useNavigate()
  const refreshes = ['vault']
  const turn = useAction(() => mandate.vault.providers.update(id, { active: !active }), {
    ...{ refreshes, done: active ? w.turnedOff : w.turnedOn },
    undo: () => mandate.vault.providers.update(id, { active }),
  })
  const remove = useAction(
    async () => {
      const isSure = await confirm({
        title: w.deleteTitle(name),
        body: w.deleteBody,
        action: w.delete,
        isDangerous: true,
        typed: name,
        preview: () => endedBy(mandate.vault.providers.delete(id, { dry_run: true })),
      })
      if (!isSure) return
      await mandate.vault.providers.delete(id)
      toast(w.deleted)
      await navigate({ to: '/vault' })
    },
    { refreshes },
  )
  return (
    <>
      <Button icon={active ? 'pause' : 'play'} isRunning={turn.isRunning} onPress={() => turn.run()}>
        {active ? w.turnOff : w.turnOn}
      </Button>
      <Button kind="danger" icon="trash" isRunning={remove.isRunning} onPress={() => remove.run()}>
        {w.delete}
      </Button>
    </>
  )
}
