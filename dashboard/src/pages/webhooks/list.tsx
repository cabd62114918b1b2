import type { ReactNode } from 'react'
import type { Webhook } from '@mandate/sdk'
import { Page } from '#/app/page.tsx'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { ButtonLink } from '#/ui/button.tsx'
import { EmptyState } from '#/ui/states.tsx'
import type { Column } from '#/ui/table/columns.ts'
import { DataTable } from '#/ui/table/data-table.tsx'
import { Time } from '#/ui/time.tsx'
import { LastDeliveries } from './last-deliveries.tsx'
import { WebhookState } from './state.tsx'
import { webhookWords } from './words.ts'

/** Every endpoint that is told what happens here. */
export default function WebhookList(): ReactNode {
  const w = useWords(webhookWords)
  const may = useMay()
  const list = useList<Webhook>(['webhooks'], (page, signal) => mandate.webhooks.list(page, { signal }))
  const create = may('webhooks:write') && (
    <ButtonLink to="/webhooks/new" kind="primary" icon="plus">
      {w.create}
    </ButtonLink>
  )
  const last: readonly Column<Webhook>[] = may('audit-logs:read')
    ? [{ id: 'last', header: w.lastDeliveries, isWide: true, cell: ({ id }) => <LastDeliveries webhookId={id} /> }]
    : []
  return (
    <Page title={w.webhooks} lead={w.lead} actions={create}>
      <DataTable
        name="webhooks"
        label={w.webhooks}
        list={list}
        idOf={({ id }) => id}
        linkTo="/webhooks/$id"
        empty={
          <EmptyState
            title={w.none}
            action={create}
            command="mandate webhooks create --url https://example.com/hooks --events 'user.*'"
          >
            {w.noneHelp}
          </EmptyState>
        }
        columns={[
          {
            id: 'url',
            header: w.endpoint,
            width: '34%',
            cell: ({ url }) => <bdi>{url}</bdi>,
            text: ({ url }) => url,
          },
          {
            id: 'state',
            header: w.state,
            cell: (webhook) => <WebhookState webhook={webhook} />,
            text: ({ enabled }) => enabled,
          },
          ...last,
          {
            id: 'events',
            header: w.events,
            isWide: true,
            cell: ({ events }) => <bdi>{events.join(', ')}</bdi>,
            text: ({ events }) => events.join(' '),
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
    </Page>
  )
}
