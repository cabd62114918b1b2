/** What the reference says beyond the routes: words for its groups and parameters, values for its examples. */
import { dataSchema, payloadSchema } from '#/modules/webhooks/index.ts'
import { Examples } from '#/platform/openapi/examples.ts'
import type { EventType } from '#/platform/audit/event.ts'
import type { SentMessage } from '#/platform/openapi/webhooks.ts'
import { samples } from './samples.ts'
import { parameterWords, tagWords } from './words.ts'

/** Goes to the reference with the routes. */
export const referenceWords = { tags: tagWords, parameters: parameterWords, samples }

/** What the server sends by itself, for the reference. */
export const sentMessages = (kinds: readonly EventType[]): SentMessage[] =>
  kinds.map((kind) => ({
    name: kind.name,
    description: kind.description,
    body: payloadSchema(kind),
    tag: tagOfEvent(kind),
  }))

/** What the data of an event looks like when webhooks are sent it: the example of the reference. */
export const sampleOfEvent = (kind: EventType): object =>
  new Examples(samples).answer(dataSchema(kind), tagOfEvent(kind)) as object

/** The group of routes that make such events, whose samples fit: that of `user.created` is `users`. */
const tagOfEvent = ({ name }: EventType): string => `${name.slice(0, name.indexOf('.')).replaceAll('_', ' ')}s`
