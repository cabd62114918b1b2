import type { WebhookDelivery } from '@mandate/sdk'
import type { Tick } from '#/pictures/ticks.tsx'

/** How many deliveries of an endpoint are shown as marks. */
export const SHOWN = 90

const tickOf: Readonly<Record<WebhookDelivery['state'], Tick>> = { succeeded: 'ok', failed: 'bad', waiting: 'off' }

/** The marks of some deliveries, which lists have newest first, and how many there are of each. */
export function ticksOf(deliveries: readonly Pick<WebhookDelivery, 'state'>[]): {
  readonly ticks: readonly Tick[]
  readonly counts: Readonly<Record<WebhookDelivery['state'], number>>
} {
  const counts = { succeeded: 0, failed: 0, waiting: 0 }
  for (const { state } of deliveries) counts[state] += 1
  return { ticks: deliveries.map(({ state }) => tickOf[state]).toReversed(), counts }
}
