import { flag, integer, integerOrNull, json, jsonOrNull, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import { Queue } from '#/platform/queue/queue.ts'
import { queueColumns } from '#/platform/queue/queue-row.ts'
import type { Db } from '#/platform/db/db.ts'

/** One attempt in short. */
export interface LoggedAttempt {
  readonly at: number
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
}

type Headers = Readonly<Record<string, string>>

const outline = {
  ...queueColumns,
  webhookId: text,
  event: text,
  eventId: textOrNull,
  success: flag,
  statusCode: integerOrNull,
  error: textOrNull,
  durationMs: integerOrNull,
  log: json<readonly LoggedAttempt[]>(),
  replayedFrom: textOrNull,
  createdAt: integer,
  finishedAt: integerOrNull,
}

/** The codec of `webhook_deliveries`. */
export const deliveries = table('webhook_deliveries', {
  ...outline,
  payload: text,
  requestHeaders: jsonOrNull<Headers>(),
  responseHeaders: jsonOrNull<Headers>(),
  responseBody: textOrNull,
})

/** The same without the texts that were exchanged, which are most of a row; with the one that was sent, and without. */
export const outlines = table('webhook_deliveries', outline)
export const outlinesWithPayload = table('webhook_deliveries', { ...outline, payload: text })

/** A message for one subscription: on its way, or what became of it. */
export type Delivery = EntityOf<typeof deliveries>

/** A delivery as lists have it. */
export type DeliveryOutline = EntityOf<typeof outlines> & { readonly payload?: string }

/** An attempt follows, it arrived, or it failed and is not tried again. */
export const deliveryStates = ['waiting', 'succeeded', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const stateOf = ({ nextAt, success }: DeliveryOutline): DeliveryState =>
  nextAt !== null ? 'waiting' : success ? 'succeeded' : 'failed'

/** What waits to be sent; subscriptions take turns. */
export const deliveryQueue = (db: Db): Queue<Delivery> => new Queue({ db, table: deliveries, destination: 'webhookId' })
