import type { ReactNode } from 'react'
import type { Webhook, WebhookDelivery } from '@mandate/sdk'
import { useWords } from '#/i18n/words.ts'
import { Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { webhookWords } from './words.ts'

/** Whether an endpoint gets anything, and why not. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { enabled, failing_since: failing, disabled_reason: reason } = webhook
  const w = useWords(webhookWords)
  if (!enabled)
    return (
      <Status tone={reason === 'operator' || reason === null ? 'off' : 'bad'}>
        {reason === null ? w.off : w.offSince[reason]}
      </Status>
    )
  if (failing === null) return <Status tone="ok">{w.on}</Status>
  return (
    <Status tone="warn">
      {w.failingSince} <Time at={failing} />
    </Status>
  )
}

/** How a delivery went, in words. */
export function DeliveryState({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode {
  const { state, status_code: code, error } = delivery
  const w = useWords(webhookWords)
  const tone = state === 'succeeded' ? 'ok' : state === 'failed' ? 'bad' : 'info'
  return (
    <Status tone={tone}>
      {w.states[state]}
      {code === null ? error && ` (${error})` : ` (${code})`}
    </Status>
  )
}
