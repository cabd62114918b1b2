import type { Static, TObject } from 'typebox'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Locale } from '#/protocol/locales.ts'

export const actorTypes = ['user', 'admin', 'agent', 'system'] as const
export type ActorType = (typeof actorTypes)[number]

/** How it ended: done, refused on purpose, or failed. */
export const eventResults = ['success', 'denied', 'failure'] as const
export type EventResult = (typeof eventResults)[number]

/**
 * Who does something, and in which request: handed from the route to the service to the event.
 * `admin` is an admin API key or an operator's session, `agent` any OAuth client, `system` a job of the server.
 */
export interface Actor {
  readonly type: ActorType
  readonly id: string
  readonly requestId: string | null
  /** What the caller calls its request, for looking it up on their side too; never instead of our own id. */
  readonly clientRequestId?: string | null | undefined
  readonly ip: string | null
  /** The language they are spoken to in: what follows by mail from what they do is written in it. No event keeps it. */
  readonly locale?: Locale | undefined
}

/**
 * Who does something in a request. Programs and operators are not written to about what they do, so their requests are
 * not asked for a language.
 */
export function actorOf(type: ActorType, id: string, context: RequestContext): Actor {
  const { requestId, clientRequestId = null, ip } = context
  if (type === 'agent' || type === 'admin') return { type, id, requestId, clientRequestId, ip }
  return { type, id, requestId, clientRequestId, ip, locale: context.locale }
}

/** The server acting on its own, in a job or at boot. */
export const systemActor = (job: string): Actor => ({ type: 'system', id: job, requestId: null, ip: null })

/** One kind of event: its name (`noun.past_verb`), the shape of its data, and whether webhooks see it. */
export interface EventType<S extends TObject = TObject> {
  readonly name: string
  readonly description: string
  readonly data: S
  readonly webhook: boolean
}

/** Declares a catalogue entry; modules list theirs in `events.ts` and export the list through `index.ts`. */
export function eventType<S extends TObject>(
  name: string,
  description: string,
  data: S,
  options: { webhook?: boolean } = {},
): EventType<S> {
  return { name, description, data, webhook: options.webhook ?? false }
}

/** What `Events.record` needs of one input. */
export interface EventInput<S extends TObject> {
  readonly actor: Actor
  readonly target: { readonly type: string; readonly id: string } | null
  readonly result?: EventResult
  readonly data: Static<S>
}
