import type { TObject } from 'typebox'
import type { Json } from './components.ts'
import type { Writing } from './generator-context.ts'

/** A message that the server sends by itself. */
export interface SentMessage {
  /** The name of its event. */
  readonly name: string
  readonly description: string
  readonly body: TObject
  /** Whose samples fill its example. */
  readonly tag: string
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers: readonly Json[] = [
  header('webhook-id', 'The id of the delivery, the same with each attempt.'),
  header('webhook-timestamp', 'When this attempt was signed: Unix seconds.'),
  header('webhook-signature', 'v1,<base64> for each secret that signs now (Standard Webhooks).'),
  header('X-Service-Signature', 't=<time>,v1=<hex>, or what signature_format says; Service-Signature is the same.'),
]

/** The group of messages in the document. */
export const WEBHOOKS_TAG = 'webhooks'

/** The messages as OpenAPI describes them: what a receiver is asked. */
export function webhooksObject(messages: readonly SentMessage[], { components, examples }: Writing): Json {
  return Object.fromEntries(
    messages.map(({ name, description, body, tag }) => [
      name,
      {
        post: {
          operationId: `events.${name}`,
          tags: [WEBHOOKS_TAG],
          summary: name,
          description: `${description} Respond with 2xx within the time of the setting webhooks.timeout_ms.`,
          parameters: headers,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: components.write(body), example: examples.answer(body, tag) } },
          },
          responses: { '2XX': { description: 'It arrived.' } },
        },
      },
    ]),
  )
}
