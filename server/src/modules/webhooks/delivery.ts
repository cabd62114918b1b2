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

/** The codec of `webhook_deliveries`. */
export const deliveries = table('webhook_deliveries', {
  ...queueColumns,
  webhookId: text,
  event: text,
  eventId: textOrNull,
  payload: text,
  success: flag,
  statusCode: integerOrNull,
  error: textOrNull,
  requestHeaders: jsonOrNull<Headers>(),
  responseHeaders: jsonOrNull<Headers>(),
  responseBody: textOrNull,
  durationMs: integerOrNull,
  log: json<readonly LoggedAttempt[]>(),
  replayedFrom: textOrNull,
  createdAt: integer,
  finishedAt: integerOrNull,
})

/** A message for one subscription: on its way, or what became of it. */
export type Delivery = EntityOf<typeof deliveries>

/** An attempt follows, it arrived, or it failed and is not tried again. */
export const deliveryStates = ['waiting', 'succeeded', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const stateOf = ({ nextAt, success }: Delivery): DeliveryState =>
  nextAt !== null ? 'waiting' : success ? 'succeeded' : 'failed'

/** What waits to be sent; subscriptions take turns. */
export const deliveryQueue = (db: Db): Queue<Delivery> => new Queue({ db, table: deliveries, destination: 'webhookId' })
