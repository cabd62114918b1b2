import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useMay } from '#/api/session.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { CodeBlock, Id } from '#/ui/copy.tsx'
import { SidePanel } from '#/ui/dialog.tsx'
import { Facts, Notice } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Time } from '#/ui/time.tsx'
import { toast } from '#/ui/toasts.ts'
import { DeliveryState } from './state.tsx'
import { webhookWords } from './words.ts'

interface DeliveryPanelProps {
  readonly webhookId: string
  readonly deliveryId: string
  readonly onClose: () => void
}

const useDelivery = (webhookId: string, deliveryId: string | null) =>
  useQuery({
    queryKey: ['webhooks', 'delivery', webhookId, deliveryId],
    queryFn: ({ signal }) => mandate.webhooks.deliveries.get(webhookId, deliveryId ?? '', { signal }),
    enabled: deliveryId !== null,
  })

/** One delivery: what went out, what came back, and beside it the one that it repeats. */
export function DeliveryPanel({ webhookId, deliveryId, onClose }: DeliveryPanelProps): ReactNode {
  const w = useWords(webhookWords)
  const may = useMay()
  const query = useDelivery(webhookId, deliveryId)
  const replay = useAction(
    async () => {
      await mandate.webhooks.deliveries.replay(webhookId, deliveryId)
      toast(w.replaySent)
    },
    { refreshes: ['webhooks'] },
  )
  const actions = may('webhooks:write') && (
    <Button size="small" icon="refresh" isRunning={replay.isRunning} onPress={() => replay.run()}>
      {w.replay}
    </Button>
  )
  return (
    <SidePanel title={w.delivery} onClose={onClose} actions={actions}>
      <Loaded query={query}>
        {(delivery) => (
          <>
            <Facts
              facts={[
                [w.id, <Id value={delivery.id} />],
                [w.event, <code>{delivery.event}</code>],
                [w.result, <DeliveryState delivery={delivery} />],
                [w.attempt, delivery.attempt],
                [w.took, delivery.duration_ms === null ? undefined : w.ms(delivery.duration_ms)],
                [w.when, <Time at={delivery.created_at} isExact />],
                [w.replayed, delivery.replayed_from === null ? undefined : <Id value={delivery.replayed_from} />],
              ]}
            />
            {delivery.replayed_from !== null && (
              <Compared webhookId={webhookId} payload={delivery.payload} original={delivery.replayed_from} />
            )}
            <h3>{w.request}</h3>
            <Headers headers={delivery.request_headers} label={`${w.request}: ${w.headers}`} />
            <CodeBlock label={`${w.request}: ${w.body}`}>{indented(delivery.payload)}</CodeBlock>
            <h3>{w.response}</h3>
            {delivery.response_headers === null ? (
              <p>{w.noResponse}</p>
            ) : (
              <Headers headers={delivery.response_headers} label={`${w.response}: ${w.headers}`} />
            )}
            {delivery.response_body && (
              <CodeBlock label={`${w.response}: ${w.body}`}>{delivery.response_body}</CodeBlock>
            )}
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

interface ComparedProps {
  readonly webhookId: string
  readonly payload: string
  readonly original: string
}

function Compared({ webhookId, payload, original }: ComparedProps): ReactNode {
  const w = useWords(webhookWords)
  const { data } = useDelivery(webhookId, original)
  if (!data) return null
  return data.payload === payload ? (
    <Notice tone="ok">{w.same}</Notice>
  ) : (
    <>
      <h3>{w.compared}</h3>
      <CodeBlock label={w.compared}>{indented(data.payload)}</CodeBlock>
    </>
  )
}

function Headers(props: {
  readonly headers: Readonly<Record<string, string>> | null
  readonly label: string
}): ReactNode {
  const lines = Object.entries(props.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return lines.length > 0 && <CodeBlock label={props.label}>{lines.join('\n')}</CodeBlock>
}

/** JSON with a line for each member; what is no JSON as it came. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
