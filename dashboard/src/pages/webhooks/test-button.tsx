import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Webhook, WebhookDeliveryDetail } from '@mandate/sdk'
import { useAction } from '#/api/actions.ts'
import { mandate } from '#/api/mandate.ts'
import { useWords } from '#/i18n/words.ts'
import { Button } from '#/ui/button.tsx'
import { usePeek } from '#/ui/search-params.ts'
import { toast } from '#/ui/toasts.ts'
import { webhookWords } from './words.ts'

const LOOK_EVERY_MS = 400
// An endpoint has ten seconds, and may be told to wait up to thirty.
const LOOKS = 80

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

async function outcomeOf(webhook: string, delivery: string): Promise<WebhookDeliveryDetail> {
  for (let look = 1; ; look++) {
    const found = await mandate.webhooks.deliveries.get(webhook, delivery)
    if (found.state !== 'waiting' || found.attempts.length > 0 || look === LOOKS) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
