import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Ticks } from '#/pictures/ticks.tsx'
import { SHOWN, ticksOf } from './ticks.ts'
import { webhookWords } from './words.ts'

interface LastDeliveriesProps {
  readonly webhookId: string
  /** Says it in words beside the marks too. */
  readonly isSpelledOut?: boolean
}

/**
 * How the last deliveries of an endpoint went, a mark each. The API lists them by endpoint, so this is one request; a table draws,
 * and so asks for, the rows in view alone. Whoever may not read the audit log may not read these.
 */
export function LastDeliveries({ webhookId, isSpelledOut = false }: LastDeliveriesProps): ReactNode {
  const w = useWords(webhookWords)
  const { data } = useQuery({
    queryKey: ['webhooks', 'last', webhookId],
    queryFn: async ({ signal }) => {
      const { data: deliveries } = await mandate.webhooks.deliveries.list(
        webhookId,
        { limit: SHOWN, include_payload: false },
        { signal },
      )
      return ticksOf(deliveries)
    },
    staleTime: 30_000,
  })
  if (!data) return null
  const { ticks, counts } = data
  if (ticks.length === 0) return isSpelledOut ? w.noDeliveries : ''
  const label = w.lastOnes(counts.succeeded, counts.failed, counts.waiting)
  return (
    <>
      <Ticks ticks={ticks} label={label} room={isSpelledOut ? ticks.length : SHOWN} />
      {isSpelledOut && <p aria-hidden="true">{label}</p>}
    </>
  )
}
