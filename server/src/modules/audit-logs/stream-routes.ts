import { Type } from 'typebox'
import { anyReader } from '#/modules/api-keys/index.ts'
import { EVENT_PATTERN } from '#/platform/audit/event-pattern.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'

const ONE = EVENT_PATTERN.slice(1, -1)

const streamEvents = apiRoute({
  name: 'events.stream',
  method: 'GET',
  url: '/admin/events/stream',
  auth: anyReader,
  summary: 'Follow what happens',
  description:
    'Server-sent events, of whatever node they happened on, a second or two after their commit. `ready` says that the stream ' +
    'begins; `event` carries one recorded event in short, as JSON: `id`, `sequence`, `action`, `actor_type`, `actor_id`, `target_type`, `target_id`, `status`, `request_id` and `created_at` of the audit entry, and in `ids` the ids of what it is about; ' +
    '`skipped` how many were passed over because the reader was more than 2,000 behind. `changed` names in `action` what ' +
    'changed without an event of its own: `device_code.changed`, `webhook_delivery.changed`, `email_inbox.changed`, `health.changed`, `gateway.changed`, each for those whose scopes let them read it. ' +
    'The id of an event is its place in the chain: a reader that sends it as Last-Event-ID, or as `after`, goes on behind it and misses nothing, on any node. ' +
    'A comment comes every 15 seconds when nothing else does. The stream ends within a second when the key or session that opened it does, or may read nothing any more. Whoever may not read the audit log is told of what their scopes let them read: users:read of people, sessions:read of sessions.',
  tag: 'audit logs',
  noHead: true,
  schema: {
    query: Type.Object({
      kinds: Type.Optional(
        Type.String({
          maxLength: 1000,
          pattern: `^${ONE}(,${ONE}){0,19}$`,
          description:
            'Names of events, or globs, with commas between: `token.*,consent.*`. Everything when not given.',
          examples: ['token.*,session.created'],
        }),
      ),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The id of the last event that was seen, for readers that can send no Last-Event-ID.',
        }),
      ),
    }),
    response: {
      200: Type.String({ 'x-media-types': ['text/event-stream'], description: 'A stream of events' }),
    },
  },
  handler: (request, { eventStreams }) =>
    eventStreams.open(
      {
        kinds: request.query.kinds?.split(',') ?? [],
        after: placeOf(request.headers['last-event-id']) ?? request.query.after,
        reader: request.principal.id,
        scopes: request.principal.scopes,
      },
      request,
    ),
})

/** The header that a browser sends by itself when it connects again. */
function placeOf(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (!/^\d{1,15}$/.test(header)) throw invalid('/last-event-id', 'must be the id of an event of this stream')
  return Number(header)
}

/** The routes for those who follow. */
export const streamRoutes = [streamEvents]
