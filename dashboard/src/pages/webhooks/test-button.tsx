import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Webhook, WebhookDeliveryDetail } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { listen } from '#/live/stream.ts'
import { Button } from '#/ui/button.tsx'
import { usePeek } from '#/ui/search-params.ts'
import { toast } from '#/ui/toasts.ts'
import { webhookWords } from './words.ts'

// An endpoint has ten seconds, and may be told to wait up to thirty.
const LONGEST_MS = 32_000
// A stream that broke says nothing.
const QUIET_MS = 8000

/** Sends a test and waits for what the endpoint says, which is shown where it is sent from. */
export function TestButton({ webhook: { id } }: { readonly webhook: Webhook }): ReactNode {
  const w = useWords(webhookWords)
  const peek = usePeek()
  const [isWaiting, setWaiting] = useState(false)
  const test = useAction(
    async () => {
      setWaiting(true)
      try {
        const { delivery_id: delivery } = await mandate.webhooks.test(id)
        const { state, duration_ms: ms } = await outcomeOf(id, delivery)
        if (state === 'succeeded') toast(w.testGood(ms ?? 0))
        else {
          toast(w.testBad)
          peek.open(delivery)
        }
      } finally {
        setWaiting(false)
      }
    },
    { refreshes: ['webhooks'] },
  )
  return (
    <Button icon="play" isRunning={test.isRunning} onPress={() => test.run()}>
      {isWaiting ? w.testing : w.test}
    </Button>
  )
}

/** What became of a delivery, looked at when the stream says that one changed; without the stream at its end alone. */
async function outcomeOf(webhook: string, delivery: string): Promise<WebhookDeliveryDetail> {
  const look = () => mandate.webhooks.deliveries.get(webhook, delivery)
  const isOver = ({ state, attempts }: WebhookDeliveryDetail): boolean => state !== 'waiting' || attempts.length > 0
  let changed = Promise.withResolvers<void>()
  const stop = listen(['webhook_delivery.changed'], () => changed.resolve())
  const until = Date.now() + LONGEST_MS
  try {
    for (;;) {
      const found = await look()
      if (isOver(found) || Date.now() >= until) return found
      const timer = setTimeout(() => changed.resolve(), Math.min(QUIET_MS, until - Date.now()))
      await changed.promise
      clearTimeout(timer)
      changed = Promise.withResolvers<void>()
    }
  } finally {
    stop()
  }
}
