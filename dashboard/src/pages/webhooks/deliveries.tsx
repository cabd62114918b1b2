import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Webhook, WebhookDelivery } from '@mandate/sdk'
import { useList } from '#/api/lists.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { optionsOf } from '#/ui/form/options.ts'
import { usePeek, useSearchParams } from '#/ui/search-params.ts'
import { EmptyState } from '#/ui/states.tsx'
import type { Column } from '#/ui/table/columns.ts'
import { DataTable } from '#/ui/table/data-table.tsx'
import { FilterBar } from '#/ui/table/filters.tsx'
import { Time } from '#/ui/time.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { DeliveryState } from './state.tsx'
import { webhookWords } from './words.ts'

/** What was sent to an endpoint, newest first. */
export function Deliveries({ webhook: { id } }: { readonly webhook: Webhook }): ReactNode {
  const w = useWords(webhookWords)
  const [search] = useSearchParams()
  const peek = usePeek()
  const query = {
    ...(search['success'] === 'true' || search['success'] === 'false' ? { success: search['success'] === 'true' } : {}),
    ...(search['event'] ? { event: search['event'] } : {}),
  }
  const list = useList<WebhookDelivery>(['webhooks', 'deliveries', id, query], (page, signal) =>
    mandate.webhooks.deliveries.list(id, { ...query, ...page, include_payload: false }, { signal }),
  )
  return (
    <>
      <FilterBar
        search={{ name: 'event', label: w.event }}
        filters={[
          {
            name: 'success',
            label: w.result,
            options: optionsOf({ true: w.states.succeeded, false: w.states.failed }),
          },
        ]}
      />
      <DataTable
        name="deliveries"
        label={w.deliveries}
        list={list}
        idOf={(delivery) => delivery.id}
        empty={<EmptyState title={w.noDeliveries}>{w.noDeliveriesHelp}</EmptyState>}
        columns={useColumns(peek.open)}
      />
      {peek.id !== undefined && <DeliveryPanel webhookId={id} deliveryId={peek.id} onClose={peek.close} />}
    </>
  )
}

function useColumns(open: (id: string) => void): readonly Column<WebhookDelivery>[] {
  const w = useWords(webhookWords)
  return useMemo(
    () => [
      {
        id: 'event',
        header: w.event,
        width: '34%',
        cell: (delivery) => (
          <Button kind="quiet" size="small" onPress={() => open(delivery.id)}>
            {delivery.event}
          </Button>
        ),
        text: ({ event }) => event,
      },
      {
        id: 'state',
        header: w.result,
        cell: (delivery) => <DeliveryState delivery={delivery} />,
        text: ({ state }) => state,
      },
      {
        id: 'attempt',
        header: w.attempt,
        width: '96px',
        isWide: true,
        cell: ({ attempt }) => attempt,
        text: ({ attempt }) => attempt,
      },
      {
        id: 'next',
        header: w.next,
        isWide: true,
        cell: ({ next_attempt_at: at }) => (at === null ? '' : <Time at={at} />),
        text: ({ next_attempt_at: at }) => at,
      },
      {
        id: 'when',
        header: w.when,
        width: '146px',
        align: 'end',
        cell: ({ created_at: at }) => <Time at={at} />,
        text: ({ created_at: at }) => at,
      },
    ],
    [w, open],
  )
}
