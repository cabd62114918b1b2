import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Webhook } from '@mandate/sdk'
import { Page, PendingPage } from '#/app/page.tsx'
import { useParam } from '#/app/router.tsx'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { useLive } from '#/live/use-live.ts'
import { CodeBlock, Id, Json } from '#/ui/copy.tsx'
import { Card, Columns, Facts, Notice, Tabs } from '#/ui/layout.tsx'
import { Badge } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { useDraft } from '#/ui/form/draft.ts'
import { changeOf } from '#/ui/form/merge-patch.ts'
import { useSaveChange } from '#/ui/form/save-change.ts'
import { submitFooter } from '#/ui/form/submit-footer.tsx'
import { WebhookActions } from './actions.tsx'
import { Deliveries } from './deliveries.tsx'
import { draftOf } from './draft.ts'
import { WebhookForm } from './form.tsx'
import { LastDeliveries } from './last-deliveries.tsx'
import { WebhookState } from './state.tsx'
import { TestButton } from './test-button.tsx'
import { verifying } from './verifying.ts'
import { webhookWords } from './words.ts'

/** One endpoint: how it does, what it got, and what can be said of it. */
export default function WebhookDetail(): ReactNode {
  const id = useParam('id')
  const w = useWords(webhookWords)
  const may = useMay()
  const query = useQuery({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => mandate.webhooks.get(id, { signal }),
  })
  useLive(['webhook_delivery.changed', 'webhook.*'], ['webhooks'])
  const crumbs = [{ label: w.webhooks, to: '/webhooks' }]
  const { data } = query
  if (!data) return <PendingPage title={id} crumbs={crumbs} query={query} />
  const tabs = [
    { id: 'overview', label: w.overview, content: () => <Overview webhook={data} /> },
    { id: 'deliveries', label: w.deliveries, content: () => <Deliveries webhook={data} /> },
    may('webhooks:write') && {
      id: 'settings',
      label: w.settings,
      content: () => <Settings webhook={data} />,
    },
    { id: 'json', label: 'JSON', content: () => <Json value={data} label="JSON" /> },
  ].filter((tab) => tab !== false)
  return (
    <Page
      title={data.description || data.url}
      crumbs={crumbs}
      badges={<Badge tone={data.enabled ? 'ok' : 'off'}>{data.enabled ? w.on : w.off}</Badge>}
      actions={
        may('webhooks:write') && (
          <>
            <TestButton webhook={data} />
            <WebhookActions webhook={data} />
          </>
        )
      }
    >
      <Tabs label={data.url} tabs={tabs} />
    </Page>
  )
}

interface OfWebhook {
  readonly webhook: Webhook
}

function Overview({ webhook }: OfWebhook): ReactNode {
  const w = useWords(webhookWords)
  const may = useMay()
  const { missed, unmatched_events: unmatched, old_secret_until: oldSecret } = webhook
  return (
    <>
      {unmatched.length > 0 && (
        <Notice tone="warn">
          {w.unmatched}: <bdi>{unmatched.join(', ')}</bdi>
        </Notice>
      )}
      {missed && (
        <Notice tone="warn">
          {w.missed}: {w.missedCount(missed.events)}, <Time at={missed.from} />
        </Notice>
      )}
      <Columns>
        <Card title={w.endpoint}>
          <Facts
            facts={[
              [w.url, <bdi>{webhook.url}</bdi>],
              [w.state, <WebhookState webhook={webhook} />],
              [
                w.lastDeliveries,
                may('audit-logs:read') ? <LastDeliveries webhookId={webhook.id} isSpelledOut /> : undefined,
              ],
              [w.events, <bdi>{webhook.events.join(', ')}</bdi>],
              [w.format, w.formats[webhook.signature_format]],
              [w.retry, w.retries[webhook.retry]],
              [w.oldSecret, oldSecret === null ? undefined : <Time at={oldSecret} isExact />],
              [w.id, <Id value={webhook.id} />],
              [w.created, <Time at={webhook.created_at} isExact />],
              [w.changed, <Time at={webhook.updated_at} isExact />],
            ]}
          />
        </Card>
        <Card title={w.verify}>
          <p>{w.verifyLead}</p>
          <CodeBlock label={`${w.verify}: TypeScript`}>{verifying}</CodeBlock>
        </Card>
      </Columns>
    </>
  )
}

function Settings({ webhook }: OfWebhook): ReactNode {
  const w = useWords(webhookWords)
  const draft = useDraft(draftOf(webhook))
  const saveChange = useSaveChange(['webhooks'], w.savedChanges)
  const save = (): Promise<void> =>
    saveChange(changeOf(draft.before, draft.value), (patch) => mandate.webhooks.update(webhook.id, patch))
  return (
    <Card>
      <WebhookForm webhook={webhook} draft={draft} onSubmit={save} footer={submitFooter(w.saveChanges)} />
    </Card>
  )
}
